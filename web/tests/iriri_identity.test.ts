import { expect, test } from "vitest";
import { follow, NOTHING, regions, takenBy } from "../src/games/iriri/identity";

const begin = {
  dictionary: ["LB", "SY", "SY", "MB"],
  hands: [["SY", "MY"], ["LB"]],
  board: [{ x: 0, y: 0, piece: "LY" }],
};
const first = follow(NOTHING, begin);
const ids = (known: { id: number }[]) => known.map(({ id }) => id);

test("everything gets a number of its own", () => {
  expect(new Set(regions(first, []).keys()).size).toBe(8);
});

test("what stays keeps its number", () => {
  expect(follow(first, begin)).toEqual(first);
});

test("a taken piece goes from its place to the hand, even if its neighbour is alike", () => {
  const after = { ...begin, dictionary: ["LB", "SY", "MB"], hands: [["SY", "SY", "MY"], ["LB"]] };
  const known = follow(first, after, [3]);
  expect(ids(known.dictionary)).toEqual([0, 1, 3].map((i) => first.dictionary[i]!.id));
  expect(ids(known.hands[0]!)).toContain(first.dictionary[2]!.id);
});

test("a laid piece goes from the hand to the board", () => {
  const after = { ...begin, hands: [["MY"], ["LB"]], board: [...begin.board, { x: 1, y: 0, piece: "SY" }] };
  const known = follow(first, after);
  expect(known.board[1]!.id).toBe(first.hands[0]![0]!.id);
  expect(known.board[0]!.id).toBe(first.board[0]!.id);
});

test("taking back goes the same way back", () => {
  const after = { ...begin, hands: [["MY"], ["LB"]], board: [...begin.board, { x: 1, y: 0, piece: "SY" }] };
  const again = follow(follow(first, after), begin);
  expect(ids(again.hands[0]!)).toEqual(ids(first.hands[0]!));
});

test("events tell which places were taken", () => {
  expect(takenBy(["take 7 LY", "0,0 > SM", null, "take 12"])).toEqual([7, 12]);
});
