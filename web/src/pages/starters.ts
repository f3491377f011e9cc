// Who may go first at a table for friends: what a game's rules let people choose.

import { texts } from "../lib/texts";
import type { GameInfo, NewTable } from "../types";

export type Starter = { title: string; wish: Pick<NewTable, "options" | "seating">; isFriend?: boolean };

const { random, me, friend } = texts.invitation.starters;

/** The choices, the game's default between people first. */
export function starters(game: GameInfo): Starter[] {
  const option = game.options.find((one) => one.name === "starter");
  if (!option) return [{ title: random, wish: {} }, ...sides({ seating: "as_listed" })];
  const usual = option.default_between_people ?? option.default;
  const isUsual = (one: Starter) => one.wish.options?.starter === usual;
  const ways = option.choices.flatMap(({ value, meaning }): Starter[] => {
    const wish = { options: { starter: value } };
    if (value === "first_seat") return sides(wish);
    return [{ title: value === "random" ? random : capital(meaning), wish }];
  });
  return ways.sort((a, b) => Number(isUsual(b)) - Number(isUsual(a)));
}

/** The first seat is yours, or the friend's. */
const sides = (wish: Starter["wish"]): Starter[] => [
  { title: me, wish },
  { title: friend, wish, isFriend: true },
];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
