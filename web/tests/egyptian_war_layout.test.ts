import { describe, expect, test } from "vitest";
import { actionOf } from "../src/games/egyptian_war/keys";
import { around, chances, fan, others, taker, toLetters } from "../src/games/egyptian_war/layout";
import { section } from "../src/games/egyptian_war/rules";
import type { EgyptianWar } from "../src/types";

function view(cards: number[], pile: string[], burned = 0): EgyptianWar.View {
  const seats = cards.map((count) => ({ name: "", cards: count, may_slap: true, lock: "", tries: null }));
  return { seats, pile, burned, played: 9 } as unknown as EgyptianWar.View;
}

describe("the fan", () => {
  const pile = ["2♠", "3♥", "10♦", "J♣", "5♠", "6♠"];

  test("shows the last cards, the top one at the end", () => {
    expect(fan({ pile, played: 20 }, 4).map(({ card }) => card)).toEqual(["Td", "Jc", "5s", "6s"]);
  });

  test("is in the middle, whatever its length", () => {
    for (const most of [1, 3, 6]) {
      const cards = fan({ pile, played: 20 }, most);
      expect(cards[0]!.x + cards.at(-1)!.x).toBeCloseTo(0);
    }
  });

  test("a card keeps its key and its angle when others fall on it", () => {
    const before = fan({ pile, played: 20 }, 5).at(-1)!;
    const after = fan({ pile: [...pile, "7♥"], played: 21 }, 5).find(({ key }) => key === before.key)!;
    expect(after.card).toBe(before.card);
    expect(after.turn).toBe(before.turn);
  });

  test("an empty pile has nothing to show", () => {
    expect(fan({ pile: [], played: 20 }, 5)).toEqual([]);
  });

  test("a card of a view is read with both its letters", () => {
    expect(["10♥", "A♠", "K♣"].map(toLetters)).toEqual(["Th", "As", "Kc"]);
  });
});

describe("the seats", () => {
  test("the others sit in order of play, from the seat after yours", () => {
    expect(others(4, [1])).toEqual([2, 3, 0]);
    expect(others(3, [])).toEqual([0, 1, 2]);
    expect(others(4, [0, 2])).toEqual([1, 3]);
  });

  test("the next one sits at your left, a single one opposite", () => {
    expect(around(3)[0]!.x).toBeLessThan(20);
    expect(around(1)[0]!.x).toBeCloseTo(50);
    expect(around(1)[0]!.y).toBeLessThan(20);
  });
});

describe("who takes the pile", () => {
  test("is who has more cards afterwards", () => {
    expect(taker(view([10, 20], ["2♠", "2♥"]), view([12, 20], []))).toBe(0);
  });

  test("is nobody while it grows, also by burned cards", () => {
    expect(taker(view([10, 20], ["2♠"]), view([10, 19], ["2♠", "3♥"]))).toBeNull();
    expect(taker(view([10, 20], ["2♠"]), view([9, 20], ["2♠"], 1))).toBeNull();
  });
});

describe("the chances", () => {
  test("used ones lie on the face card", () => {
    expect(chances({ pile: ["2♠", "K♥", "3♠"], chances: 2 })).toEqual({ all: 3, left: 2 });
    expect(chances({ pile: ["A♠"], chances: 4 })).toEqual({ all: 4, left: 4 });
  });
});

describe("keys", () => {
  const press = (code: string) => ({ code, target: null });

  test("the space bar slaps, Enter turns", () => {
    expect(actionOf(press("Space"), [2])).toEqual({ does: "slap", seat: 2 });
    expect(actionOf(press("Enter"), [2])).toEqual({ does: "turn", seat: 2 });
  });

  test("two at one keyboard have a side each", () => {
    expect(actionOf(press("KeyA"), [0, 1])).toEqual({ does: "slap", seat: 0 });
    expect(actionOf(press("KeyL"), [0, 1])).toEqual({ does: "slap", seat: 1 });
    expect(actionOf(press("Space"), [0, 1])).toBeNull();
  });

  test("who looks on presses in vain", () => {
    expect(actionOf(press("Space"), [])).toBeNull();
  });
});

describe("the rules", () => {
  const at = (more: Partial<EgyptianWar.View>, cards = [20, 30]) =>
    section({ ...view(cards, ["2♠"]), phase: "play", owed: null, challenger: null, ...more });

  test("open at what the position is about", () => {
    expect(at({})).toBe("your-turn");
    expect(at({ challenger: 1 })).toBe("challenges");
    expect(at({ phase: "window", challenger: 1, owed: 1 })).toBe("slapping");
    expect(at({ phase: "over" })).toBe("end-of-the-game");
    expect(at({}, [0, 51])).toBe("running-out-of-cards");
  });

  test("open at the setup before anybody has started", () => {
    expect(at({ phase: "start" }, [0, 0])).toBe("setup");
  });
});
