// Where things lie, in the board's own units. On a phone the board stands upright: three columns that run like a snake.

export interface Point {
  x: number;
  y: number;
}

export interface Area extends Point {
  width: number;
  height: number;
}

export interface Layout {
  upright: boolean;
  below: boolean; // whether the trays are below the box, and not beside it
  width: number;
  height: number;
  cell: { width: number; height: number };
  frame: { width: number; height: number }; // the wooden box; the trays are outside
  trays: Area[]; // seat by seat: where pieces are gathered
}

const EDGE = 28;
const GAP = 20;
const PER_ROW = 10;

export const HOME = 0; // the square of a piece that is off the board
export const WATER = 27;
export const LAST = 30;

const TRAY = 106; // the height of one that is below
const MOST_CELL = 136; // a window with room has squares up to so high
const STICKS = 150; // pixels that the sticks and the words need

/** For so many pixels across, and so many down where that is known: squares grow, and trays go below, where there is room. */
export function layout(across: number, down?: number): Layout {
  if (across < 640) return arranged({ width: 200, height: 88 }, true, true);
  const width = PER_ROW * 100 + 2 * EDGE;
  const height = ((down ?? 0) - STICKS) * (width / across);
  const cell = Math.floor((height - 2 * EDGE - GAP - TRAY) / 3);
  return cell < 104
    ? arranged({ width: 100, height: 104 }, false, false)
    : arranged({ width: 100, height: Math.min(cell, MOST_CELL) }, false, true);
}

function arranged(cell: Layout["cell"], upright: boolean, below: boolean): Layout {
  const [across, down] = upright ? [3, PER_ROW] : [PER_ROW, 3];
  const frame = { width: across * cell.width + 2 * EDGE, height: down * cell.height + 2 * EDGE };
  const size = below ? { width: (frame.width - GAP) / 2, height: TRAY } : { width: 196, height: (frame.height - GAP) / 2 };
  const trays = [0, 1].map((seat) =>
    below
      ? { x: seat * (size.width + GAP), y: frame.height + GAP, ...size }
      : { x: frame.width + GAP, y: seat * (size.height + GAP), ...size },
  );
  const width = below ? frame.width : frame.width + GAP + size.width;
  const height = below ? frame.height + GAP + size.height : frame.height;
  return { upright, below, width, height, cell, frame, trays };
}

/** The middle of a square, 1 … 30. */
export function centre(board: Layout, square: number): Point {
  const line = Math.floor((square - 1) / PER_ROW);
  const step = (square - 1) % PER_ROW;
  const along = line === 1 ? PER_ROW - 1 - step : step;
  const [column, row] = board.upright ? [line, along] : [along, line];
  return { x: EDGE + (column + 0.5) * board.cell.width, y: EDGE + (row + 0.5) * board.cell.height };
}

/** The whole of a square; of home, a seat's tray. */
export function area(board: Layout, square: number, seat: number): Area {
  if (square === HOME) return board.trays[seat]!;
  const { x, y } = centre(board, square);
  return { x: x - board.cell.width / 2, y: y - board.cell.height / 2, ...board.cell };
}

export function isOver(at: Point, { x, y, width, height }: Area): boolean {
  return at.x >= x && at.x <= x + width && at.y >= y && at.y <= y + height;
}

/** Where a seat's n-th piece at home stands, of so many. */
export function homePlace(board: Layout, seat: number, n: number, of: number): Point {
  const tray = board.trays[seat]!;
  const across = board.below ? of : Math.ceil(of / 2);
  const rows = Math.ceil(of / across);
  const [column, row] = [n % across, Math.floor(n / across)];
  const top = board.below ? 34 : 44; // the label's
  return {
    x: tray.x + ((column + 0.5) / across) * (tray.width - 16) + 8,
    y: tray.y + top + ((row + 0.5) / rows) * (tray.height - top - 8),
  };
}

/** The squares from one to another along the track, without the first; past 30 is home. */
export function walk(from: number, to: number): number[] {
  const way = to >= from ? 1 : -1;
  const last = Math.min(to, LAST);
  const squares = Array.from({ length: Math.abs(last - from) }, (_, i) => from + way * (i + 1));
  return to > LAST ? [...squares, HOME] : squares;
}
