import { expect, test } from "vitest";
import { nextInDirection } from "../src/lib/arrows";

const GRID = [0, 100, 200].flatMap((y) => [0, 100, 200].map((x) => ({ x, y })));

test("an arrow goes to the nearest in its direction", () => {
  const middle = { x: 100, y: 100 };
  const to = (key: string) => GRID[nextInDirection(middle, GRID, key)!];
  expect(to("ArrowLeft")).toEqual({ x: 0, y: 100 });
  expect(to("ArrowRight")).toEqual({ x: 200, y: 100 });
  expect(to("ArrowUp")).toEqual({ x: 100, y: 0 });
  expect(to("ArrowDown")).toEqual({ x: 100, y: 200 });
});

test("where nothing lies, it goes nowhere", () => {
  expect(nextInDirection({ x: 0, y: 0 }, GRID, "ArrowUp")).toBeNull();
  expect(nextInDirection({ x: 0, y: 0 }, [], "ArrowDown")).toBeNull();
});
