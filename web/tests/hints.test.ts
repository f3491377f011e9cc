import { expect, test } from "vitest";
import * as iriri from "../src/games/iriri/hints";
import * as poker from "../src/games/pyramid_poker/hints";
import * as river from "../src/games/river/hints";
import * as senet from "../src/games/senet/hints";
import { bow, labelled } from "../src/table/marks";
import type { PyramidPoker, Senet } from "../src/types";

const box = (x: number, y: number) => ({ x, y, width: 40, height: 40 });
const mark = (action: string, x: number, isPointed = false) => ({ action, label: "", isPointed, from: null, to: box(x, 0) });

test("an arrow ends at the edge of its goal", () => {
  expect(bow(box(0, 0), box(100, 0))).toMatch(/^M0.0 0.0Q50.0 -12.0 8\d/);
});

test("of marks at one place the first is labelled, unless another one is pointed at", () => {
  const actions = (marks: ReturnType<typeof mark>[]) => labelled(marks).map(({ action }) => action);
  expect(actions([mark("a", 0), mark("b", 0), mark("c", 50)])).toEqual(["a", "c"]);
  expect(actions([mark("a", 0), mark("b", 0, true), mark("c", 50)])).toEqual(["b", "c"]);
});

test("a hint of Senet leads from the piece to where it will stand", () => {
  const move = { action: 6, text: "6-9", start: 6, target: 9, reached: 9, end: 9, swaps: true, left: 0 };
  const view = { seat: 0, pieces: 5, home: [4, 0], moves: [move, { ...move, text: "30-off", end: 0 }] } as unknown as Senet.View;
  expect(senet.marks("6-9", view)).toEqual(['.man[data-square="6"]', '.tile[data-square="9"]']);
  expect(senet.marks("30-off", view)[1]).toBe('[data-tray="0"]');
});

test("a hint of A River in Egypt leads from the hand to a segment", () => {
  expect(river.marks("K3-5")).toEqual(['.held[data-piece="K3"]', '.reach[data-segment="5"]']);
  expect(river.marks("claim 4")).toEqual(['.reach[data-segment="4"]']);
});

test("a hint of Pyramid Poker leads from the block at hand to its place or hand", () => {
  const put = { action: 3, text: "put left", place: null, hand: 0, card: null, makes: "a pair", does: "" };
  const place = { action: 4, text: "place c1", place: "c1", hand: null, card: null, makes: null, does: "" };
  const view = { phase: "place", moves: [put, place] } as unknown as PyramidPoker.View;
  expect(poker.marks("put left", view)).toEqual([".grip", 'button.hand[data-hand="0"]']);
  expect(poker.marks("place c1", view)).toEqual([".grip", '[data-place="c1"]']);
});

test("a hint of Iriri leads to a place of the dictionary; what it lays, the board draws itself", () => {
  expect(iriri.marks("take 5 SY")).toEqual(['[data-place="5"]']);
  expect(iriri.marks("0,0 v LM")).toEqual([".hinted"]);
});
