// Which puzzles this browser has solved.
import { remember, remembered } from "../lib/memory";
import type { PuzzleInfo } from "../types";

const KEY = "solved";
const name = ({ game, number }: PuzzleInfo) => `${game}/${number}`;

function all(): string[] {
  return remembered(KEY, "").split(" ").filter(Boolean);
}

export const isSolved = (puzzle: PuzzleInfo) => all().includes(name(puzzle));

export function noteSolved(puzzle: PuzzleInfo): void {
  if (!isSolved(puzzle)) remember(KEY, [...all(), name(puzzle)].join(" "));
}
