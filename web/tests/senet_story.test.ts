import { expect, test } from "vitest";
import { centre, layout, walk } from "../src/games/senet/geometry";
import { section } from "../src/games/senet/rules";
import { moved, muster, retell, settle, wayOf } from "../src/games/senet/story";
import type { Happened, Senet } from "../src/types";

const MOVE: Senet.Move = { action: 24, text: "24-28", start: 24, target: 28, reached: 28, end: 28, swaps: false, left: 0 };

function position(cones: number[], reels: number[], moves: Senet.Move[] = []): Senet.View {
  const squares = Array.from({ length: 30 }, (_, i) => (cones.includes(i + 1) ? 0 : reels.includes(i + 1) ? 1 : null));
  const home = [2 - cones.length, 2 - reels.length];
  const rest = {
    phase: "move",
    seat: 0,
    throw: 4,
    left: 4,
    backward: false,
    moved: [],
    may_stop: false,
    throws: 3,
    winner: null,
  };
  return { squares, pieces: 2, home, moves, ...rest };
}

const act = (n: number, action: string): Happened => ({
  ...{ n, seat: 0, kind: "act", action, told: "", at: 0, finish: null, back_to: null },
});

const thrown = (n: number, value: number): Happened => ({ ...act(n, `throw ${value}`), seat: null });

const squares = (men: { id: number; square: number }[]) => men.map(({ square }) => square);

test("a piece that bounces off 28 goes there and back, and into the water", () => {
  const drowns = { ...MOVE, reached: 27, end: 15 };
  expect(wayOf(drowns)).toEqual([25, 26, 27, 28, 27]);
  const after = { ...position([15, 30], [28, 1]), seat: 1 };
  const steps = retell(position([24, 30], [28, 1], [drowns]), [act(0, "24-28"), thrown(1, 2)], after);
  expect(steps).toEqual([
    { kind: "move", from: 24, way: [25, 26, 27, 28, 27], end: 15, drowns: true, swaps: false, n: 0, seat: 0 },
    { kind: "throw", value: 2, n: 1, seat: 1 },
  ]);
});

test("whoever moves after a throw has thrown it; of a throw for the start nobody can tell", () => {
  const events = [thrown(0, 3), thrown(1, 2), thrown(2, 4), act(3, "9-13"), thrown(4, 1)];
  const steps = retell(null, events, { ...position([13], [12]), seat: 1 });
  expect(steps.map(({ n, seat }) => [n, seat])).toEqual([
    [0, null],
    [1, null],
    [2, 0],
    [3, 0],
    [4, 1],
  ]);
});

test("a piece that bounces back to its own square goes there and back, and stands where it stood", () => {
  const bounce = { ...MOVE, action: 28, text: "28-29", start: 28, target: 29, reached: 28, end: 28, left: 1 };
  expect(wayOf(bounce)).toEqual([29, 28]);
  expect(squares(moved(muster(position([13, 28], [29, 1])), 28, 28))).toEqual([13, 28, 1, 29]);
  expect(section(position([13, 28], [29, 1], [bounce]))).toBe("safe-squares-and-bounces");
});

test("the rules open where they apply", () => {
  expect(section(position([4], [9], [{ ...MOVE, reached: 27, end: 15 }]))).toBe("the-water");
  expect(section({ ...position([4], [9]), may_stop: true })).toBe("leftover-steps");
  expect(section({ ...position([4], [9]), backward: true })).toBe("no-forward-move");
  expect(section({ ...position([4], [9]), phase: "over" })).toBe("end-of-the-game");
});

test("a piece that is borne off walks to 30 and home", () => {
  expect(walk(28, 34)).toEqual([29, 30, 0]);
});

test("a move backward is walked backward", () => {
  expect(walk(12, 9)).toEqual([11, 10, 9]);
});

test("a move whose view was not sent goes straight to its goal", () => {
  const steps = retell(null, [act(0, "29-off")], position([], [12]));
  expect(steps).toEqual([{ kind: "move", from: 29, way: [0], end: 0, drowns: false, swaps: false, n: 0, seat: 0 }]);
});

test("a swap swaps", () => {
  const men = muster(position([4, 6], [5, 7]));
  expect(squares(moved(men, 4, 5))).toEqual([5, 6, 4, 7]);
});

test("men that stand right stay the same when a view comes from nowhere", () => {
  const men = muster(position([4, 6], [5, 7]));
  const settled = settle(men, position([6, 15], [5]));
  expect(squares(settled)).toEqual([15, 6, 5, 0]);
  expect(settled.map(({ id }) => id)).toEqual(men.map(({ id }) => id));
});

test("men come back on the board when a move is undone", () => {
  const men = muster(position([30], [5, 7]));
  expect(squares(settle(men, position([29, 30], [5, 7]))).sort()).toEqual([29, 30, 5, 7]);
});

test("neighbours on the track are neighbours on the board, upright or not, in a low window and a high one", () => {
  for (const board of [layout(360), layout(1000), layout(700, 300), layout(1000, 750)]) {
    for (let square = 1; square < 30; square++) {
      const [a, b] = [centre(board, square), centre(board, square + 1)];
      const apart = [Math.abs(a.x - b.x) / board.cell.width, Math.abs(a.y - b.y) / board.cell.height];
      expect(apart.sort()).toEqual([0, 1]);
    }
  }
});

test.each([
  [1000, 750],
  [1470, 900],
  [736, 820],
])("a window of %i by %i pixels is filled, and everything stays in view", (across, down) => {
  const board = layout(across, down);
  const high = board.height * (across / board.width);
  expect(board.below).toBe(true);
  expect(high + 150).toBeLessThanOrEqual(down);
  expect(high + 150).toBeGreaterThan(0.65 * down);
});

test.each([
  [700, 300],
  [1000, 400],
])("a low window of %i by %i pixels has the trays beside the board", (across, down) => {
  expect(layout(across, down).below).toBe(false);
});
