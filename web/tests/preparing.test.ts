import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Preparing } from "../src/lib/preparing.svelte";
import { texts } from "../src/lib/texts";
import type { Preparation } from "../src/types";

const senet: Preparation = { game: "senet", share: 0.4, seconds_left: 8.2 };
const answer = vi.fn<() => Preparation[]>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(answer())));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  answer.mockReset();
});

test("games are asked for until all are ready", async () => {
  answer
    .mockReturnValueOnce([senet])
    .mockReturnValueOnce([{ ...senet, share: 0.9 }])
    .mockReturnValue([]);
  const preparing = new Preparing();
  preparing.watch();
  await vi.advanceTimersByTimeAsync(0);
  expect(preparing.of("senet")).toEqual(senet);
  expect(preparing.of("river")).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1000);
  expect(preparing.of("senet")?.share).toBe(0.9);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(preparing.games).toEqual([]);
  expect(answer).toHaveBeenCalledTimes(3);
});

test("who leaves the page asks no more", async () => {
  answer.mockReturnValue([senet]);
  const stop = new Preparing().watch();
  await vi.advanceTimersByTimeAsync(0);
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(answer).toHaveBeenCalledTimes(1);
});

test("an estimate is told in whole seconds, once there is one", () => {
  expect(texts.preparing("Senet", null)).toBe("Preparing Senet…");
  expect(texts.preparing("Senet", 8.2)).toBe("Preparing Senet… about 9 seconds left");
  expect(texts.preparing("Senet", 0.3)).toBe("Preparing Senet… about 1 second left");
});
