import { expect, test } from "vitest";
import { starters } from "../src/pages/starters";
import type { GameInfo } from "../src/types";

const option = (values: string[], between?: string) => ({
  name: "starter",
  choices: values.map((value) => ({ value, meaning: `the ${value}` })),
  default: "random",
  default_between_people: between ?? null,
});
const game = (options: object[]) => ({ options }) as unknown as GameInfo;

test("where the seat decides who goes first, sides are drawn or taken", () => {
  const [random, me, friend] = starters(game([]));
  expect(random!.wish).toEqual({});
  expect([me!.wish, me!.isFriend]).toEqual([{ seating: "as_listed" }, undefined]);
  expect([friend!.wish, friend!.isFriend]).toEqual([{ seating: "as_listed" }, true]);
});

test("where an option decides, the first seat is yours or your friend's", () => {
  const found = starters(game([option(["random", "weaker_hand", "first_seat"])]));
  expect(found.map((one) => one.title)).toEqual(["Random", "The weaker_hand", "You", "Your friend"]);
  expect(found[3]!.wish).toEqual({ options: { starter: "first_seat" } });
});

test("the default between people comes first", () => {
  expect(starters(game([option(["random", "tut_tut"], "tut_tut")]))[0]!.wish.options).toEqual({ starter: "tut_tut" });
});
