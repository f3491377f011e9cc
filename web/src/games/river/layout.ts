// Where everything lies, in pixels of the width there is. A segment is a point in the river and a direction: from the river to the
// near bank, which is one's own wherever one has one. Three ways to lay them: the river from left to right, from top to
// bottom on a phone, and three rivers that meet.

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
  kind: "columns" | "low" | "rows" | "star";
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

const COLUMNS_FROM = 640; // narrower is a phone, where columns would be too narrow to touch
const STAR_FROM = 760;
const BAR = 56; // pixels below the board, for what can be claimed
const LEAST_ROOM = 500; // pixels: in a lower window hands lie beside the segments

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

/** For so many pixels across, and so many down where that is known. */
export function layout(width: number, seats: number, near: number, shores: Shore[], room = Infinity): Layout {
  if (seats === 3) return width >= STAR_FROM ? star(width, near, shores, room - BAR) : rows(width, near, shores, 3, Infinity);
  if (width < COLUMNS_FROM) return rows(width, near, shores, 2, room);
  const above = room - BAR;
  return above < LEAST_ROOM ? low(width, near, shores, above) : columns(width, near, shores, above);
}

const nearFirst = (seats: number[], near: number) => (seats[1] === near ? [seats[1], seats[0]!] : seats) as [number, number];

function reach(shore: Shore, river: Point, degrees: number, near: number, piece: number, broad: number, name: number[]): Reach {
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

const MOST_PIECE = 62; // where it is not known how high the window is
const MIDDLES = 2 * 4.64; // pieces from edge to edge

function columns(width: number, near: number, shores: Shore[], room: number): Layout {
  const column = width / shores.length;
  const piece = Math.min(column - 12, room < Infinity ? (room - 128) / MIDDLES : MOST_PIECE);
  const middle = piece * 4.64 + 64;
  const reaches = shores.map((shore, i) =>
    reach(shore, { x: (i + 0.5) * column, y: middle }, 90, near, piece, column - 4, [piece * 2.72 + 22, piece * 3.78 + 22]),
  );
  const height = 2 * middle;
  const far = nearFirst(shores[0]!.seats, near)[1];
  return {
    kind: "columns",
    width,
    height,
    piece,
    nameWidth: column - 4,
    reaches,
    hands: [
      {
        seat: near,
        places: handPlaces({ x: width / 2, y: height - piece / 2 - 6 }, piece),
        title: { x: width / 2 - piece * 2 - 8, y: height - piece / 2 - 6 },
      },
      {
        seat: far,
        places: handPlaces({ x: width / 2, y: piece / 2 + 6 }, piece),
        title: { x: width / 2 - piece * 2 - 8, y: piece / 2 + 6 },
      },
    ],
    bag: { x: width / 2 + piece * 3.2, y: height - 38 },
    waters: [
      [
        { x: -20, y: middle },
        { x: width + 20, y: middle },
      ],
    ],
    headings: [],
  };
}

/** As columns, with the hands on the left. */
function low(width: number, near: number, shores: Shore[], room: number): Layout {
  const piece = Math.max(28, Math.min(50, (room - 52) / 7.3));
  const step = Math.max(piece + 8, 46); // a finger hits each of a hand
  const aside = 3 * step + 18;
  const column = (width - aside) / shores.length;
  const middle = piece * 3.64 + 26;
  const reaches = shores.map((shore, i) =>
    reach(shore, { x: aside + (i + 0.5) * column, y: middle }, 90, near, piece, column - 4, [
      piece * 2.72 + 16,
      piece * 3.78 + 12,
    ]),
  );
  const far = nearFirst(shores[0]!.seats, near)[1];
  const hand = (seat: number, y: number, above: number): Held => ({
    seat,
    places: [-1, 0, 1].map((n) => ({ x: aside / 2 + n * step, y })),
    title: { x: aside / 2, y: y + above * (step / 2 + 12) },
  });
  return {
    kind: "low",
    width,
    height: 2 * middle,
    piece,
    nameWidth: column - 4,
    reaches,
    hands: [hand(near, 2 * middle - step / 2 - 4, -1), hand(far, step / 2 + 4, 1)],
    bag: { x: aside / 2, y: middle },
    waters: [
      [
        { x: aside, y: middle },
        { x: width + 20, y: middle },
      ],
    ],
    headings: [],
  };
}

const handPlaces = (middle: Point, piece: number): Point[] =>
  [-1, 0, 1].map((n) => ({ x: middle.x + n * (piece + 8), y: middle.y }));

const ROW_NAME = 15; // the height of a set's name under its pieces

function rows(width: number, near: number, shores: Shore[], seats: number, room: number): Layout {
  const piece = Math.min(58, Math.max(40, Math.min((width - 26) / 7.16, (room - 258) / 11)));
  const row = piece + ROW_NAME + 4;
  const heading = 22;
  const top = piece + 32;
  const groups = seats === 3 ? mineFirst(shores, near) : [shores];
  const headings: Layout["headings"] = [];
  const waters: Layout["waters"] = [];
  const reaches: Reach[] = [];
  let y = top;
  for (const group of groups) {
    nearFirst(group[0]!.seats, near).forEach((seat, far) => {
      headings.push({ at: { x: width / 2 + (far ? 1 : -1) * piece * 1.7, y: y + heading / 2 }, seat });
    });
    waters.push([
      { x: width / 2, y: y + 4 },
      { x: width / 2, y: y + heading + row * group.length - 8 },
    ]);
    y += heading;
    for (const shore of group) {
      const middle = { x: width / 2, y: y + piece / 2 + 3 };
      const made = reach(shore, middle, 180, near, piece, row - 2, [piece * 2.08, piece * 2.26]);
      made.middle = { x: middle.x, y: middle.y + ROW_NAME / 2 };
      for (const bank of made.banks) for (const name of bank.names) name.y += piece / 2 + ROW_NAME / 2 + 1;
      reaches.push(made);
      y += row;
    }
  }
  const height = y + piece + 32;
  const others = [...new Set(shores.flatMap((shore) => shore.seats))].filter((seat) => seat !== near).sort();
  const hands = others.map((seat, i): Held => {
    const x = others.length === 1 ? width / 2 : width * (0.25 + 0.5 * i);
    return {
      seat,
      places: handPlaces({ x, y: 26 + piece / 2 }, others.length === 1 ? piece : Math.min(piece, width / 7.4)),
      title: { x, y: 11 },
    };
  });
  const mine = { x: width * 0.42, y: height - piece / 2 - 5 };
  hands.unshift({ seat: near, places: handPlaces(mine, piece), title: { x: mine.x, y: height - piece - 19 } });
  return {
    kind: "rows",
    width,
    height,
    piece,
    nameWidth: piece * 3.3,
    reaches: reaches.sort((a, b) => a.number - b.number),
    hands,
    bag: { x: width * 0.87, y: height - 36 },
    waters,
    headings,
  };
}

/** The three rivers, those with one's own bank first. */
function mineFirst(shores: Shore[], near: number): Shore[][] {
  const rivers = [0, 1, 2].map((n) => shores.slice(3 * n, 3 * n + 3));
  return rivers.sort((a, b) => Number(b[0]!.seats.includes(near)) - Number(a[0]!.seats.includes(near)));
}

const STAR_UP = 6.15; // pieces from the upper edge to where the rivers meet
const STAR_HIGH = STAR_UP + 8.1;

// Three rivers meet in the middle, 120 degrees apart; between them sit the seats, oneself below, the others clockwise.
function star(width: number, near: number, shores: Shore[], room: number): Layout {
  const piece = Math.max(30, Math.min(width / 19, room < Infinity ? room / STAR_HIGH : 54));
  const up = piece * STAR_UP;
  const height = piece * STAR_HIGH;
  const middle = { x: width / 2, y: up };
  const reaches: Reach[] = [];
  const waters: Layout["waters"] = [];
  for (const river of [0, 1, 2].map((n) => shores.slice(3 * n, 3 * n + 3))) {
    const [one, other] = nearFirst(river[0]!.seats, near);
    const isLeft = other === (near + 1) % 3; // clockwise from oneself sits the seat on the left
    const spoke = one === near ? (isLeft ? 150 : 30) : 270; // where the river runs to, in degrees clockwise from the right
    const toward = one === near ? (isLeft ? 60 : 120) : one === (near + 1) % 3 ? 180 : 0; // where its near bank is
    const out = (distance: number): Point => ({
      x: middle.x + distance * Math.cos((spoke * Math.PI) / 180),
      y: middle.y + distance * Math.sin((spoke * Math.PI) / 180),
    });
    waters.push([middle, out(piece * 6.2)]);
    river.forEach((shore, n) => {
      const names = toward % 180 ? [piece * 3.3, piece * 4.35] : [piece * 3.64, piece * 4.7];
      reaches.push(reach(shore, out(piece * (2.9 + 1.28 * n)), toward, near, piece, piece * 1.18, names));
    });
  }
  const side = (sign: number): Point => ({ x: middle.x + sign * piece * 7.4, y: middle.y - piece * 5.1 });
  const places = [{ x: middle.x, y: height - piece / 2 - 8 }, side(-1), side(1)];
  const hands = places.map((at, n): Held => {
    return { seat: (near + n) % 3, places: handPlaces(at, piece), title: { x: at.x, y: at.y - piece / 2 - 14 } };
  });
  return {
    kind: "star",
    width,
    height,
    piece,
    nameWidth: piece * 1.75,
    reaches,
    hands,
    bag: { x: middle.x + piece * 3.4, y: height - 38 },
    waters,
    headings: [],
  };
}

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
