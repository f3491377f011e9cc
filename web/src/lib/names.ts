// What players are called: by their own names. A seat's name is for those who have none, or who can't be told apart.
import { grouping } from "../games";
import type { Chair } from "../types";

type Named = Pick<Chair, "title" | "name" | "user">;

/** By seat. Somebody on several seats is called by the seats' names; two people of the same name by both. */
export function playerNames(chairs: Named[]): string[] {
  return chairs.map(({ title, name, user }) => {
    const others = chairs.filter((one) => one.title === title);
    if (!title || (user && others.some((one) => one.name !== name && one.user === user))) return name;
    return others.length > 1 ? `${title} (${name})` : title;
  });
}

/** How the page says what a game tells: it knows its seats only. Where seats are called as the pieces are, so it stays. */
export function naming(chairs: Named[], game: string): (words: string) => string {
  const names = new Map(playerNames(chairs).map((called, seat) => [chairs[seat]!.name, called]));
  if (!names.size || grouping[game]?.tellsOfPieces) return (words) => words;
  const seats = new RegExp(`\\b(${[...names.keys()].map(escaped).join("|")})\\b`, "g");
  return (words) => words.replace(seats, (seat) => names.get(seat)!);
}

const escaped = (words: string): string => words.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
