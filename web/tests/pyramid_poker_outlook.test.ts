import { expect, test } from "vitest";
import { cardsLeft, outlook } from "../src/games/pyramid_poker/outlook";
import type { PyramidPoker } from "../src/types";

/** What a hand can become while these cards are gone. */
function best(hand: string, gone = "", wheel = true): string {
  const cards = hand.split(" ");
  const hands = [[{ cards, name: "", so_far: "" }]] as PyramidPoker.Hand[][];
  return outlook(cards, cardsLeft({ hands, gone: gone ? gone.split(" ") : [] }), wheel);
}

test.each([
  ["K♥", "royal flush"],
  ["9♥ K♥", "straight flush"],
  ["2♥ 7♥ K♥", "flush"],
  ["K♥ K♠", "four of a kind"],
  ["K♥ K♠ 4♦ 4♣", "full house"],
  ["K♥ K♠ 4♦", "four of a kind"],
  ["9♥ K♠", "four of a kind"],
  ["9♥ 10♠ K♠", "straight"],
  ["2♥ 7♠ K♠", "three of a kind"],
  ["2♥ 7♠ 9♣ K♠", "pair"],
  ["A♥ 2♥ 3♥ 4♥", "straight flush"],
])("%s can still become a %s", (hand, expected) => {
  expect(best(hand)).toBe(expected);
});

test("cards that are gone can't come any more", () => {
  expect(best("K♥ Q♥ J♥ 10♥", "A♥")).toBe("straight flush");
  expect(best("K♥ Q♥ J♥ 10♥", "A♥ 9♥")).toBe("flush");
  expect(best("K♥ K♠ K♦ 4♦", "K♣ 4♣ 4♥ 4♠")).toBe("three of a kind");
});

test("an ace is low only where the table plays so", () => {
  expect(best("A♥ 2♠ 3♥ 4♥", "", false)).toBe("pair");
  expect(best("A♥ 2♠ 3♥ 4♥")).toBe("straight");
});
