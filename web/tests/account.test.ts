import { expect, test } from "vitest";
import { accounts, verdict } from "../src/review/account";
import { effects, highest, stretches } from "../src/review/effects";
import { words } from "../src/puzzles/texts";
import type { Chances, Happened } from "../src/types";

const event = (n: number, seat: number | null, back_to: number | null = null): Happened => ({
  n,
  seat,
  kind: back_to === null ? "act" : "undo",
  action: "",
  told: "",
  at: 0,
  back_to,
  finish: null,
});
const chances = (n: number, seat: number | null, win: number[], changes: number[]): Chances => ({
  n,
  seat,
  win,
  best: null,
  told: null,
  lost: 0,
  ahead: 0,
  reason: "",
  changes,
});

const EVENTS = [event(0, null), event(1, 0), event(2, null), event(3, 1)];
const CHANCES = [
  chances(0, null, [0.5, 0.5], [0.2, -0.2]),
  chances(1, 0, [0.7, 0.3], [-0.1, 0.1]),
  chances(2, null, [0.6, 0.4], [0.1, -0.1]),
  chances(3, 1, [0.7, 0.3], [0.25, -0.25]),
  chances(4, null, [1, 0], [0, 0]),
];

test("luck, mistakes and the judge's error add up to the result", () => {
  const [first, second] = accounts(EVENTS, CHANCES);
  expect(first!.luck).toBeCloseTo(0.3);
  expect(first!.mistakes).toBeCloseTo(-0.1);
  expect(first!.others).toBeCloseTo(0.25);
  for (const [one, start, end] of [
    [first!, 0.5, 1],
    [second!, 0.5, 0],
  ] as const) {
    expect(start + one.luck + one.mistakes + one.others + one.error).toBeCloseTo(end);
  }
});

test("a game that was given up is judged up to there", () => {
  const events = [event(0, 0), { ...event(1, 1), kind: "resign" as const }];
  const judged = [chances(0, 0, [0.5, 0.5], [-0.2, 0.2]), chances(1, 1, [0.3, 0.7], [0, 0]), chances(2, null, [1, 0], [0, 0])];
  expect(accounts(events, judged)[0]!.error).toBeCloseTo(0);
});

test("what was taken back counts for nobody", () => {
  const events = [event(0, null), event(1, 0), event(2, 0, 1), event(3, 0)];
  const judged = [
    chances(0, null, [0.5, 0.5], [0, 0]),
    chances(1, 0, [0.5, 0.5], [-0.4, 0.4]),
    chances(2, 0, [0.1, 0.9], [0, 0]),
    chances(3, 0, [0.5, 0.5], [-0.1, 0.1]),
    chances(4, null, [0, 1], [0, 0]),
  ];
  expect(accounts(events, judged)[0]!.mistakes).toBeCloseTo(-0.1);
});

test("one sentence says who played better and who was luckier", () => {
  const [anna, ben] = [
    { luck: -0.3, mistakes: -0.1, others: 0, error: 0 },
    { luck: 0.3, mistakes: -0.6, others: 0, error: 0 },
  ];
  expect(verdict([anna, ben], ["Anna", "Ben"])).toBe("Anna played better; Ben was luckier.");
  expect(verdict([anna, { ...anna }], ["Anna", "Ben"])).toBe("Both played equally well, and neither was luckier.");
  expect(verdict([anna, ben, ben], ["Anna", "Ben", "Cem"])).toBe("");
});

test("a seat's bars are the luck of all events and its own mistakes, not those of others", () => {
  const all = effects(EVENTS, CHANCES);
  expect(stretches(all, 0, 4, 100)).toEqual([
    { first: 0, luck: 0.2, mistakes: 0 },
    { first: 1, luck: 0, mistakes: -0.1 },
    { first: 2, luck: 0.1, mistakes: 0 },
  ]);
  expect(stretches(all, 1, 4, 100).map(({ mistakes }) => mistakes)).toEqual([0, 0, -0.25]);
});

test("where there is no room for every event, bars are sums, and add up to the table", () => {
  const all = effects(EVENTS, CHANCES);
  for (const number of [1, 2, 3, 100]) {
    const luck = stretches(all, 0, 4, number).reduce((sum, one) => sum + one.luck, 0);
    expect(luck).toBeCloseTo(accounts(EVENTS, CHANCES)[0]!.luck);
  }
  expect(stretches(all, 0, 4, 1)).toHaveLength(1);
});

test("the highest bar of all lanes fills its lane, unless it is small itself", () => {
  const all = effects(EVENTS, CHANCES);
  expect(highest([stretches(all, 0, 4, 100), stretches(all, 1, 4, 100)])).toBeCloseTo(0.25);
  expect(highest([[]])).toBe(0.1);
});

test("what an event did is told in words for those who don't see the bars", () => {
  expect(words.effect(["Anna", "Ben"], effects(EVENTS, CHANCES)[0]!)).toBe("Luck: Anna +20, Ben −20.");
  expect(words.effect(["Anna", "Ben"], effects(EVENTS, CHANCES)[1]!)).toBe("Anna's choice: Anna −10, Ben +10.");
  expect(words.effect(["Anna", "Ben"], { seat: null, changes: [0.001, -0.001] })).toBe("");
});
