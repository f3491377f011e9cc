// What each event did to everybody's winning chances: luck, or a mistake of somebody.
import { takenBack } from "../table/undone";
import type { Chances, Happened } from "../types";

export interface Effect {
  n: number; // the position before the event
  seat: number | null; // whose choice it was; none: chance did it
  changes: number[];
}

/** Of all events that count: nothing of what was taken back, and nothing that was not played. */
export function effects(events: Happened[], chances: Chances[]): Effect[] {
  const undone = takenBack(events);
  return chances.filter(({ n }) => events[n]?.kind === "act" && !undone.has(n));
}

/** What befell a seat in one stretch of a game, for a graph that has no room for every event. */
export interface Stretch {
  first: number; // the position before its first event
  luck: number;
  mistakes: number; // its own
}

/** A seat's luck and mistakes, added up in so many stretches of a game with `last` events; those where there was neither are left out. */
export function stretches(all: Effect[], seat: number, last: number, number: number): Stretch[] {
  const found = new Map<number, Stretch>();
  for (const { n, seat: who, changes } of all) {
    if (who !== null && who !== seat) continue;
    const place = Math.floor((n * number) / Math.max(last, 1));
    const one = found.get(place) ?? { first: n, luck: 0, mistakes: 0 };
    one[who === null ? "luck" : "mistakes"] += changes[seat]!;
    found.set(place, one);
  }
  return [...found.values()].filter(({ luck, mistakes }) => luck !== 0 || mistakes !== 0);
}

const LEAST = 0.1; // a bar as high as its lane is worth at least so much: trifles stay small

/** What a bar as high as its lane is worth: the same for everybody. */
export function highest(lanes: Stretch[][]): number {
  return Math.max(LEAST, ...lanes.flat().flatMap(({ luck, mistakes }) => [Math.abs(luck), Math.abs(mistakes)]));
}
