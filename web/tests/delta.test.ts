import { describe, expect, test } from "vitest";
import { merge } from "../src/lib/delta";
import type { Delta, Sync } from "../src/types";

const sync = { type: "sync", version: 4, n: 7, turn: "Your turn.", view: { phase: "move", board: ["a", "b", "c", "d"] } };
const before = sync as unknown as Sync;

function delta(parts: Partial<Delta>): Delta {
  return { type: "delta", version: 5, after: 4, n: 8, events: [], changed: {}, view: {}, edited: {}, ...parts };
}

describe("a delta", () => {
  test("leaves what it does not name", () => {
    expect(merge(before, delta({}))).toEqual({ ...sync, version: 5, n: 8, events: [] });
  });

  test("has new values of fields, and of fields of the view", () => {
    const after = merge(before, delta({ changed: { turn: "Ann's turn." }, view: { phase: "throw" } }));
    expect(after?.turn).toBe("Ann's turn.");
    expect(after?.view).toEqual({ ...sync.view, phase: "throw" });
  });

  test("replaces, removes and adds items of a list in its order", () => {
    const edits: Delta["edited"][string] = [
      [3, 1, []],
      [1, 1, ["x", "y"]],
    ];
    expect(merge(before, delta({ edited: { board: edits } }))?.view).toEqual({ ...sync.view, board: ["a", "x", "y", "c"] });
  });

  test("changes nothing of what was there before", () => {
    merge(before, delta({ view: { phase: "throw" }, edited: { board: [[0, 4, []]] } }));
    expect(before.view).toEqual(sync.view);
  });

  test("may bring the first view, or take it away", () => {
    const without = merge(before, delta({ changed: { view: null } }));
    expect(without?.view).toBeNull();
    expect(merge(without, delta({ after: 5, version: 6, changed: { view: { phase: "move" } } }))?.view).toEqual({
      phase: "move",
    });
  });

  test("that is of other things keeps the view itself, so that a piece stays in hand", () => {
    expect(merge(before, delta({ changed: { turn: "Ann's turn." } }))?.view).toBe(before.view);
  });

  test("is of no use without the message before it", () => {
    expect(merge(before, delta({ after: 3 }))).toBeNull();
    expect(merge(null, delta({}))).toBeNull();
  });
});
