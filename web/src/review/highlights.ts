// Each side's best move and its worst, as far as a search can tell them from the rest.
import type { Chances, Happened } from "../types";

const LEAST = 0.02; // less than that is luck of the search

export interface Moment {
  n: number; // the position before it
  by: number; // the best: how far ahead of the next; the worst: what was given away
  done: Happened;
}

export interface Highlights {
  best: Moment | null;
  worst: Moment | null;
}

/** By seat. */
export function highlights(events: Happened[], chances: Chances[], seats: number): Highlights[] {
  const done = new Map(events.map((event) => [event.n, event])); // a table may not have told all of them
  const judged = chances.filter(({ n, seat }) => seat !== null && done.get(n)?.seat === seat);
  return Array.from({ length: seats }, (_, seat) => {
    const own = judged.filter((one) => one.seat === seat);
    return { best: most(done, own, ({ ahead }) => ahead), worst: most(done, own, ({ lost }) => lost) };
  });
}

function most(done: Map<number, Happened>, some: Chances[], size: (one: Chances) => number): Moment | null {
  const found = some.reduce<Chances | null>((best, one) => (best && size(best) >= size(one) ? best : one), null);
  return found && size(found) >= LEAST ? { n: found.n, by: size(found), done: done.get(found.n)! } : null;
}
