import { expect, test } from "vitest";
import { amount, between, place, range } from "../src/lab/figures";
import { botsFor, fromQuery, toQuery, usualWish, valuesOf } from "../src/lab/wish";
import type { GameInfo, LabFigure, OptionInfo } from "../src/types";

const option = (name: string, values: (string | number | boolean)[], scope: "rules" | "table" = "rules"): OptionInfo => ({
  name,
  title: name,
  explanation: "",
  choices: values.map((value) => ({ value, meaning: `${value}` })),
  default: values[0]!,
  default_between_people: null,
  default_with: [],
  ruling: "",
  scope,
  pattern: "",
});
const game = (name: string, seats: number[], real_time = false): GameInfo => ({
  name,
  title: name,
  sentence: "",
  credit: "",
  version: 1,
  seats,
  seat_names: [],
  options: [option("pieces", [5, 7]), option("safe", [true, false]), option("colours", ["x", "y"], "table")],
  presets: [],
  real_time,
  seats_by_lot: false,
  lesson: "",
});
const GAMES = [game("senet", [2]), game("war", [2, 3, 4], true)];
const figure = (unit: string, value: number | null, low = value, high = value): LabFigure => ({
  ...{ name: "x", n: 1, note: "" },
  ...{ unit, value, low, high },
});

test("a link says everything that is to be measured", () => {
  for (const wish of [
    { ...usualWish(GAMES[0]!), variants: [{ pieces: 7, safe: false }, {}], games: 1000, seed: 12 },
    { ...usualWish(GAMES[1]!), bots: ["uniform", "scribe", "farmer"] },
    { ...usualWish(GAMES[1]!), bots: ["vizier", "vizier", "vizier", "vizier"], variants: [{}] },
  ])
    expect(fromQuery(`?${toQuery(wish)}`, GAMES)).toEqual(wish);
});

test("what makes no sense in a link is as usual", () => {
  const usual = usualWish(GAMES[0]!);
  for (const search of ["", "?game=chess", "?bots=9*uniform&games=7&seed=-1", "?bots=pharaoh,uniform", "?bots=-3*uniform&seed=x"])
    expect(fromQuery(search, GAMES)).toEqual(usual);
  expect(fromQuery("?a=pieces:6,dragons:1,colours:y,safe:false", GAMES).variants).toEqual([{ safe: false }]);
  expect(fromQuery("?game=war&bots=2*policy", GAMES).bots).toEqual(["uniform", "uniform"]);
});

test("a variant has the default of every rule that it does not change", () => {
  expect(valuesOf(GAMES[0]!, { pieces: 7 })).toMatchObject({ pieces: 7, safe: true });
  expect(botsFor(GAMES[1]!)).not.toContain("policy");
});

test("figures have as many digits as their unit wants", () => {
  expect(amount(0.12345, "share")).toBe("12.3%");
  expect(amount(0.0282, "points")).toBe("+2.82 points");
  expect(amount(1234.567, "events")).toBe("1,234.57");
  expect(amount(null, "events")).toBe("not known yet");
  expect(between(figure("points", 0, -0.01, 0.01))).toBe("-1.00 to +1.00");
});

test("pictures of shares go from nothing to all, and those of points have their middle at even", () => {
  expect(range([figure("share", 0.2)])).toEqual([0, 1]);
  const points = range([figure("points", 0.02), figure("points", -0.3)]);
  expect(place(0, points)).toBe(50);
  expect(place(9, points)).toBe(100);
  expect(range([figure("events", 100), figure("events", 200)])).toEqual([0, 250]);
});
