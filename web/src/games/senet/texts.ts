import type { Senet } from "../../types";
import { HOME, LAST, WATER } from "./geometry";

export const NAMES = [
  { one: "Cone", all: "Cones" },
  { one: "Reel", all: "Reels" },
] as const;

export const texts = {
  board: "Senet board",
  stop: "Leave the rest",
  choose: "Tap a lit piece to see its way; tap it again, or its goal, to go.",
  wait: "It is not your turn.",
  over: "The game is over.",
  again: "and throw again",
  back: "nothing can go forward: go back",
  thrown: (value: number) => `The sticks show ${value}`,
  rest: (left: number) => `${left} left for another piece`,
  throwSticks: "Throw the sticks",
  automatic: "Throw the sticks automatically",
  threw: (who: string | null) => (who ? `${who} threw` : "You threw"),
  reason: {
    home: (left: number) => (left ? `Brings a piece home: ${left} to go` : "Brings the last piece home and wins"),
    drowns: (square: number) => `Falls into the water, back to ${square}`,
    swaps: (one: string, squares: number) =>
      squares > 0 ? `Sends a ${one} back ${squares} ${squares === 1 ? "square" : "squares"}` : `Changes places with a ${one}`,
  },
  unthrown: "The sticks are not thrown yet",
  stands: (seat: number, square: number) => `${NAMES[seat]!.one} ${square === HOME ? "at home" : `on ${square}`}`,
  goal: (square: number) => (square === HOME ? "home" : `square ${square}`),
};

/** What a move would do, in words. */
export function describe(move: Senet.Move, seat: number): string {
  const words = [move.target > LAST ? `${move.start} goes home` : `${move.start} to ${move.target}`];
  if (move.reached !== move.target && move.target <= LAST) words.push(`which is taken: back to ${move.reached}`);
  if (move.reached === WATER) words.push(`into the water, ashore on ${move.end}`);
  if (move.swaps) words.push(`changes places with the ${NAMES[1 - seat]!.one}`);
  if (move.left) words.push(texts.rest(move.left));
  return words.join(", ");
}
