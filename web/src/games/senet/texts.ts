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
  unthrown: "The sticks haven't been thrown yet",
  stands: (seat: number, square: number) => `${NAMES[seat]!.one} ${square === HOME ? "off the board" : `on ${square}`}`,
  squares: {
    15: "15: a drowned piece comes ashore here, or on 1 if this square is taken.",
    26: "26 is a safe square: a piece here can't be attacked. Land on it while it is taken, and you bounce back.",
    27: "27 is the water: a piece that stops here drowns and goes back to 15.",
    28: "28 is a safe square: a piece here can't be attacked. Bounce off it, and you fall into the water.",
    29: "29 is a safe square: a piece here can't be attacked. Land on it while it is taken, and you bounce back.",
    30: "30 is the last square. Once none of your pieces is in the first row, they can move past it and off the board.",
  } as Record<number, string>,
  special: (square: number) => `About square ${square}`,
  single: (one: string) => `A single ${one}: land on it, and the two pieces swap places.`,
  pair: (all: string, one: number, other: number) =>
    `The ${all} on ${one} and ${other} are a pair: they can't be attacked, but you can jump over them.`,
  block: (count: number, all: string, first: number, last: number) =>
    `The ${count} ${all} from ${first} to ${last} are a block: you can't land on it or pass it.`,
  safe: (one: string, square: number) => `The ${one} on ${square} is safe: land there, and you bounce back.`,
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
