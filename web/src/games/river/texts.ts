import type { River } from "../../types";
import { LETTERS, shown } from "./palette";

const SIZES = ["", "small", "medium", "large"];

/** "large red (R3)", or what the palette calls it; a piece that is not seen is "a large piece". */
export function pieceName(piece: string, colours: string[], letters: string[]): string {
  const size = SIZES[Number(piece[1])]!;
  const colour = colours[LETTERS.indexOf(piece[0]!)];
  return colour ? `${size} ${colour.toLowerCase()} (${shown(piece, letters)})` : `a ${size} piece that you don't see`;
}

function list(words: string[]): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

export const texts = {
  reason: {
    makes: (set: string) => `Makes ${set}`,
    claims: (segment: number, best: string | null) =>
      best ? `Wins segment ${segment} at once: the best they can have is ${best}` : `Wins segment ${segment} at once`,
  },
  board: "The river and its banks",
  you: "You",
  hand: (name: string, isYou: boolean) => (isYou ? "Your hand" : `${name}’s hand`),
  noPiece: "No piece of this size",
  won: (claimed: number) => (claimed ? ` · ${claimed} claimed` : ""),
  bag: (bag: number[]) => `In the bag: ${bag[0]} large, ${bag[1]} medium, ${bag[2]} small`,
  play: (piece: string) => `Play ${piece}`,
  chosen: (piece: string) => `${piece}, chosen`,
  playTo: (piece: string, segment: number, makes: string | null) =>
    `Play ${piece} to segment ${segment}${makes ? `: it makes ${makes}` : ""}. `,
  claim: (segment: number, makes: string) => `Claim segment ${segment} with ${makes}. `,
  claimShort: (segment: number) => `Claim ${segment}`,
  proofOf: (segment: number) => `Why ${segment} is proven`,
  proof: "Proof",
  needed: (rival: string) => `To beat it ${rival} would need one of these, and can’t get it:`,
  wouldMake: (pieces: string[], set: string, lacking: string[]) =>
    `${list(pieces)}: ${set}${lacking.length < new Set(pieces).size ? `, but no ${list(lacking)}` : ""}`,
  more: (number: number) => `and ${number} more`,
  where: "Where those pieces are:",
  close: "Close",
  noClaim: "No claim",
  nothing: "Nothing to claim: end your turn",
  byItself: "End my turn by itself when there is nothing to claim",
  must: "Everybody was idle: you must claim.",
  hidden: "Hidden hands: you see only the sizes that the others hold.",
  chooseFirst: "First choose a piece of your hand.",
  choosePlace: "Now choose a segment that is lit.",
  notNow: "It is not your turn.",
  order: "Best first",
  sets: "What beats what",
  looseRun: "three sizes, not one colour",
};

/** The kinds of sets, best first, as the legend explains them. */
export const SETS: [string, string, string[]][] = [
  ["Monochrome triplet", "one size, one colour", ["K3", "K3", "K3"]],
  ["Monochrome run", "three sizes, one colour", ["R3", "R2", "R1"]],
  ["Monochrome pair", "two alike, and anything", ["G2", "G2", "K1"]],
  ["Triplet", "one size, three colours", ["K1", "R1", "B1"]],
  ["Run", "three sizes, three colours", ["K3", "R2", "B1"]],
  ["Pair", "two of one size", ["K2", "B2", "Y3"]],
  ["No set", "three sizes, two colours", ["B3", "Y2", "B1"]],
];

/** A segment in words, for a voice. */
export function segmentWords(segment: River.Segment, named: (piece: string) => string, name: (seat: number) => string): string {
  const river = segment.river ? named(segment.river) : "nothing yet";
  const sides = segment.sides.map((side) => {
    const pieces = list(side.pieces.map(named)) || "nothing";
    return `${name(side.seat)}: ${pieces}${side.makes ? `, ${side.makes.name}` : ""}.`;
  });
  const owner = segment.owner === null ? "" : ` Claimed by ${name(segment.owner)}.`;
  return `Segment ${segment.number}, river ${river}. ${sides.join(" ")}${owner}`;
}

/** Why a claim is proven, sentence by sentence. */
export function proofWords(claim: River.Claim, name: (seat: number) => string): string[] {
  const rival = name(claim.rival);
  const best = claim.at_best;
  if (!claim.early) return [compared(claim, rival)];
  const reach = best
    ? `${rival}’s side is not full yet. The best that could still be made there is ${best.name}, which does not beat your ${claim.makes.name}.`
    : `${rival} can’t fill that side any more, so nothing can beat your ${claim.makes.name}.`;
  return [reach];
}

function compared(claim: River.Claim, rival: string): string {
  const best = claim.at_best;
  if (!best) return `${rival} has nothing there that beats your ${claim.makes.name}.`;
  if (best.strength === claim.makes.strength) {
    return `Your ${claim.makes.name} and ${rival}’s ${best.name} are equally strong: the first claim has it.`;
  }
  return `Your ${claim.makes.name} is stronger than ${rival}’s ${best.name}. Both sides are full.`;
}

/** Where pieces are that would have been needed: "river 2" becomes "in the river at 2". */
export function whereWords(places: string[], name: (seat: string) => string): string {
  const words = places.map((place) => {
    const river = /^river (\d)$/.exec(place);
    const side = /^(\w+) at (\d)$/.exec(place);
    const hand = /^(\w+)'s hand$/.exec(place);
    if (river) return `in the river at ${river[1]}`;
    if (side) return `on ${name(side[1]!)} side of ${side[2]}`;
    return hand ? `in ${name(hand[1]!)} hand` : place;
  });
  return list(words);
}
