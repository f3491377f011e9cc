// Where a game turned: the actions by which a seat gave away most of its own chance.
import type { Chances, Happened } from "../types";
import { takenBack } from "../table/undone";

export const LEAST = 0.08; // less than that a short search can't tell from nothing
const MOST = 5;

export interface Turn {
  n: number; // the position before the action
  seat: number;
  lost: number;
  done: Happened;
  better: string; // in words
}

/** The positions in which a seat chose: of what was taken back, none. */
export function choices(events: Happened[]): number[] {
  const undone = takenBack(events);
  return events.filter(({ n, kind, seat }) => kind === "act" && seat !== null && !undone.has(n)).map(({ n }) => n);
}

/** The largest losses, in the order of the game. */
export function turningPoints(events: Happened[], chances: Chances[]): Turn[] {
  const turns = chances.flatMap(({ n, seat, lost, told, best }): Turn[] => {
    const done = events[n];
    if (seat === null || !done || done.seat !== seat || lost < LEAST || done.action === best) return [];
    return [{ n, seat, lost, done, better: told ?? "" }];
  });
  return turns
    .sort((a, b) => b.lost - a.lost || a.n - b.n)
    .slice(0, MOST)
    .sort((a, b) => a.n - b.n);
}
