import { expect, test } from "vitest";
import { aboutPiece, aboutSquare, SPECIAL } from "../src/games/senet/explain";
import type { Senet } from "../src/types";

/** A board with Cones (c) and Reels (r) as they stand along the track. */
function board(track: string): Senet.View {
  const squares = [...track.padEnd(30, "-")].map((one) => (one === "c" ? 0 : one === "r" ? 1 : null));
  return { squares } as unknown as Senet.View;
}

test("every special square says what it does", () => {
  for (const square of SPECIAL) expect(aboutSquare(square)).toContain(String(square));
  expect(aboutSquare(14)).toBe("");
});

test("one piece can be attacked, a pair can't, and a block can't even be passed", () => {
  const view = board("c-r-rr---rrr");
  expect(aboutPiece(view, 3)).toBe("A single Reel: land on it, and the two pieces swap places.");
  expect(aboutPiece(view, 6)).toContain("Reels on 5 and 6 are a pair");
  expect(aboutPiece(view, 11)).toContain("3 Reels from 10 to 12 are a block");
});

test("a piece on a safe square is safe, but a block there is a block", () => {
  expect(aboutPiece(board("-".repeat(27) + "c"), 28)).toContain("The Cone on 28 is safe");
  expect(aboutPiece(board("-".repeat(27) + "ccc"), 28)).toContain("block");
});
