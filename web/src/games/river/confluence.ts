// Three rivers: they meet in the middle where there is room for that; in a low window they lie side by side.

import { handPlaces, type Held, type Layout, nearFirst, type Point, reach, type Reach, type Shore } from "./reach";

/** The nine segments as three rivers. */
const riversOf = (shores: Shore[]): Shore[][] => [0, 1, 2].map((n) => shores.slice(3 * n, 3 * n + 3));

const STAR_UP = 6.15; // pieces from the upper edge to where the rivers meet
const TITLE = 190; // pixels: whose hand it is, and what was claimed
const STAR_HIGH = STAR_UP + 8.1;

/** They are 120 degrees apart; between them sit the seats, oneself below, the others clockwise. */
export function star(width: number, near: number, shores: Shore[], room: number): Layout {
  const piece = Math.max(30, Math.min(width / 19, room < Infinity ? room / STAR_HIGH : 54));
  const up = piece * STAR_UP;
  const height = piece * STAR_HIGH;
  const middle = { x: width / 2, y: up };
  const reaches: Reach[] = [];
  const waters: Layout["waters"] = [];
  for (const river of riversOf(shores)) {
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
    const x = Math.min(Math.max(at.x, TITLE / 2), width - TITLE / 2);
    return { seat: (near + n) % 3, places: handPlaces(at, piece), title: { x, y: at.y - piece / 2 - 14 } };
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

/** The three rivers, those with one's own bank first. */
export function mineFirst(shores: Shore[], near: number): Shore[][] {
  return riversOf(shores).sort((a, b) => Number(b[0]!.seats.includes(near)) - Number(a[0]!.seats.includes(near)));
}
