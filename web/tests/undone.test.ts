import { expect, test } from "vitest";
import { takenBack } from "../src/table/undone";
import type { Happened } from "../src/types";

const event = (n: number, back_to: number | null = null): Happened => ({
  ...{ n, seat: 0, kind: back_to === null ? "act" : "undo", action: null, told: "", at: 0, finish: null, back_to },
});

test("an undo takes back all events from its own aim on", () => {
  expect([...takenBack([event(0), event(1), event(2), event(3, 1), event(4)])]).toEqual([1, 2]);
  expect(takenBack([event(0), event(1)]).size).toBe(0);
});
