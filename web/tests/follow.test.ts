import { expect, test } from "vitest";
import { follow } from "../src/lib/follow";

const never = () => false;
const unknown = (was: { kind: string }) => was.kind === "?";
const at = (pieces: { at: string; id: number }[], place: string) => pieces.find((piece) => piece.at === place)?.id;

test("what stays is the same, what moves keeps its id, what comes is new", () => {
  const first = follow(
    [],
    [
      { at: "a", kind: "K3" },
      { at: "b", kind: "K3" },
    ],
    never,
  );
  const second = follow(
    first,
    [
      { at: "c", kind: "K3" },
      { at: "a", kind: "K3" },
      { at: "d", kind: "R1" },
    ],
    never,
  );
  expect(at(second, "a")).toBe(at(first, "a"));
  expect(at(second, "c")).toBe(at(first, "b"));
  expect(first.map(({ id }) => id)).not.toContain(at(second, "d"));
});

test("a piece that was not known is the one that fits", () => {
  const first = follow([], [{ at: "hand", kind: "?" }], never);
  expect(at(follow(first, [{ at: "side", kind: "K3" }], unknown), "side")).toBe(at(first, "hand"));
  expect(at(follow(first, [{ at: "side", kind: "K3" }], never), "side")).not.toBe(at(first, "hand"));
});

test("the order is that of the ids, so that elements never change places", () => {
  const first = follow(
    [],
    ["a", "b", "c"].map((place) => ({ at: place, kind: place })),
    never,
  );
  const second = follow(
    first,
    ["c", "a", "b"].map((place) => ({ at: place, kind: place })),
    never,
  );
  expect(second.map(({ at: place }) => place)).toEqual(["a", "b", "c"]);
});
