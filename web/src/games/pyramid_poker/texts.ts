import { cardName } from "../../lib/pieces/cards";
import type { PyramidPoker } from "../../types";
import { cardCode, isCard, UNKNOWN } from "./blocks";

/** "the king of hearts" of "K♥". */
export function blockName(kind: string): string {
  if (kind === UNKNOWN) return "a block that you don’t see";
  return isCard(kind) ? `the ${cardName(cardCode(kind))}` : "a joker";
}

export const HANDS = ["left", "centre", "right"];

const signed = (points: number) => (points > 0 ? `+${points}` : `${points}`.replace("-", "−"));

export const texts = {
  makes: (hand: string) => `Makes ${hand}`,
  board: "The pyramid",
  by: (what: string) => `by the ${what}`,
  wins: "wins",
  points: "points",
  pyramid: (standing: number) => `The pyramid: ${standing} of 30 blocks stand`,
  place: (kind: string, place: string) => `Place ${blockName(kind)} on ${place}`,
  take: (place: string, kind: string, faces: string) => `Take ${place}: ${blockName(kind)}, facing ${faces}`,
  stands: (place: string, kind: string, faces: string) => `${place}: ${blockName(kind)}, facing ${faces}`,
  put: (kind: string, hand: string, makes: string | null) =>
    `Put ${blockName(kind)} into your ${hand} hand${makes ? `: ${makes}` : ""}`,
  choose: (kind: string) => `Choose ${blockName(kind)}`,
  joker: "It was a joker: choose one of these three.",
  jokerOther: (name: string) => `${name} has taken a joker and chooses one of these.`,
  useless: "A joker can’t be chosen.",
  hand: (name: string, which: string, cards: string[], called: string) =>
    `${name}, ${which} hand: ${cards.map(blockName).join(", ") || "empty"}${called ? `. ${called}` : ""}`,
  toPlace: "Place this block: tap a lit place, or drag it there.",
  toTake: "Take a block that has none on top.",
  toPut: "Put it into one of your hands.",
  tutTut: "Tut Tut!",
  sayIt: "Who says it first begins.",
  curtain: (name: string) => `${name}, it's your turn. Take the device, and don't let your opponent look.`,
  open: "Show the board",
  supply: (name: string, left: number) => `${name}: ${left} blocks to draw`,
  aside: (unused: number) => `${unused} blocks put aside`,
  asideShort: "aside",
  gone: "Out of the game:",
  notNow: "It is not your turn.",
  you: "You",
  also: (name: string) => `${name} (you)`,
  above: (upper: string, lower: string) => `${upper} above, ${lower} below`,
  match: (round: number, target: number, points: string) => `Round ${round} · to ${target} points · ${points}`,
  before: (round: number) => `How round ${round} came out`,
  sheet: "How the round came out",
  nobody: "nobody: equal hands",
  hands: "hands won",
  total: "Total",
  line: (points: number) => signed(points),
  advancedHint: "Each hand scores its best line, and two or three hands won score too. The higher total earns the difference.",
  basicHint: "Each hand meets the one opposite. Who wins two of the three wins the round.",
};

/** What is to be done now. */
export function taskOf(view: PyramidPoker.View, isYours: boolean, name: string): string {
  if (view.phase === "choose") return isYours ? texts.joker : texts.jokerOther(name);
  const tasks: Record<string, string> = { place: texts.toPlace, take: texts.toTake, put: texts.toPut, say: texts.sayIt };
  return isYours || view.phase === "say" ? (tasks[view.phase] ?? "") : "";
}

/** The outcome of a round in a sentence. */
export function outcome(sheet: PyramidPoker.Sheet, name: (seat: number) => string): string {
  if (sheet.winner === null) return "The round is drawn.";
  const winner = name(sheet.winner);
  if (!sheet.advanced) return `${winner} won the round: ${sheet.skunk ? "a skunk, all three hands" : "two hands of three"}.`;
  const points = sheet.earned[sheet.winner]!;
  return `${winner} had the higher total and earned ${points} point${points === 1 ? "" : "s"}.`;
}
