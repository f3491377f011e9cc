// Where the points of a rating's graph lie, in a picture of 100 by 32.
import type { RatingPoint } from "../types";

const [WIDTH, HEIGHT] = [100, 32];

export interface Placed {
  x: number;
  y: number;
  low: number;
  high: number;
}

/** Every game is as far from the next, so that a holiday is no gap; the highest and lowest that a rating may be just fit. */
export function scale(points: RatingPoint[]): Placed[] {
  const highest = Math.max(...points.map((point) => point.points + point.uncertainty));
  const lowest = Math.min(...points.map((point) => point.points - point.uncertainty));
  const y = (value: number) => HEIGHT * (1 - (value - lowest) / Math.max(highest - lowest, 1));
  return points.map((point, i) => ({
    x: (WIDTH * i) / Math.max(points.length - 1, 1),
    y: y(point.points),
    low: y(point.points - point.uncertainty),
    high: y(point.points + point.uncertainty),
  }));
}

const path = (places: [number, number][]) =>
  places.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(2)} ${y.toFixed(2)}`).join("");

export const line = (placed: Placed[]): string => path(placed.map(({ x, y }) => [x, y]));

export function band(placed: Placed[]): string {
  const back = [...placed].reverse();
  return (
    path([...placed.map(({ x, high }): [number, number] => [x, high]), ...back.map(({ x, low }): [number, number] => [x, low])]) +
    "Z"
  );
}
