import { describe, expect, test } from "vitest";
import { cellsFor, cellsOf, finished, laidBy, matching, piecesOf } from "../src/games/iriri/laying";
import type { Iriri } from "../src/types";

const at = (x: number, y: number, piece: string): Iriri.Piece => ({ x, y, piece });
const placement = (text: string, points: number, ...pieces: Iriri.Piece[]): Iriri.Placement => ({
  action: 0,
  text,
  pieces,
  words: [],
  points,
});

const single = placement("2,0 L", 3, at(2, 0, "LY"));
const pair = placement("2,0 > LS", 4, at(2, 0, "LY"), at(3, 0, "SY"));
const around = placement("-1,0 > SL", 4, at(-1, 0, "SY"), at(2, 0, "LY"));
const below = placement("0,1 v SM", 3, at(0, 1, "SY"), at(0, 2, "MY"));
const all = [single, pair, around, below];

describe("laying piece by piece", () => {
  test("before anything lies, every placement is open", () => {
    expect(matching(all, [])).toEqual(all);
  });

  test("what lies leaves the placements that hold it", () => {
    expect(matching(all, [at(2, 0, "LY")])).toEqual([single, pair, around]);
    expect(matching(all, [at(2, 0, "LY"), at(3, 0, "SY")])).toEqual([pair]);
    expect(matching(all, [at(2, 0, "SY")])).toEqual([]);
  });

  test("the pieces may be laid in any order", () => {
    expect(matching(all, [at(3, 0, "SY")])).toEqual([pair]);
    expect(cellsFor(all, [at(3, 0, "SY")], "LY")).toEqual([at(2, 0, "LY")]);
  });

  test("lit cells are those of the chosen kind, each once, row by row", () => {
    expect(cellsFor(all, [], "LY")).toEqual([at(2, 0, "LY")]);
    expect(cellsFor(all, [], "SY")).toEqual([at(-1, 0, "SY"), at(3, 0, "SY"), at(0, 1, "SY")]);
  });

  test("a cell that is laid already is not lit again", () => {
    expect(cellsFor(all, [at(2, 0, "LY")], "LY")).toEqual([]);
  });

  test("it is finished only when nothing is missing", () => {
    expect(finished(all, [at(2, 0, "LY")])).toBe(single);
    expect(finished(all, [at(3, 0, "SY")])).toBeUndefined();
    expect(finished(all, [at(3, 0, "SY"), at(2, 0, "LY")])).toBe(pair);
  });
});

describe("the cells of an action", () => {
  const after = [at(0, -1, "LY"), at(0, 0, "MY"), at(0, 1, "SB"), at(0, 2, "MY"), at(1, 0, "SY")];

  test("a single piece has no direction", () => {
    expect(laidBy("1,0 S", "Y", after)).toEqual([at(1, 0, "SY")]);
  });

  test("pieces that lay there before are skipped", () => {
    const before = [at(0, 0, "MY"), at(0, 1, "SB")];
    expect(laidBy("0,-1 v LM", "Y", after, before)).toEqual([at(0, -1, "LY"), at(0, 2, "MY")]);
  });

  test("where they are not known, other kinds are skipped", () => {
    expect(laidBy("0,1 v M", "Y", after)).toEqual([at(0, 2, "MY")]);
  });

  test("a take lays nothing", () => {
    expect(laidBy("take 7 LY", "Y", after)).toEqual([]);
  });

  test("a word runs to the right or down", () => {
    const word = { x: 1, y: 2, pieces: ["SY", "LB"], matches: [] };
    expect(cellsOf({ ...word, down: false })).toEqual([
      { x: 1, y: 2 },
      { x: 2, y: 2 },
    ]);
    expect(cellsOf({ ...word, down: true })).toEqual([
      { x: 1, y: 2 },
      { x: 1, y: 3 },
    ]);
  });
});

describe("a placement's text", () => {
  const board = [at(0, 0, "LB"), at(1, 0, "SB"), at(0, 1, "MB")];

  test("says where its pieces go", () => {
    expect(piecesOf("2,0 L", "Y", board)).toEqual([at(2, 0, "LY")]);
    expect(piecesOf("-1,-1 v SM", "R", [])).toEqual([at(-1, -1, "SR"), at(-1, 0, "MR")]);
  });

  test("goes on behind pieces that are there", () => {
    expect(piecesOf("-1,0 > SL", "Y", board)).toEqual([at(-1, 0, "SY"), at(2, 0, "LY")]);
    expect(piecesOf("0,-1 v SML", "Y", board)).toEqual([at(0, -1, "SY"), at(0, 2, "MY"), at(0, 3, "LY")]);
  });

  test("is told from other actions", () => {
    expect(piecesOf("take 7 LY", "Y", board)).toBeNull();
    expect(piecesOf("pass", "Y", board)).toBeNull();
  });
});
