// Rivers that run from top to bottom: one or three below one another on a phone, or three side by side.

import { mineFirst } from "./confluence";
import { handPlaces, type Held, type Layout, nearFirst, type Point, reach, type Reach, type Shore } from "./reach";

const ROW_NAME = 15; // the height of a set's name under its pieces
const HEADING = 22; // and of whose bank it is, above the first segment
const TOUCHED = 44; // pixels: the least that a finger hits

interface River {
  reaches: Reach[];
  water: [Point, Point];
  headings: Layout["headings"];
}

const rowOf = (piece: number): number => piece + ROW_NAME + 4;

/** How many pieces from a river's middle a bank's heading is, and a set's name: usually, and behind a claimed river piece. */
type Asides = { heading: number; names: [number, number] };
const ALONE: Asides = { heading: 1.7, names: [2.08, 2.26] };
const BESIDE_OTHERS: Asides = { heading: 2.2, names: [1.7, 1.7] };

/** A river from this point down, with its segments below one another. */
function river(shores: Shore[], near: number, top: Point, piece: number, asides: Asides): River {
  const row = rowOf(piece);
  const reaches = shores.map((shore, n) => {
    const middle = { x: top.x, y: top.y + HEADING + n * row + piece / 2 + 3 };
    const made = reach(
      shore,
      middle,
      180,
      near,
      piece,
      row - 2,
      asides.names.map((one) => one * piece),
    );
    made.middle = { x: middle.x, y: middle.y + ROW_NAME / 2 };
    for (const bank of made.banks) for (const name of bank.names) name.y += piece / 2 + ROW_NAME / 2 + 1;
    return made;
  });
  const headings = nearFirst(shores[0]!.seats, near).map((seat, far) => ({
    at: { x: top.x + (far ? 1 : -1) * piece * asides.heading, y: top.y + HEADING / 2 },
    seat,
  }));
  const end = { x: top.x, y: top.y + HEADING + row * shores.length - 8 };
  return { reaches, water: [{ x: top.x, y: top.y + 4 }, end], headings };
}

const together = (rivers: River[]): Pick<Layout, "reaches" | "waters" | "headings"> => ({
  reaches: rivers.flatMap((one) => one.reaches).sort((a, b) => a.number - b.number),
  waters: rivers.map((one) => one.water),
  headings: rivers.flatMap((one) => one.headings),
});

const othersAt = (shores: Shore[], near: number): number[] =>
  [...new Set(shores.flatMap((shore) => shore.seats))].filter((seat) => seat !== near).sort();

/** All rivers below one another, as on a phone. */
export function rows(width: number, near: number, shores: Shore[], seats: number, room: number): Layout {
  const groups = seats === 3 ? mineFirst(shores, near) : [shores];
  const [least, around] = seats === 3 ? [33, 306] : [40, 259];
  const piece = Math.min(58, Math.max(least, Math.min((width - 26) / 7.16, (room - around) / 11)));
  const top = piece + 32;
  const high = HEADING + rowOf(piece) * groups[0]!.length;
  const rivers = groups.map((group, n) => river(group, near, { x: width / 2, y: top + n * high }, piece, ALONE));
  const height = top + groups.length * high + piece + 32;
  const others = othersAt(shores, near);
  const hands = others.map((seat, i): Held => {
    const x = others.length === 1 ? width / 2 : width * (0.25 + 0.5 * i);
    const places = handPlaces({ x, y: 26 + piece / 2 }, others.length === 1 ? piece : Math.min(piece, width / 7.4));
    return { seat, places, title: { x, y: 11 } };
  });
  const mine = { x: width * 0.42, y: height - Math.max(piece, TOUCHED) / 2 - 6 };
  const places = handPlaces(mine, Math.max(piece, TOUCHED - 6));
  hands.unshift({ seat: near, places, title: { x: mine.x, y: height - piece - 19 } });
  const bag = { x: width * 0.87, y: height - 36 };
  return { kind: "rows", width, height, piece, nameWidth: piece * 3.3, hands, bag, ...together(rivers) };
}

/** Three rivers side by side, in a low window: the others' hands above, one's own below. */
export function abreast(width: number, near: number, shores: Shore[], room: number): Layout {
  const piece = Math.max(27, Math.min(54, (width - 40) / 21.9, (room - 152) / 4));
  const top = piece + 8;
  const rivers = mineFirst(shores, near).map((group, n) =>
    river(group, near, { x: (width * (n + 0.5)) / 3, y: top }, piece, BESIDE_OTHERS),
  );
  const end = top + HEADING + 3 * rowOf(piece);
  const touched = Math.max(piece + 4, TOUCHED);
  const height = end + touched + 12;
  const hand = (seat: number, x: number, y: number, step: number): Held => ({
    seat,
    places: handPlaces({ x, y }, step),
    title: { x: x - 1.5 * (step + 8) - 6, y },
  });
  const hands = [
    hand(near, width / 2, end + touched / 2 + 4, Math.max(piece, TOUCHED - 6)),
    ...othersAt(shores, near).map((seat, n) => hand(seat, width * (0.35 + 0.5 * n), piece / 2 + 4, piece - 4)),
  ];
  const bag = { x: width * 0.94, y: height - 34 };
  return { kind: "abreast", width, height, piece, nameWidth: piece * 3.3, hands, bag, ...together(rivers) };
}
