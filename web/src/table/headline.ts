// What the page says of whose turn it is.
import type { Showing } from "../lib/board";
import { playerNames } from "../lib/names";
import { texts } from "../lib/texts";
import type { Sync } from "../types";

/** Whose turn it is, as far as the board has shown what happened. */
export function headline(sync: Sync, showing: Showing | null): string {
  const names = playerNames(sync.chairs);
  if (showing && isOthers(sync, showing.seat)) return texts.turn.moving(names[showing.seat!]!);
  const [actor] = sync.actors;
  if (sync.status === "live" && sync.actors.length === 1 && sync.chairs[actor!]?.bot) {
    return texts.turn.thinking(names[actor!]!);
  }
  return sync.turn;
}

/** Whether you can act now: it is your turn, and you have seen what happened before it. */
export function isYourTurn(sync: Sync, showing: Showing | null): boolean {
  return sync.in_turn.some((seat) => sync.yours.includes(seat)) && !(showing && isOthers(sync, showing.seat));
}

const isOthers = (sync: Sync, seat: number | null): boolean => seat !== null && !sync.yours.includes(seat);
