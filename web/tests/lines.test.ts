import { expect, test } from "vitest";
import { lines } from "../src/table/lines";
import type { Happened } from "../src/types";

const happened = (told: [number | null, string | null, string][]): Happened[] =>
  told.map(([seat, action, told], n) => ({ n, seat, kind: "act", action, told, at: 0, finish: null, back_to: null }));
const words = (game: string, ...told: [number | null, string | null, string][]) =>
  lines(happened(told), game).map((line) => line.words);

test("a throw stands with its move, also before the move is made", () => {
  const thrown: [null, string, string] = [null, "throw 2", "Cones throw 2."];
  expect(words("senet", thrown)).toEqual(["Cones throw 2."]);
  const [line] = lines(happened([thrown, [0, "10-12", "Cones 10 → 12."]]), "senet");
  expect(line).toMatchObject({ first: 0, last: 1, action: "10-12", words: "Threw 2: Cones 10 → 12.", isChance: false });
});

test("the deal is one line that says who goes first, and one throw is no deal", () => {
  const deal: [null, string, string][] = [
    [null, "draw R1", "R1 goes into the river at segment 1."],
    [null, "draw B1", "B1 goes into the river at segment 2."],
    [null, "start t", "Thebes goes first."],
  ];
  expect(words("river", ...deal, [0, "B3-1", "Thebes plays B3 to segment 1."])).toEqual([
    "The pieces are dealt. Thebes goes first.",
    "Thebes plays B3 to segment 1.",
  ]);
});

test("a turn without a claim is one line, and a claim has its own", () => {
  const turn: [number | null, string, string][] = [
    [0, "B3-1", "Thebes plays B3."],
    [0, "no claim", "Thebes ends the turn without a claim."],
    [null, "draw K3", "Thebes draws K3."],
    [1, "R3-1", "Memphis plays R3."],
    [1, "claim 1", "Memphis claims segment 1."],
  ];
  expect(words("river", ...turn)).toEqual([
    "Thebes plays B3. Thebes draws K3.",
    "Memphis plays R3.",
    "Memphis claims segment 1.",
  ]);
});

test("a card is one line", () => {
  expect(
    words("egyptian_war", [0, "turn", "Ra turns over a card."], [null, "7h", "Ra turns over 7♥."], [null, "take", "Isis takes."]),
  ).toEqual(["Ra turns over 7♥.", "Isis takes."]);
});

test("a block is one line: drawn and placed, or taken and added", () => {
  expect(
    words("pyramid_poker", [null, null, "Papyrus draws a block."], [1, "place b1", "Papyrus places a block on b1."]),
  ).toEqual(["Papyrus places a block on b1."]);
  expect(words("pyramid_poker", [0, "take a5", "Lotus takes a5."], [0, "put left", "Lotus adds Q♦."])).toEqual([
    "Lotus takes a5. Lotus adds Q♦.",
  ]);
});

test("what was taken back stands apart from what was not, and a resignation from everything", () => {
  const events = happened([
    [null, "throw 2", "Cones throw 2."],
    [0, "10-12", "Cones 10 → 12."],
  ]);
  const undo: Happened = { ...events[0]!, n: 2, seat: 0, kind: "undo", action: null, told: "Ibis took back a move.", back_to: 1 };
  const found = lines([...events, undo], "senet");
  expect(found.map(({ words, isUndone }) => [words, isUndone])).toEqual([
    ["Cones throw 2.", false],
    ["Cones 10 → 12.", true],
    ["Ibis took back a move.", false],
  ]);
});
