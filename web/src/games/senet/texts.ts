import type { Senet } from "../../types";
import { HOME, LAST, WATER } from "./geometry";

export const NAMES = [
  { one: "Cone", all: "Cones" },
  { one: "Reel", all: "Reels" },
] as const;

export const texts = {
  board: "Senet board",
  stop: "Skip what's left",
  choose: "Tap a lit piece to see where it can go, then tap it again or tap its target.",
  wait: "It's not your turn.",
  over: "The game is over.",
  back: "No piece can move forward: move one back.",
  thrown: (value: number) => `The sticks show ${value}`,
  left: (left: number) => `${left} left for another piece`,
  throwSticks: "Throw the sticks",
  automatic: "Throw the sticks automatically",
  threw: (who: string | null) => (who ? `${who} threw` : "You threw"),
  reason: {
    home: (left: number) => (left ? `Bears a piece off: ${left} to go` : "Bears the last piece off and wins"),
    drowns: (square: number) => `Falls into the water, back to ${square}`,
    swaps: (one: string, squares: number) =>
      squares > 0 ? `Sends a ${one} back ${squares} ${squares === 1 ? "square" : "squares"}` : `Swaps places with a ${one}`,
  },
  unthrown: "The sticks haven't been thrown yet",
  stands: (seat: number, square: number) => `${NAMES[seat]!.one} ${square === HOME ? "off the board" : `on ${square}`}`,
  goal: (square: number) => (square === HOME ? "off the board" : `square ${square}`),
};

/** What a move would do, in words. */
export function describe(move: Senet.Move, seat: number): string {
  const words = [move.target > LAST ? `bears off from ${move.start}` : `${move.start} to ${move.target}`];
  if (move.reached !== move.target && move.target <= LAST) words.push(`which is taken, bounces back to ${move.reached}`);
  if (move.reached === WATER) words.push(`falls into the water, back to ${move.end}`);
  if (move.swaps) words.push(`swaps places with the ${NAMES[1 - seat]!.one}`);
  if (move.left) words.push(texts.left(move.left));
  return words.join(", ");
}
