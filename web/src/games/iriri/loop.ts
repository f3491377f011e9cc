// The dictionary's place on the page: a closed line around the middle of a box. As wide as high and all corner it is a circle.

export interface Loop {
  width: number; // of the line, not of the pieces on it
  height: number;
  corner: number; // the radius of its corners
}

export interface Spot {
  x: number;
  y: number;
  outX: number; // the way out, as a unit vector
  outY: number;
}

/** So much of the way from one piece to the next is its own: squares on a slanting line need more than on a straight one. */
export const SLANTED = 0.74;

/** A circle around which `count` pieces of at most `widest` lie; it shrinks with them, down to `least` across. */
export function circle(count: number, across: number, widest: number, least: number): Loop {
  const fits = (count * widest) / SLANTED / Math.PI;
  const width = Math.max(Math.min(across, fits), Math.min(least, across));
  return { width, height: width, corner: width / 2 };
}

export function lengthOf({ width, height, corner }: Loop): number {
  return 2 * (width + height - 4 * corner) + 2 * Math.PI * corner;
}

/** The point at this distance along the loop, clockwise from the middle of its upper side. */
export function spotAt(loop: Loop, distance: number): Spot {
  const { width, height, corner } = loop;
  const [across, down] = [width - 2 * corner, height - 2 * corner];
  const bend = (Math.PI / 2) * corner;
  let rest = modulo(distance + across / 2, lengthOf(loop)); // from the beginning of the upper side
  for (let side = 0; side < 4; side++) {
    const straight = side % 2 ? down : across;
    if (rest <= straight) return turned(side, rest - straight / 2, -(side % 2 ? across : down) / 2 - corner, 0, -1);
    rest -= straight;
    if (rest < bend) return inBend(side, straight / 2, -(side % 2 ? across : down) / 2, corner, rest / corner);
    rest -= bend;
  }
  return spotAt(loop, 0); // a rounding error past the end
}

/** Where the pieces lie: the first in the middle of the upper side. */
export function spots(loop: Loop, count: number): Spot[] {
  const step = lengthOf(loop) / Math.max(count, 1);
  return Array.from({ length: count }, (_, i) => spotAt(loop, i * step));
}

/** The line through places of the dictionary (counted from 1) that are neighbours one after the other; it may go round. */
export function arc(loop: Loop, count: number, places: number[]): string {
  const step = lengthOf(loop) / count;
  const way = places.length > 1 && modulo(places[1]! - places[0]!, count) === 1 ? 1 : -1;
  const from = (places[0]! - 1) * step;
  const whole = Math.min(places.length - 1, count) * step;
  const parts = Math.max(1, Math.ceil(whole / 7));
  const points = Array.from({ length: parts + 1 }, (_, i) => spotAt(loop, from + (way * whole * i) / parts));
  return `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
}

function inBend(side: number, x: number, y: number, corner: number, angle: number): Spot {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return turned(side, x + corner * sin, y - corner * cos, sin, -cos);
}

/** A point of the upper side, when the loop is turned by quarters. */
function turned(side: number, x: number, y: number, outX: number, outY: number): Spot {
  if (side === 0) return { x, y, outX, outY };
  return turned(side - 1, -y, x, -outY, outX);
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by;
