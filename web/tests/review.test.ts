import { expect, test } from "vitest";
import { highlights } from "../src/review/highlights";
import { decisive, LEAST, turningPoints } from "../src/review/turning";
import type { Chances, Happened } from "../src/types";

const event = (n: number, seat: number | null, more: Partial<Happened> = {}): Happened => ({
  ...{ n, seat, kind: "act", action: `a${n}`, told: `Event ${n}.`, at: 0, finish: null, back_to: null },
  ...more,
});
const chances = (n: number, seat: number, lost: number): Chances => ({
  n,
  seat,
  win: [0.5, 0.5],
  best: "better",
  told: "Better.",
  lost,
  changes: [],
  ahead: 0,
  reason: "",
});

test("turning points are the largest losses, in the order of the game", () => {
  const events = Array.from({ length: 10 }, (_, n) => event(n, n % 2));
  const judged = events.map(({ n }) => chances(n, n % 2, [0.1, 0.9, 0.2, 0, 0.8, 0.3, 0.7, LEAST / 2, 0.4, 0.15][n]!));
  const turns = turningPoints(events, judged);
  expect(turns.map(({ n }) => n)).toEqual([1, 4, 5, 6, 8]);
  expect(turns[0]).toMatchObject({ seat: 1, lost: 0.9, done: events[1], better: "Better." });
});

test("what was best, or small, is no turning point", () => {
  const events = [event(0, 0, { action: "better" }), event(1, 1)];
  expect(turningPoints(events, [chances(0, 0, 0.3), chances(1, 1, LEAST / 2)])).toEqual([]);
});

test("a game was decided by the loser's largest loss, or else by the winner's largest gain", () => {
  const events = Array.from({ length: 4 }, (_, n) => event(n, n % 2));
  const turns = turningPoints(
    events,
    events.map(({ n }) => chances(n, n % 2, [0.2, 0.9, 0.3, 0][n]!)),
  );
  expect(decisive([], turns, [0, 1])).toBe(2);
  expect(decisive([], turns, [1, 1])).toBe(1);
  const points = [0.5, 0.4, 0.8, 1].map((share, n) => ({ n: 10 * n, shares: [1 - share, share] }));
  expect(decisive(points, [], [0, 1])).toBe(10);
  expect(decisive([], [], [0, 1])).toBe(null);
});

test("each side's best move is the one that was furthest ahead, and its worst the one that gave most away", () => {
  const events = Array.from({ length: 6 }, (_, n) => event(n, n % 2));
  const judged = events.map(({ n }) => ({
    ...chances(n, n % 2, [0.1, 0, 0.4, 0, 0, 0][n]!),
    ahead: [0, 0.01, 0, 0, 0.2, 0][n]!,
  }));
  const [first, second] = highlights(events, judged, 2);
  expect(first).toEqual({ best: { n: 4, by: 0.2, done: events[4] }, worst: { n: 2, by: 0.4, done: events[2] } });
  expect(second).toEqual({ best: null, worst: null });
  expect(highlights(events.slice(2), judged, 2)[0]!.worst!.n).toBe(2);
});
