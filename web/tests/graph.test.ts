import { expect, test } from "vitest";
import { band, line, scale } from "../src/people/graph";

const points = [
  { at: 1, points: 1000, uncertainty: 200 },
  { at: 2, points: 1100, uncertainty: 100 },
  { at: 9, points: 1100, uncertainty: 100 },
];

test("the highest and the lowest that a rating may be just fit, and games are evenly spaced", () => {
  const placed = scale(points);
  expect(placed.map(({ x }) => x)).toEqual([0, 50, 100]);
  expect(placed[0]!.low).toBe(32);
  expect(placed[0]!.high).toBe(0);
  expect(placed[1]!.y).toBe(8);
});

test("the band goes along the top and comes back along the bottom", () => {
  expect(band(scale(points))).toBe("M0.00 0.00L50.00 0.00L100.00 0.00L100.00 16.00L50.00 16.00L0.00 32.00Z");
  expect(line(scale(points.slice(0, 1)))).toBe("M0.00 16.00");
});
