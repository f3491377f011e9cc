import { expect, test } from "vitest";
import { clockText } from "../src/table/clocks";

test("clocks are read as people read them", () => {
  expect([7_200_000, 65_000, 9_430, 0, -5].map(clockText)).toEqual(["2:00:00", "1:05", "0:09.4", "0:00.0", "0:00.0"]);
});
