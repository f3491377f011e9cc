// What the page says of whose turn it is.
import type { Showing } from "../lib/board";
import { texts } from "../lib/texts";
import type { Sync } from "../types";

/** Whose turn it is, as far as the board has shown what happened. */
export function headline(sync: Sync, showing: Showing | null): string {
  if (showing && isOthers(sync, showing.seat)) return texts.turn.moving(nameOf(sync, showing.seat!));
  const [actor] = sync.actors;
  if (sync.status === "live" && sync.actors.length === 1 && sync.chairs[actor!]?.bot) {
    return texts.turn.thinking(nameOf(sync, actor!));
  }
  return sync.turn;
}

/** Whether you can act now: it is your turn, and you have seen what happened before it. */
export function isYourTurn(sync: Sync, showing: Showing | null): boolean {
  return sync.in_turn.some((seat) => sync.yours.includes(seat)) && !(showing && isOthers(sync, showing.seat));
}

const isOthers = (sync: Sync, seat: number | null): boolean => seat !== null && !sync.yours.includes(seat);

/** By the player's own name, with the seat's if two have the same. */
function nameOf({ chairs }: Sync, seat: number): string {
  const { title, name } = chairs[seat]!;
  return chairs.filter((chair) => chair.title === title).length > 1 ? `${title} (${name})` : (title ?? name);
}
