// Where a game turned: the actions by which a seat gave away most of its own chance.
import type { Chances, Happened } from "../types";

export const LEAST = 0.08; // less than that a short search can't tell from nothing
const MOST = 5;

export interface Turn {
  n: number; // the position before the action
  seat: number;
  lost: number;
  done: Happened;
  better: string; // in words
  reason: string; // what speaks for it
}

/** The shares of all seats in a position. */
export interface Point {
  n: number;
  shares: number[];
}

/** The position before what decided the game: the largest loss of a seat that did not win, or the winner's largest gain. */
export function decisive(points: Point[], turns: Turn[], scores: number[]): number | null {
  const most = Math.max(...scores);
  const losses = turns.filter(({ seat }) => scores[seat] !== most);
  const worst = largest(losses.length ? losses : turns, ({ lost }) => lost);
  if (worst) return worst.n;
  const winner = scores.indexOf(most);
  const gains = points.slice(1).map(({ shares }, i) => ({ n: points[i]!.n, gain: shares[winner]! - points[i]!.shares[winner]! }));
  return largest(gains, ({ gain }) => gain)?.n ?? null;
}

/** The first of the largest. */
function largest<T>(some: T[], size: (one: T) => number): T | undefined {
  return some.reduce<T | undefined>((best, one) => (best !== undefined && size(best) >= size(one) ? best : one), undefined);
}

/** The largest losses, in the order of the game. */
export function turningPoints(events: Happened[], chances: Chances[]): Turn[] {
  const turns = chances.flatMap(({ n, seat, lost, told, best, reason }): Turn[] => {
    const done = events[n];
    if (seat === null || !done || done.seat !== seat || lost < LEAST || done.action === best) return [];
    return [{ n, seat, lost, done, better: told ?? "", reason }];
  });
  return turns
    .sort((a, b) => b.lost - a.lost || a.n - b.n)
    .slice(0, MOST)
    .sort((a, b) => a.n - b.n);
}
