// What a layout is made of: segments that reach from bank to bank, and hands. All in pixels from the board's left upper corner.

export interface Point {
  x: number;
  y: number;
}

export interface Bank {
  seat: number;
  places: Point[]; // two for pieces, and behind them one for a river piece that is claimed
  names: [Point, Point]; // the middle of the set's name: usually, and behind a claimed river piece
}

export interface Reach {
  number: number;
  river: Point;
  middle: Point; // of all that belongs to the segment
  angle: number; // degrees by which the line from bank to bank is turned from the horizontal
  long: number; // how far the segment stretches from bank to bank
  broad: number; // and along the river
  banks: Bank[]; // the near one first
}

export interface Held {
  seat: number;
  places: Point[]; // the large, the medium and the small piece
  title: Point;
}

export interface Layout {
  kind: "columns" | "low" | "rows" | "star" | "abreast";
  width: number;
  height: number;
  piece: number; // the width of a place
  nameWidth: number;
  reaches: Reach[];
  hands: Held[];
  bag: Point;
  waters: [Point, Point][]; // the rivers' middle lines
  headings: { at: Point; seat: number }[]; // whose a bank is, where it is not plain
}

/** Which seats lie on which river's banks: of three rivers the one between the other two comes last. */
export interface Shore {
  number: number;
  seats: number[];
}

/** The seats at each segment's banks as one text, 01 01 12 …, and back. */
export const shoresText = (view: { segments: { sides: { seat: number }[] }[] }): string =>
  view.segments.map(({ sides }) => sides.map(({ seat }) => seat).join("")).join(" ");

export const shoresOf = (text: string): Shore[] =>
  text.split(" ").map((seats, n) => ({ number: n + 1, seats: [...seats].map(Number) }));

/** The two seats of a segment, one's own first. */
export const nearFirst = (seats: number[], near: number) =>
  (seats[1] === near ? [seats[1], seats[0]!] : seats) as [number, number];

/** A segment whose river piece is here, with its near bank that many degrees clockwise from the right. */
export function reach(
  shore: Shore,
  river: Point,
  degrees: number,
  near: number,
  piece: number,
  broad: number,
  name: number[],
): Reach {
  const angle = (degrees * Math.PI) / 180;
  const along = (distance: number): Point => ({
    x: river.x + distance * Math.cos(angle),
    y: river.y + distance * Math.sin(angle),
  });
  const steps = [1, 2, 3].map((n) => n * (piece + 2) + piece * 0.14);
  const long = 2 * (steps[2]! + piece / 2);
  const banks = nearFirst(shore.seats, near).map((seat, far): Bank => {
    const sign = far ? -1 : 1;
    return {
      seat,
      places: steps.map((step) => along(sign * step)),
      names: [along(sign * name[0]!), along(sign * name[1]!)],
    };
  });
  return { number: shore.number, river, middle: river, angle: degrees, long, broad, banks };
}

/** A hand's three pieces side by side. */
export const handPlaces = (middle: Point, piece: number): Point[] =>
  [-1, 0, 1].map((n) => ({ x: middle.x + n * (piece + 8), y: middle.y }));

/** The segment at a point of the board, if one is there. */
export function reachAt(reaches: Reach[], x: number, y: number): Reach | null {
  return (
    reaches.find(({ middle, angle, long, broad }) => {
      const turn = (-angle * Math.PI) / 180;
      const [dx, dy] = [x - middle.x, y - middle.y];
      const along = dx * Math.cos(turn) - dy * Math.sin(turn);
      const across = dx * Math.sin(turn) + dy * Math.cos(turn);
      return Math.abs(along) <= long / 2 && Math.abs(across) <= broad / 2;
    }) ?? null
  );
}
