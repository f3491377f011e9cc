import { describe, expect, test } from "vitest";
import { CardClock } from "../src/games/egyptian_war/reaction";

/** A screen whose frames and whose time are moved by hand. */
class Screen {
  time = 0;
  waiting: (() => void)[] = [];
  clock = new CardClock(
    (then) => this.waiting.push(then),
    () => this.time,
  );

  frame(at: number): void {
    this.time = at;
    for (const then of this.waiting.splice(0)) then();
  }
}

describe("the reaction", () => {
  test("counts from the frame after the one that shows the card", () => {
    const screen = new Screen();
    screen.clock.show();
    screen.frame(10);
    screen.frame(26);
    expect(screen.clock.reaction(326)).toBe(300);
  });

  test("a press before the card could be seen was meant for the one before", () => {
    const screen = new Screen();
    screen.clock.show();
    screen.frame(10);
    expect(screen.clock.reaction(12)).toBeNull();
    screen.frame(26);
    expect(screen.clock.reaction(20)).toBeNull();
  });

  test("the time of the press counts, not when the page got round to it", () => {
    const screen = new Screen();
    screen.clock.show();
    screen.frame(10);
    screen.frame(26);
    screen.time = 900;
    expect(screen.clock.reaction(226)).toBe(200);
  });

  test("a late frame of an earlier card is not taken for the newest one's", () => {
    const screen = new Screen();
    screen.clock.show();
    screen.frame(10);
    screen.clock.show();
    screen.frame(26);
    expect(screen.clock.reaction(30)).toBeNull();
    screen.frame(42);
    expect(screen.clock.reaction(142)).toBe(100);
  });

  test("it knows how long a card still has to lie", () => {
    const screen = new Screen();
    screen.clock.show();
    expect(screen.clock.wait(400)).toBe(400);
    screen.time = 8;
    expect(screen.clock.wait(400)).toBe(392);
    screen.frame(10);
    screen.frame(26);
    screen.time = 126;
    expect(screen.clock.wait(400)).toBe(300);
    screen.time = 1000;
    expect(screen.clock.wait(400)).toBe(0);
  });
});
