import type { Iriri } from "../../types";

const SIZES: Record<string, string> = { S: "small", M: "medium", L: "large" };
const COLOURS: Record<string, string> = { Y: "yellow", B: "blue", R: "red", G: "green" };

export const COLOUR_LETTERS = "YBRG"; // by seat

export const texts = {
  board: "Board. Arrow keys move it, plus and minus zoom, 0 shows all of it.",
  dictionary: (count: number) => `Dictionary, a circle of ${count}`,
  hand: (name: string) => `Hand of ${name}`,
  yourHand: "Your hand",
  nearer: "Zoom in",
  farther: "Zoom out",
  whole: "Show the whole board",
  empty: "empty",
  points: (points: number) => `${halves(points)} ${points === 1 ? "point" : "points"}`,
  lay: (points: number) => `Lay for ${halves(points)}`,
  back: "Pick up",
  unready: "Lay",
  pick: "Take",
  opening: "Lay the first word: two or three pieces that are neighbours in the dictionary.",
  choose: "Choose a piece of your hand, then a lit cell.",
  where: "Now a lit cell.",
  more: "This is no word yet: lay another piece, or take it back.",
  ready: "Lay it, or add another piece where it fits.",
  complete: "Lay it, or take it back.",
  take: (left: number) => `Take ${left === 1 ? "one piece" : `${left} pieces`} of your colour from the dictionary.`,
  taking: (piece: string, place: number) => `Take the ${pieceName(piece)} piece from place ${place}`,
  neighbours: (piece: string, one: string, other: string) =>
    `Without this ${pieceName(piece)}, ${pieceName(one)} and ${pieceName(other)} are neighbours.`,
  previous: "The one before",
  following: "The next one",
  wait: "It is not your turn.",
  over: "The game is over.",
  noPlace: "That piece can't be placed anywhere now.",
  noWord: "With what you have laid, that piece makes no words of the dictionary there.",
  notTaken: "Only pieces of your own colour may be taken, and never the last of its kind.",
  notNow: "Pieces are taken from the dictionary after you have placed.",
  cell: (cell: Iriri.Piece) => `Lay the ${pieceName(cell.piece)} piece on ${cell.x}, ${cell.y}`,
  lies: (piece: Iriri.Piece) => `${pieceName(piece.piece)} on ${piece.x}, ${piece.y}`,
  lift: (piece: Iriri.Piece) => `Take the ${pieceName(piece.piece)} piece back from ${piece.x}, ${piece.y}`,
  inHand: (piece: string, may: boolean) => `${pieceName(piece)}${may ? "" : ", fits nowhere now"}`,
  inCircle: (piece: string, place: number) => `place ${place}: ${pieceName(piece)}`,
  winner: "winner",
  toMove: "to move",
  ofFull: (count: number, full: number) => `${count} of ${full} pieces`,
  found: (ways: number) => (ways === 1 ? "once in the dictionary" : `${ways} times in the dictionary`),
  word: (word: Iriri.Word) => `${word.down ? "column" : "row"} ${word.pieces.map(pieceName).join(", ")}`,
  along: (word: Iriri.Word) => (word.down ? "column" : "row"),
};

/** "large yellow" of LY. */
export const pieceName = (piece: string): string => `${SIZES[piece[0]!]} ${COLOURS[piece[1]!]}`;

/** 6½ of 6.5. */
export const halves = (points: number): string => (points % 1 ? `${Math.floor(points) || ""}½` : String(points));
