import type { Iriri } from "../../types";

const SIZES: Record<string, string> = { S: "small", M: "medium", L: "large" };
const COLOURS: Record<string, string> = { Y: "yellow", B: "blue", R: "red", G: "green" };

export const COLOUR_LETTERS = "YBRG"; // by seat

export const texts = {
  board: "Board. Arrow keys pan, plus and minus zoom, 0 shows everything.",
  dictionary: (count: number) => `Dictionary, a circle of ${count} pieces`,
  hand: (name: string) => `${name}'s hand`,
  yourHand: "Your hand",
  nearer: "Zoom in",
  farther: "Zoom out",
  whole: "Show the whole board",
  empty: "empty",
  points: (points: number) => `${halves(points)} ${pointsWord(points)}`,
  place: (points: number) => `Place for ${halves(points)}`,
  back: "Take back",
  unready: "Place",
  pick: "Take",
  opening: "Place the first word: two or three pieces that are neighbours in the dictionary.",
  choose: "Pick a piece from your hand, then a lit cell.",
  where: "Now pick a lit cell.",
  more: "Not a word yet: add another piece or take this one back.",
  ready: "Place it, or add another piece where one fits.",
  complete: "Place it, or take it back.",
  take: (left: number) => `Take ${left === 1 ? "one piece" : `${left} pieces`} of your colour from the dictionary.`,
  taking: (piece: string, place: number) => `Take the ${pieceName(piece)} piece from place ${place}`,
  neighbours: (piece: string, one: string, other: string) =>
    `Without this ${pieceName(piece)}, ${pieceName(one)} and ${pieceName(other)} are neighbours.`,
  previous: "Previous piece",
  following: "Next piece",
  wait: "It's not your turn.",
  over: "The game is over.",
  noPlace: "That piece doesn't fit anywhere right now.",
  noWord: "With the pieces you've placed, that makes no word in the dictionary.",
  notTaken: "You can only take pieces of your own colour, and never the last of a kind.",
  notNow: "Place a word first, then take pieces from the dictionary.",
  cell: (cell: Iriri.Piece) => `Place the ${pieceName(cell.piece)} piece on ${cell.x}, ${cell.y}`,
  lies: (piece: Iriri.Piece) => `${pieceName(piece.piece)} on ${piece.x}, ${piece.y}`,
  lift: (piece: Iriri.Piece) => `Take the ${pieceName(piece.piece)} piece back from ${piece.x}, ${piece.y}`,
  inHand: (piece: string, may: boolean) => `${pieceName(piece)}${may ? "" : ", doesn't fit anywhere"}`,
  inCircle: (piece: string, place: number) => `place ${place}: ${pieceName(piece)}`,
  winner: "winner",
  toMove: "now playing",
  ofFull: (count: number, full: number) => `${count} of ${full} pieces`,
  found: (ways: number) => (ways === 1 ? "once in the dictionary" : `${ways} times in the dictionary`),
  word: (word: Iriri.Word) => `${word.down ? "column" : "row"} ${word.pieces.map(pieceName).join(", ")}`,
  worth: (word: Iriri.Word) => `${texts.word(word)}: ${word.pieces.length} points`,
  worths: "Each number is what a word is worth.",
  along: (word: Iriri.Word) => (word.down ? "column" : "row"),
};

/** "large yellow" of LY. */
export const pieceName = (piece: string): string => `${SIZES[piece[0]!]} ${COLOURS[piece[1]!]}`;

/** ½ point, 1 point, 1½ points. */
export const pointsWord = (points: number): string => (points > 0 && points <= 1 ? "point" : "points");

/** 6½ of 6.5. */
export const halves = (points: number): string => (points % 1 ? `${Math.floor(points) || ""}½` : String(points));
