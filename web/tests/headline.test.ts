import { expect, test } from "vitest";
import { headline, isYourTurn } from "../src/table/headline";
import type { Sync } from "../src/types";

function table(changes: Partial<Sync>): Sync {
  const chairs = [
    { name: "Cones", user: "u", title: "Ada", bot: null, present: true, is_program: false },
    { name: "Reels", user: null, title: "Farmer", bot: "farmer", present: true, is_program: false },
  ];
  return { status: "live", yours: [0], actors: [0], in_turn: [0], turn: "Your turn.", chairs, ...changes } as Sync;
}

test("while the board still shows a bot's move, it is not your turn", () => {
  const showing = { told: 4, seat: 1 };
  expect(headline(table({}), showing)).toBe("Farmer is moving…");
  expect(isYourTurn(table({}), showing)).toBe(false);
  expect(headline(table({}), null)).toBe("Your turn.");
  expect(isYourTurn(table({}), null)).toBe(true);
});

test("while the board waits for you, or shows your own move, it is your turn", () => {
  expect(headline(table({}), { told: 4, seat: null })).toBe("Your turn.");
  expect(isYourTurn(table({}), { told: 4, seat: 0 })).toBe(true);
});

test("bots of one level are told apart by their seats", () => {
  const { chairs } = table({});
  const three = [...chairs, { ...chairs[1]!, name: "Blue" }];
  expect(headline(table({ chairs: three, actors: [2], in_turn: [2] }), null)).toBe("Farmer (Blue) is thinking…");
});

test("a bot that is to act is thinking; of a person, or of several, the server's words are said", () => {
  expect(headline(table({ actors: [1], turn: "Farmer's turn" }), null)).toBe("Farmer is thinking…");
  expect(headline(table({ actors: [0], yours: [], turn: "Ada's turn" }), null)).toBe("Ada's turn");
  expect(headline(table({ actors: [0, 1], turn: "Your turn." }), null)).toBe("Your turn.");
  expect(headline(table({ actors: [], status: "over", turn: "The game is over." }), null)).toBe("The game is over.");
});
