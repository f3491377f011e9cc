// Where everything stands, in pixels of the width there is: the pyramid in the middle, the other's hands above it, one's own below.
// Beside the pyramid, or on a narrow screen below it, is the table: the block at hand, or those turned up for a joker. In a low
// window the hands stand beside the pyramid, so that all of it is seen at once.

export interface Point {
  x: number; // the left upper corner
  y: number;
}

export interface Spot extends Point {
  scale: number;
  z: number; // what lies higher hides what lies lower
}

export interface Column extends Point {
  width: number;
  height: number;
}

export interface Layout {
  width: number;
  height: number;
  block: { width: number; height: number; depth: number };
  base: Column; // the foundation
  hands: [Column[], Column[]]; // near and far; none while the pyramid is built
  card: { scale: number; step: number }; // of blocks that lie in hands
  tray: [Point, Point]; // where the block at hand is, near and far
  supply: [Point, Point];
  aside: Point; // the blocks that nobody looks at
  turned: Point[]; // three
  titles: [Point, Point]; // whose side it is, near and far
  words: Column; // what is to be done
}

/** While the pyramid is built nobody has a hand; when all is done there is no pyramid. */
export type Stage = "building" | "taking" | "done";

const ROWS = 7; // no more can be built of thirty blocks
const COLUMNS = 8;
const BLOCKS_ACROSS = 14.2; // the foundation with three blocks on either side
const NAME = 34; // two lines under a hand
const USUAL_ROOM = 878; // as high as a board may be where nobody says so
const LEAST_ROOM = 520; // the least in which hands stand above and below the pyramid
const PHONE = 640;

/** For so many pixels across, and so many down where that is known. */
export function layout(width: number, stage: Stage, room = USUAL_ROOM): Layout {
  if (width < PHONE || stage === "done") return high(width, stage, room);
  if (room < LEAST_ROOM) return low(width, stage, room);
  return stage === "building" ? building(width, room) : high(width, stage, room);
}

/** From a pile's place down to its uppermost lid; above the place, where blocks are low. */
export const pileTop = (block: Layout["block"]): number => block.height - Math.max(20, block.height * 0.36) - 22;

function high(width: number, stage: Stage, room: number): Layout {
  const depth = width < PHONE ? 6 : 11;
  const [across, down] = [Math.floor((width - 60) / BLOCKS_ACROSS), Math.floor((room - 206) / (ROWS + 1))];
  const most = Math.max(64, Math.min(across, down)); // a large window has larger blocks
  const block = { width: Math.min(most, Math.floor((width - depth - 2) / COLUMNS)), height: 0, depth };
  block.height = Math.round(block.width * (width < PHONE ? 1.06 : 0.92));
  const three = 3 * (block.width + 2) + depth;
  const isWide = width >= COLUMNS * block.width + 2 * (three + 12);
  const hands = handSizes(width, block);
  const hasHands = stage !== "building";
  const top = hasHands ? hands.height + 16 : 8;
  const foot = top + depth + ROWS * block.height + 6; // where the lowest row stands
  const left = (width - COLUMNS * block.width - depth) / 2;
  const tray = isWide ? foot - block.height - 14 : foot + 46 + depth;
  const below = stage === "done" ? top + 20 : isWide ? foot + 42 : tray + block.height + 14;
  const side = isWide ? (left - three) / 2 : 8;
  const turned = [0, 1, 2].map((n) => ({ x: side + n * (block.width + 2 + (isWide ? 0 : depth)), y: tray }));
  const words = turned[2]!.x + block.width + depth + 10;
  return {
    width,
    height: below + (hasHands ? hands.height + 6 : 0),
    block,
    base: { x: left - 4, y: foot, width: COLUMNS * block.width + 8, height: 14 },
    hands: hasHands ? [columns(width, below, hands), columns(width, 6, hands)] : [[], []],
    card: { scale: hands.scale, step: hands.step },
    tray: [turned[1]!, { x: 6 + block.width + 10, y: top + depth + 26 }],
    supply: [turned[0]!, { x: 6, y: top + depth + 26 }],
    titles: [
      { x: side, y: isWide ? tray + block.height + 6 : foot + 24 },
      { x: 8, y: top + (stage === "done" ? -8 : 4) },
    ],
    aside: { x: width - block.width - depth - 6, y: top + depth + 26 },
    turned,
    words: isWide
      ? { x: 8, y: tray - block.height * 1.5, width: left - 16, height: block.height }
      : { x: words, y: tray - 4, width: width - words - 8, height: block.height + 8 },
  };
}

const MOST_BLOCK = 116; // pixels
const LOWER = 0.92; // a block's height, of its width

/** Nobody has a hand yet, so blocks are as large as the window: what is not built of them lies in the corners above. */
function building(width: number, room: number): Layout {
  const depth = 11;
  const [across, down] = [(width - depth - 24) / COLUMNS, (room - 66) / (ROWS * LOWER)];
  const block = { width: Math.floor(Math.min(MOST_BLOCK, across, down)), height: 0, depth };
  block.height = Math.round(block.width * LOWER);
  const foot = depth + 14 + ROWS * block.height;
  const left = (width - COLUMNS * block.width - depth) / 2;
  const y = depth + 30;
  const two = 2 * block.width + depth + 10;
  const [mine, theirs] = [12, width - two - 12].map((x) => [
    { x, y },
    { x: x + block.width + 10, y },
  ]) as [[Point, Point], [Point, Point]];
  return {
    width,
    height: foot + 40,
    block,
    base: { x: left - 4, y: foot, width: COLUMNS * block.width + 8, height: 14 },
    hands: [[], []],
    card: { scale: 1, step: 0 },
    tray: [mine[1], theirs[1]],
    supply: [mine[0], theirs[0]],
    titles: [
      { x: 12, y: 8 },
      { x: width - two - 12, y: 8 },
    ],
    aside: { x: width - block.width - depth - 12, y: y + block.height + 24 - Math.max(0, pileTop(block)) },
    turned: [],
    words: { x: 12, y: y + block.height + 8, width: left + 2 * block.width - 24, height: block.height * 0.8 },
  };
}

const TOUCHED = 44; // pixels: the least that a finger hits

function low(width: number, stage: Stage, room: number): Layout {
  const depth = 6;
  const block = { width: TOUCHED, height: Math.max(26, Math.min(40, Math.floor((room - 50) / ROWS))), depth };
  const foot = 14 + depth + ROWS * block.height;
  const left = (width - COLUMNS * block.width - depth) / 2;
  const card = { scale: 0.84, step: (left - 24 - block.width) / 4 };
  const hand = { width: left - 8, height: block.height * card.scale + depth + 12 + NAME };
  const stacked = (x: number) => [0, 1, 2].map((n): Column => ({ x, y: 4 + n * (hand.height + 2), ...hand }));
  const isTaking = stage === "taking";
  const [above, right] = [8 + depth, width - left]; // the corners above the pyramid are free
  const three = 3 * (block.width + 2);
  const start = isTaking ? left : (left - three) / 2;
  const turned = [0, 1, 2].map((n) => ({ x: start + n * (block.width + 2), y: isTaking ? above : foot - block.height - 14 }));
  const far = { x: isTaking ? right - block.width - depth : 6, y: isTaking ? above : above + 22 };
  const under = 3 * (hand.height + 2) + 8;
  return {
    width,
    height: Math.max(foot + 24, isTaking ? under + 20 : 0),
    block,
    base: { x: left - 4, y: foot, width: COLUMNS * block.width + 8, height: 14 },
    hands: isTaking ? [stacked(4), stacked(right + 4)] : [[], []],
    card,
    tray: [turned[1]!, isTaking ? { ...far, x: far.x - block.width - 2 } : { x: block.width + 16, y: far.y }],
    supply: [turned[0]!, far],
    titles: isTaking
      ? [
          { x: 8, y: under },
          { x: right + 8, y: under },
        ]
      : [
          { x: start, y: foot - 8 },
          { x: 8, y: 6 },
        ],
    aside: { x: isTaking ? far.x : width - block.width - depth - 6, y: 26 - pileTop(block) },
    turned,
    words: isTaking
      ? { x: left, y: above + block.height + 10, width: 2.4 * block.width, height: block.height }
      : { x: 8, y: turned[0]!.y - block.height * 2, width: left - 16, height: block.height },
  };
}

interface Hands {
  column: number; // the width of one
  height: number;
  scale: number;
  step: number;
}

function handSizes(width: number, block: Layout["block"]): Hands {
  const column = Math.min(width / 3, Math.max(300, 4.2 * block.width)) - 6;
  const scale = width < PHONE ? 0.84 : 0.86;
  const card = block.width * scale;
  const step = Math.min(card + 5, (column - card - 10 - block.depth) / 4);
  return { column, scale, step, height: block.height * scale + block.depth + 12 + NAME };
}

function columns(width: number, y: number, hands: Hands): Column[] {
  const left = (width - 3 * hands.column - 12) / 2;
  return [0, 1, 2].map((n) => ({ x: left + n * (hands.column + 6), y, width: hands.column, height: hands.height }));
}

/** Where a place of the pyramid is. */
export function placePoint(board: Layout, row: number, column: number): Point {
  const { width, height } = board.block;
  return { x: board.base.x + 4 + (column + row / 2) * width, y: board.base.y - (row + 1) * height };
}

/** Where the n-th card of a hand lies. */
export function cardSpot(board: Layout, far: boolean, hand: number, n: number): Spot {
  const column = board.hands[far ? 1 : 0][hand]!;
  const { scale, step } = board.card;
  return { x: column.x + 5 + n * step, y: column.y + 5 + board.block.depth * scale, scale, z: 100 + n };
}

/** Which of these places a dragged block was dropped on: the one that its middle is over, or nearly. */
export function nearest<T extends Point>(places: T[], x: number, y: number, reach: number): T | null {
  const found = places.map((place) => ({ place, far: Math.hypot(place.x - x, place.y - y) })).sort((a, b) => a.far - b.far)[0];
  return found && found.far <= reach ? found.place : null;
}
