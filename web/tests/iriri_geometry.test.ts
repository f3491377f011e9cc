import { describe, expect, test } from "vitest";
import { boundsOf, CELL, cellAt, fit, hold, nearest, pan, sees, zoom } from "../src/games/iriri/camera";
import { arc, circle, lengthOf, type Loop, spotAt, spots } from "../src/games/iriri/loop";

const WINDOW = { width: 300, height: 400 };

describe("the camera", () => {
  const cells = [
    { x: -2, y: 0 },
    { x: 5, y: 3 },
  ];
  const bounds = boundsOf(cells);

  test("fits all that is there with a cell to spare", () => {
    const camera = fit(bounds, WINDOW);
    expect(sees(camera, WINDOW, cells)).toBe(true);
    expect(
      sees(camera, WINDOW, [
        { x: -3, y: 0 },
        { x: 6, y: 0 },
      ]),
    ).toBe(true);
    expect(sees(camera, WINDOW, [{ x: -4, y: 0 }])).toBe(false);
  });

  test("an empty board is looked at from near, its first cell in the middle", () => {
    const camera = fit(boundsOf([]), WINDOW);
    expect(camera.scale).toBe(1);
    expect(cellAt(camera, 150, 200)).toEqual({ x: 0, y: 0 });
  });

  test("zooming leaves the point under the pointer where it is", () => {
    const before = fit(bounds, WINDOW);
    const after = zoom(before, 1.5, 70, 90);
    expect(after.scale).toBeCloseTo(before.scale * 1.5);
    expect((70 - after.x) / after.scale).toBeCloseTo((70 - before.x) / before.scale);
  });

  test("the board can't be pushed out of its window", () => {
    const lost = pan(fit(bounds, WINDOW), 9000, -9000);
    const held = hold(lost, bounds, WINDOW);
    expect(held.x + bounds.left * CELL * held.scale).toBeLessThan(WINDOW.width);
    expect(held.y + (bounds.bottom + 1) * CELL * held.scale).toBeGreaterThan(0);
  });

  test("a tap beside a small lit cell finds it, one far off does not", () => {
    const camera = { x: 0, y: 0, scale: 0.4 }; // cells of 24
    expect(nearest(camera, cells, 5 * 24 + 12 + 20, 3 * 24 + 12, 22)).toEqual({ x: 5, y: 3 });
    expect(nearest(camera, cells, 5 * 24 + 12 + 40, 3 * 24 + 12, 22)).toBeUndefined();
  });
});

describe("the dictionary's loop", () => {
  const round: Loop = { width: 200, height: 200, corner: 100 };
  const oblong: Loop = { width: 200, height: 300, corner: 40 };

  test("a loop that is all corner is a circle", () => {
    expect(lengthOf(round)).toBeCloseTo(2 * Math.PI * 100);
    for (const { x, y } of spots(round, 24)) expect(Math.hypot(x, y)).toBeCloseTo(100);
  });

  test("it begins at the top and goes clockwise", () => {
    const [first, second] = spots(oblong, 24);
    expect([first!.x, first!.y]).toEqual([0, -150]);
    expect(second!.x).toBeGreaterThan(0);
    expect(spotAt(oblong, lengthOf(oblong) / 2).y).toBeCloseTo(150);
    expect(spotAt(oblong, lengthOf(oblong) / 4).x).toBeCloseTo(100);
  });

  test("out is away from the middle, everywhere", () => {
    for (const { x, y, outX, outY } of spots(oblong, 40)) {
      expect(Math.hypot(outX, outY)).toBeCloseTo(1);
      expect(x * outX + y * outY).toBeGreaterThan(0);
    }
  });

  const ends = (path: string) => {
    const points = path
      .slice(1)
      .split("L")
      .map((point) => point.split(" ").map(Number));
    return { first: points[0]!, last: points.at(-1)!, count: points.length };
  };
  const place = (number: number) => {
    const { x, y } = spots(oblong, 12)[number - 1]!;
    return [expect.closeTo(x, 0), expect.closeTo(y, 0)];
  };

  test("an arc runs from a word's first piece to its last", () => {
    const { first, last } = ends(arc(oblong, 12, [4, 5, 6]));
    expect(first).toEqual(place(4));
    expect(last).toEqual(place(6));
  });

  test("past the last piece it goes on with the first, in both directions", () => {
    const forward = ends(arc(oblong, 12, [12, 1, 2]));
    const backward = ends(arc(oblong, 12, [2, 1, 12]));
    expect(forward.first).toEqual(place(12));
    expect(forward.last).toEqual(place(2));
    expect(backward.last).toEqual(place(12));
    expect(forward.count).toBe(backward.count);
  });

  test("the circle shrinks with its pieces, and not below its least", () => {
    expect(circle(24, 500, 50, 200).width).toBe(500);
    expect(circle(12, 500, 50, 200).width).toBeLessThan(300);
    expect(circle(4, 500, 50, 200).width).toBe(200);
  });
});
