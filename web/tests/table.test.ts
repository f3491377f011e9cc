import { expect, test, vi } from "vitest";
import type { Happened } from "../src/types";

vi.stubGlobal("localStorage", { getItem: () => null });
vi.stubGlobal("document", { documentElement: { dataset: {} } });

const event = (n: number, back_to: number | null = null): Happened => ({
  ...{ n, seat: 0, kind: back_to === null ? "act" : "undo", action: null, told: "", at: 0, finish: null, back_to },
});

test("an undo takes back all events from its own aim on", async () => {
  const { takenBack } = await import("../src/table/table.svelte");
  expect([...takenBack([event(0), event(1), event(2), event(3, 1), event(4)])]).toEqual([1, 2]);
  expect(takenBack([event(0), event(1)]).size).toBe(0);
});
