// Luck and skill: what chance and mistakes did to everybody's chance of winning, added up over a game.
import { words } from "../puzzles/texts";
import type { Chances, Happened } from "../types";
import { type Effect, effects } from "./effects";

export interface Account {
  luck: number;
  mistakes: number; // own: below zero
  others: number; // what others gave away
  error: number; // what is left between the first position and the result
}

/** Of each seat, from all positions of a game; nothing of what was taken back. */
export function accounts(events: Happened[], chances: Chances[]): Account[] {
  const counted = effects(events, chances);
  const [first, last] = [chances[0], beforeTheEnd(events, chances)];
  return (first?.win ?? []).map((start, seat) => {
    const sum = (some: Effect[]) => some.reduce((total, { changes }) => total + changes[seat]!, 0);
    const luck = sum(counted.filter((one) => one.seat === null));
    const mistakes = sum(counted.filter((one) => one.seat === seat));
    const others = sum(counted.filter((one) => one.seat !== null && one.seat !== seat));
    return { luck, mistakes, others, error: last!.win[seat]! - start - luck - mistakes - others };
  });
}

/** The last position; of a game that was given up, the one in which that was done: it is not the judge that was wrong. */
function beforeTheEnd(events: Happened[], chances: Chances[]): Chances | undefined {
  const end = events.at(-1);
  return end && end.kind !== "act" ? chances.find(({ n }) => n === end.n) : chances.at(-1);
}

const CLEAR = 0.1; // less than that is no difference worth a word

/** Who played better and who was luckier, in one sentence; nothing where there are more than two. */
export function verdict(all: Account[], names: string[]): string {
  if (all.length !== 2) return "";
  const better = ahead(all.map(({ mistakes }) => mistakes));
  const luckier = ahead(all.map(({ luck }) => luck));
  const name = (seat: number | null) => (seat === null ? null : names[seat]!);
  return words.verdict(name(better), name(luckier));
}

/** Which of two is clearly ahead. */
function ahead([one, two]: number[]): number | null {
  if (Math.abs(one! - two!) < CLEAR) return null;
  return one! > two! ? 0 : 1;
}
