import { cardName } from "../../lib/pieces/cards";
import type { PyramidPoker } from "../../types";
import { cardCode, isCard, UNKNOWN } from "./blocks";

/** "the king of hearts" of "K♥". */
export function blockName(kind: string): string {
  if (kind === UNKNOWN) return "a hidden block";
  return isCard(kind) ? `the ${cardName(cardCode(kind))}` : "a joker";
}

export const HANDS = ["left", "centre", "right"];

/** The kinds of hands, as a growing one is told what it can become. */
export const KINDS = {
  royal: "royal flush",
  straightFlush: "straight flush",
  four: "four of a kind",
  full: "full house",
  flush: "flush",
  straight: "straight",
  three: "three of a kind",
  twoPair: "two pair",
  pair: "pair",
  high: "high card",
};

const signed = (points: number) => (points > 0 ? `+${points}` : `${points}`.replace("-", "−"));

export const texts = {
  board: "The pyramid",
  by: (what: string) => `by the ${what}`,
  wins: "wins",
  points: "points",
  pyramid: (standing: number) => `The pyramid: ${standing} of 30 blocks`,
  place: (kind: string, place: string) => `Place ${blockName(kind)} on ${place}`,
  take: (place: string, kind: string, faces: string) => `Take ${place}: ${blockName(kind)}, facing ${faces}`,
  stands: (place: string, kind: string, faces: string) => `${place}: ${blockName(kind)}, facing ${faces}`,
  put: (kind: string, hand: string, makes: string | null) =>
    `Add ${blockName(kind)} to your ${hand} hand${makes ? `: ${makes}` : ""}`,
  choose: (kind: string) => `Choose ${blockName(kind)}`,
  joker: "It's a joker: choose one of these three.",
  jokerOther: (name: string) => `${name} took a joker and is choosing one of these.`,
  useless: "You can't choose a joker.",
  hand: (name: string, which: string, cards: string[], called: string) =>
    `${name}, ${which} hand: ${cards.map(blockName).join(", ") || "empty"}${called ? `. ${called}` : ""}`,
  outlook: "Can still become",
  upTo: (hand: string, best: string) => `${hand} ${best}`,
  toPlace: "Place this block: tap a lit spot or drag it there.",
  toTake: "Take a block with nothing on top.",
  toPut: "Add it to one of your hands.",
  tutTut: "Tut Tut!",
  sayIt: "Say it first to go first.",
  curtain: (name: string) => `${name}, it's your turn. Take the device, and don't let your opponent look.`,
  open: "Show the board",
  supply: (name: string, left: number) => `${name}: ${left} ${left === 1 ? "block" : "blocks"} to draw`,
  aside: (unused: number) => `${unused} ${unused === 1 ? "block" : "blocks"} set aside`,
  asideShort: "set aside",
  gone: "Out of the game:",
  notNow: "It's not your turn.",
  you: "You",
  also: (name: string) => `${name} (you)`,
  above: (upper: string, lower: string) => `${upper} above, ${lower} below`,
  match: (round: number, target: number, points: string) => `Round ${round} · to ${target} points · ${points}`,
  before: (round: number) => `Result of round ${round}`,
  sheet: "Round result",
  nobody: "tie",
  hands: "hands won",
  total: "Total",
  line: (points: number) => signed(points),
  advancedHint:
    "Each hand scores for its rank, with a bonus for winning two or three hands. The higher total scores the difference.",
  basicHint: "Each hand plays the one opposite. Win two of the three to win the round.",
};

/** What is to be done now. */
export function taskOf(view: PyramidPoker.View, isYours: boolean, name: string): string {
  if (view.phase === "choose") return isYours ? texts.joker : texts.jokerOther(name);
  const tasks: Record<string, string> = { place: texts.toPlace, take: texts.toTake, put: texts.toPut, say: texts.sayIt };
  return isYours || view.phase === "say" ? (tasks[view.phase] ?? "") : "";
}

/** The outcome of a round in a sentence. */
export function outcome(sheet: PyramidPoker.Sheet, name: (seat: number) => string): string {
  if (sheet.winner === null) return "The round is a draw.";
  const winner = name(sheet.winner);
  if (!sheet.advanced) return `${winner} won ${sheet.skunk ? "all three hands: a skunk" : "two of the three hands"}.`;
  const points = sheet.earned[sheet.winner]!;
  return `${winner} had the higher total and scored ${points} point${points === 1 ? "" : "s"}.`;
}
