// Where everything lies, in pixels of the width there is. A segment is a point in the river and a direction: from the river to the
// near bank, which is one's own wherever one has one. The river runs from left to right, or from top to bottom on a phone; three
// rivers meet, or lie side by side in a low window.

import { star } from "./confluence";
import { handPlaces, type Held, type Layout, nearFirst, reach, type Shore } from "./reach";
import { abreast, rows } from "./rows";

const COLUMNS_FROM = 640; // narrower is a phone, where columns would be too narrow to touch
const STAR_FROM = 720;
const BAR = 56; // pixels below the board, for what can be claimed
const LEAST_ROOM = 500; // pixels: in a lower window hands lie beside the segments
const LEAST_STAR = 540; // and three rivers side by side

/** For so many pixels across, and so many down where that is known. */
export function layout(width: number, seats: number, near: number, shores: Shore[], room = Infinity): Layout {
  const above = room - BAR;
  if (width < COLUMNS_FROM) return rows(width, near, shores, seats, room);
  if (seats === 3) {
    const isWide = width >= STAR_FROM && above >= LEAST_STAR;
    return isWide ? star(width, near, shores, above) : abreast(width, near, shores, above);
  }
  return above < LEAST_ROOM ? low(width, near, shores, above) : columns(width, near, shores, above);
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
  const piece = Math.max(26, Math.min(50, (room - 64) / 7.3));
  const step = Math.max(piece + 8, 46); // a finger hits each of a hand
  const aside = 3 * step + 18;
  const column = (width - aside) / shores.length;
  const middle = piece * 3.64 + 33; // with two lines for the name of a claimed set
  const reaches = shores.map((shore, i) =>
    reach(shore, { x: aside + (i + 0.5) * column, y: middle }, 90, near, piece, column - 4, [
      piece * 2.72 + 16,
      piece * 3.64 + 18,
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
