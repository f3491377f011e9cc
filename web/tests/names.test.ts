import { expect, test } from "vitest";
import { naming, playerNames } from "../src/lib/names";

const chair = (name: string, title: string | null, user: string | null = null) => ({ name, title, user });

test("players are called by their own names, and an open seat by its own", () => {
  expect(playerNames([chair("Thebes", "Falcon 17", "a"), chair("Memphis", null)])).toEqual(["Falcon 17", "Memphis"]);
});

test("two of the same name are told apart by their seats", () => {
  expect(playerNames([chair("Ra", "Farmer"), chair("Isis", "Farmer")])).toEqual(["Farmer (Ra)", "Farmer (Isis)"]);
});

test("somebody on both seats is called by the seats' names", () => {
  expect(playerNames([chair("Lotus", "Ibis 3", "a"), chair("Papyrus", "Ibis 3", "a")])).toEqual(["Lotus", "Papyrus"]);
});

test("what a game tells of its seats is said of the players", () => {
  const say = naming([chair("Thebes", "Falcon 17", "a"), chair("Memphis", "Horus")], "river");
  expect(say("Thebes claims segment 1, which Memphis can't beat.")).toBe("Falcon 17 claims segment 1, which Horus can't beat.");
  expect(say("It is in Memphis's hand.")).toBe("It is in Horus's hand.");
});

test("only whole names are replaced, and all of them at once", () => {
  const say = naming([chair("Ra", "Isis", "a"), chair("Isis", "Ra", "b")], "egyptian_war");
  expect(say("Ra slaps a double, Isis raises a Rank.")).toBe("Isis slaps a double, Ra raises a Rank.");
});

test("Senet's sides are called as their pieces are", () => {
  const say = naming([chair("Cones", "Falcon 17", "a"), chair("Reels", "Farmer")], "senet");
  expect(say("Cones 10 → 12.")).toBe("Cones 10 → 12.");
});
