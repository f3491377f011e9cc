import type { River } from "../../types";
import { LETTERS, shown } from "./palette";

const SIZES = ["", "small", "medium", "large"];

/** "large red (R3)", or what the palette calls it; a piece that is not seen is "a large piece". */
export function pieceName(piece: string, colours: string[], letters: string[]): string {
  const size = SIZES[Number(piece[1])]!;
  const colour = colours[LETTERS.indexOf(piece[0]!)];
  return colour ? `${size} ${colour.toLowerCase()} (${shown(piece, letters)})` : `a hidden ${size} piece`;
}

function list(words: string[]): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

export const texts = {
  board: "The river and its banks",
  you: "You",
  your: "your",
  whose: (name: string) => `${name}'s`,
  hand: (name: string, isYou: boolean) => (isYou ? "Your hand" : `${name}'s hand`),
  noPiece: "No piece of this size",
  won: (claimed: number) => (claimed ? ` · ${claimed} claimed` : ""),
  bag: (bag: number[]) => `In the bag: ${bag[0]} large, ${bag[1]} medium, ${bag[2]} small`,
  play: (piece: string) => `Play ${piece}`,
  playTo: (piece: string, segment: number, makes: string | null) =>
    `Play ${piece} to segment ${segment}${makes ? `: makes ${makes}` : ""}. `,
  claim: (segment: number, makes: string) => `Claim segment ${segment} with ${makes}. `,
  claimShort: (segment: number) => `Claim ${segment}`,
  proofOf: (segment: number) => `Why segment ${segment} is proven`,
  proof: "Proof",
  needed: (rival: string) => `To beat it, ${rival} would need one of these, and can't get any of them:`,
  wouldMake: (pieces: string[], set: string, lacking: string[]) =>
    `${list(pieces)}: ${set}${lacking.length < new Set(pieces).size ? `, but ${list(lacking)} can't be had` : ""}`,
  more: (number: number) => `and ${number} more`,
  where: "Where those pieces are:",
  close: "Close",
  noClaim: "End turn without claiming",
  nothing: "End turn",
  endsSoon: "Nothing to claim: your turn ends.",
  automatic: "End my turn automatically when there is nothing to claim",
  must: "Nobody played or claimed for a round: you must claim.",
  hidden: "Hidden hands: you only see the sizes of the others' pieces.",
  chooseFirst: "Pick a piece from your hand.",
  choosePlace: "Now pick a lit place on your side.",
  notNow: "It's not your turn.",
  order: "Best first",
  sets: "Sets, best first",
  looseRun: "three sizes, not one colour",
};

/** The kinds of sets, best first, as the legend explains them. */
export const SETS: [string, string, string[]][] = [
  ["Monochrome triplet", "one size, one colour", ["K3", "K3", "K3"]],
  ["Monochrome run", "three sizes, one colour", ["R3", "R2", "R1"]],
  ["Monochrome pair", "two alike and any third piece", ["G2", "G2", "K1"]],
  ["Triplet", "one size, three colours", ["K1", "R1", "B1"]],
  ["Run", "three sizes, three colours", ["K3", "R2", "B1"]],
  ["Pair", "two of one size and any third piece", ["K2", "B2", "Y3"]],
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
    ? `${rival}'s side isn't full yet. The best they can still make there is ${best.name}, which doesn't beat your ${claim.makes.name}.`
    : `${rival} can no longer fill that side, so nothing can beat your ${claim.makes.name}.`;
  return [reach];
}

function compared(claim: River.Claim, rival: string): string {
  const best = claim.at_best;
  if (!best) return `${rival} has nothing there that beats your ${claim.makes.name}.`;
  if (best.strength === claim.makes.strength) {
    return `Your ${claim.makes.name} and ${rival}'s ${best.name} are equal: whoever claims first gets it.`;
  }
  return `Both sides are full, and your ${claim.makes.name} beats ${rival}'s ${best.name}.`;
}

/** Where the copies of a piece are that would have been needed, or how few of its size can be had. */
export function whereWords(
  piece: string,
  places: River.Whereabouts[],
  name: (seat: number) => string,
  whose: (seat: number) => string,
): string {
  const words = places.map((place) => {
    if (place.kind === "river") return `in the river at ${place.segment}`;
    if (place.kind === "side") return `on ${whose(place.seat!)} side of ${place.segment}`;
    if (place.kind === "hand") return `in ${whose(place.seat!)} hand`;
    return `${name(place.seat!)} can get ${place.left ? "only one" : "no"} ${SIZES[Number(piece[1])]} piece`;
  });
  return list(words);
}
