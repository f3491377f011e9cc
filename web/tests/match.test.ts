import { expect, test } from "vitest";
import { withResult } from "../src/table/match";
import type { Chair } from "../src/types";

const ada: Chair = { name: "Cones", user: "u1", title: "Ada", bot: null, present: true, is_program: false };
const farmer: Chair = { name: "Reels", user: null, title: "Farmer", bot: "farmer", present: true, is_program: false };

test("a match is scored by players, on whichever seat they sit", () => {
  const first = withResult({}, [ada, farmer], [1, 0]);
  const second = withResult(first, [farmer, ada], [1, 0]);
  expect(withResult(second, [ada, farmer], [1, 0])).toEqual({ u1: 2, Farmer: 1 });
});

test("a draw is shared", () => {
  expect(withResult({ u1: 1 }, [ada, farmer], [0.5, 0.5])).toEqual({ u1: 1.5, Farmer: 0.5 });
});
