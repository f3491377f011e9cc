import type { Iriri } from "../../types";

const PLACEMENT = /^(-?\d+),(-?\d+) (?:([>v]) )?([SML]+)$/;

/** The legal placements that hold all the pieces laid so far. */
export function matching(placements: Iriri.Placement[], laid: Iriri.Piece[]): Iriri.Placement[] {
  return placements.filter((placement) => laid.every((piece) => holds(placement, piece)));
}

/** The cells where this piece may be laid next. */
export function cellsFor(placements: Iriri.Placement[], laid: Iriri.Piece[], piece: string): Iriri.Piece[] {
  const found = new Map<string, Iriri.Piece>();
  for (const placement of matching(placements, laid)) {
    for (const one of placement.pieces) {
      if (one.piece === piece && !laid.some((other) => isSame(one, other))) found.set(cellOf(one), one);
    }
  }
  return [...found.values()].sort((a, b) => a.y - b.y || a.x - b.x);
}

/** The placement that has been laid completely; none while more is needed. */
export function finished(placements: Iriri.Placement[], laid: Iriri.Piece[]): Iriri.Placement | undefined {
  return matching(placements, laid).find((placement) => placement.pieces.length === laid.length);
}

export const cellOf = ({ x, y }: { x: number; y: number }): string => `${x},${y}`;

/** The cells of a word, in its order. */
export function cellsOf(word: Iriri.Word): { x: number; y: number }[] {
  return word.pieces.map((_, i) => (word.down ? { x: word.x, y: word.y + i } : { x: word.x + i, y: word.y }));
}

/**
 * The cells of an action such as "0,-1 v LM", on the board after it. Pieces that lay there before are skipped; where they
 * are not known, pieces of another kind are.
 */
export function laidBy(action: string, colour: string, after: Iriri.Piece[], before?: Iriri.Piece[]): Iriri.Piece[] {
  const read = PLACEMENT.exec(action);
  if (!read) return [];
  const there = new Map(after.map((piece) => [cellOf(piece), piece]));
  const old = new Set(before?.map(cellOf));
  const found: Iriri.Piece[] = [];
  let [x, y] = [Number(read[1]), Number(read[2])];
  for (let at = there.get(cellOf({ x, y })); at && found.length < read[4]!.length; at = there.get(cellOf({ x, y }))) {
    if (at.piece === read[4]![found.length] + colour && !old.has(cellOf(at))) found.push(at);
    if (read[3] === "v") y++;
    else x++;
  }
  return found;
}

/** The pieces of a placement such as "0,-1 v LM": they go to the empty cells from there. Null if it is another action. */
export function piecesOf(action: string, colour: string, board: Iriri.Piece[]): Iriri.Piece[] | null {
  const read = PLACEMENT.exec(action);
  if (!read) return null;
  const there = new Set(board.map(cellOf));
  let [x, y] = [Number(read[1]), Number(read[2])];
  const next = () => (read[3] === "v" ? y++ : x++);
  return [...read[4]!].map((size) => {
    while (there.has(cellOf({ x, y }))) next();
    const piece = { x, y, piece: size + colour };
    next();
    return piece;
  });
}

function holds(placement: Iriri.Placement, piece: Iriri.Piece): boolean {
  return placement.pieces.some((one) => isSame(one, piece));
}

function isSame(one: Iriri.Piece, other: Iriri.Piece): boolean {
  return one.x === other.x && one.y === other.y && one.piece === other.piece;
}
