import { expect, test } from "vitest";
import { blocks, cardCode, fits, isSecret, lastPlace, spotOf } from "../src/games/pyramid_poker/blocks";
import { cardSpot, layout, nearest, placePoint } from "../src/games/pyramid_poker/layout";
import { section } from "../src/games/pyramid_poker/rules";
import { blockName, outcome, taskOf, texts } from "../src/games/pyramid_poker/texts";
import { follow } from "../src/lib/follow";
import type { Happened, PyramidPoker } from "../src/types";

const WIDTHS = [340, 360, 520, 640, 800, 990, 1100];

function position(change: Partial<PyramidPoker.View>, standing: Record<string, [number, string | null]> = {}): PyramidPoker.View {
  const names = [...Array(8)].flatMap((_, row) =>
    [..."abcdefgh".slice(0, 8 - row)].map((letter, column) => ({ letter, row, column })),
  );
  const places = names.map(({ letter, row, column }) => {
    const [faces, face] = standing[`${letter}${row + 1}`] ?? [null, null];
    return { name: `${letter}${row + 1}`, row, column, faces, face, is_open: false, is_free: false };
  });
  const hand = { cards: [], name: "", so_far: "" };
  const hands = [0, 1].map(() => [hand, hand, hand]);
  const rest = {
    phase: "take",
    seat: 0,
    starter: 0,
    round: 1,
    points: [0, 0],
    target: 0,
    advanced: false,
    supply: [0, 0],
    block: null,
  };
  return {
    ...rest,
    places,
    hands,
    turned: [],
    gone: [],
    unused: 24,
    moves: [],
    sheet: null,
    previous: null,
    winner: null,
    ...change,
  };
}

const at = (shown: { at: string; id: number }[], place: string) => shown.find((one) => one.at === place)?.id;

test.each(WIDTHS)("the pyramid, the tray and the hands have room: %i px", (width) => {
  const board = layout(width, "taking");
  const { block } = board;
  const first = placePoint(board, 0, 0);
  const last = placePoint(board, 0, 7);
  expect(first.x).toBeGreaterThanOrEqual(0);
  expect(last.x + block.width + block.depth).toBeLessThanOrEqual(width);
  expect(placePoint(board, 6, 0).y - block.depth).toBeGreaterThanOrEqual(board.hands[1][0]!.y + board.hands[1][0]!.height);
  expect(board.tray[0].y + block.height).toBeLessThanOrEqual(board.hands[0][0]!.y);
  for (const { x } of board.turned) expect(x + block.width).toBeLessThanOrEqual(width);
  expect(board.height).toBeGreaterThanOrEqual(board.hands[0][2]!.y + board.hands[0][2]!.height);
});

test.each([
  [720, 268],
  [704, 358],
])("in a window of %i by %i pixels the hands stand beside the pyramid, and all is in view", (width, room) => {
  const board = layout(width, "taking", room);
  const [near, far] = board.hands;
  expect(board.height).toBeLessThanOrEqual(Math.max(room, 290));
  expect(near[0]!.x + near[0]!.width).toBeLessThanOrEqual(placePoint(board, 0, 0).x);
  expect(placePoint(board, 0, 7).x + board.block.width + board.block.depth).toBeLessThanOrEqual(far[0]!.x);
  expect(far[0]!.x + far[0]!.width).toBeLessThanOrEqual(width);
  for (const hand of [near, far]) expect(hand[2]!.y + hand[2]!.height).toBeLessThanOrEqual(board.height);
  const fifth = cardSpot(board, false, 0, 4);
  expect(fifth.x + board.block.width * fifth.scale).toBeLessThanOrEqual(near[0]!.x + near[0]!.width);
  expect(board.block.width).toBeGreaterThanOrEqual(44);
});

test.each([
  [1000, 760],
  [1470, 940],
])("a window of %i by %i pixels is used, and all is in view", (width, room) => {
  const board = layout(width, "taking", room);
  expect(board.height).toBeLessThanOrEqual(room);
  expect(board.height).toBeGreaterThan(0.85 * room);
});

test.each([
  [736, 814],
  [1000, 760],
  [1470, 940],
])(
  "while the pyramid is built it has most of a window of %i by %i pixels, and the piles have the corners above",
  (width, room) => {
    const board = layout(width, "building", room);
    const { block } = board;
    expect(board.height).toBeLessThanOrEqual(room);
    expect(board.height).toBeGreaterThan(0.75 * Math.min(room, width));
    const row = (y: number) => Math.floor((board.base.y - y) / block.height); // the highest row that is beside a point
    const [left, right] = [placePoint(board, row(board.tray[0].y + block.height), 0), placePoint(board, 6, 1)];
    expect(board.tray[0].x + block.width + block.depth).toBeLessThanOrEqual(left.x);
    expect(board.supply[1].x).toBeGreaterThanOrEqual(right.x + block.width / 2);
    expect(board.tray[1].x + block.width + block.depth).toBeLessThanOrEqual(width);
    expect(board.words.x + board.words.width).toBeLessThanOrEqual(placePoint(board, 4, 0).x);
  },
);

test.each(WIDTHS)("five cards fit into a hand, and each shows its corner: %i px", (width) => {
  const board = layout(width, "taking");
  const [column] = board.hands[0];
  const fifth = cardSpot(board, false, 0, 4);
  expect(fifth.x + board.block.width * fifth.scale).toBeLessThanOrEqual(column!.x + column!.width);
  expect(board.card.step).toBeGreaterThanOrEqual(14);
});

test("a block stands in the middle above its two carriers", () => {
  const board = layout(800, "building");
  const [left, right, upper] = [placePoint(board, 0, 2), placePoint(board, 0, 3), placePoint(board, 1, 2)];
  expect(upper.x).toBe((left.x + right.x) / 2);
  expect(upper.y).toBe(left.y - board.block.height);
});

test("what stands higher or further right is drawn over the rest", () => {
  const board = layout(800, "building");
  const z = (place: string) => spotOf(`place:${place}`, board, 0).z;
  expect(z("b1")).toBeGreaterThan(z("a1"));
  expect(z("a2")).toBeGreaterThan(z("h1"));
});

test("a dropped block finds the nearest open place, if it is near", () => {
  const places = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
  ];
  expect(nearest(places, 80, 5, 40)).toBe(places[1]);
  expect(nearest(places, 300, 0, 40)).toBeNull();
});

test("a back that is taken turns into its card", () => {
  const before = follow([], blocks(position({}, { a1: [0, "K♥"], b1: [1, null], c1: [1, null] })), fits);
  const after = follow(before, blocks(position({ phase: "put", block: "9♦" }, { a1: [0, "K♥"], c1: [1, null] })), fits);
  expect(at(after, "tray:0")).toBe(at(before, "place:b1"));
  expect(at(after, "place:c1")).toBe(at(before, "place:c1"));
});

test("what is turned up for a joker is new, whatever left the pyramid", () => {
  const before = follow([], blocks(position({}, { b1: [1, null] })), fits);
  const after = follow(before, blocks(position({ phase: "choose", turned: ["2♣", "3♣", "4♣"] })), fits);
  expect(after.map(({ id }) => id)).not.toContain(at(before, "place:b1"));
});

test("a card chosen for a joker goes to the tray, and from there into a hand", () => {
  const turned = follow([], blocks(position({ phase: "choose", turned: ["2♣", "3♣", "4♣"] })), fits);
  const chosen = follow(turned, blocks(position({ phase: "put", block: "3♣" })), fits);
  expect(at(chosen, "tray:0")).toBe(at(turned, "turned:1"));
  const empty = { cards: [], name: "", so_far: "" };
  const hands = [
    [empty, { ...empty, cards: ["3♣"] }, empty],
    [empty, empty, empty],
  ];
  const put = follow(chosen, blocks(position({ seat: 1, hands })), fits);
  expect(at(put, "card:0:1:0")).toBe(at(chosen, "tray:0"));
});

test("the block placed last is known from the events", () => {
  const event = (action: string | null): Happened => ({
    ...{ n: 0, seat: 0, kind: "act", action, told: "", at: 0, finish: null, back_to: null },
  });
  expect(lastPlace([event("place c2"), event(null), event("draw Kh")])).toBe("c2");
  expect(lastPlace([event("put left")])).toBeNull();
});

test("blocks are called by their cards", () => {
  expect(cardCode("10♦")).toBe("Td");
  expect(blockName("K♥")).toBe("the king of hearts");
  expect(blockName("Jok")).toBe("a joker");
  expect(texts.take("b5", "?", "Papyrus")).toBe("Take b5: a hidden block, facing Papyrus");
});

test("the outcome of a round is a sentence", () => {
  const sheet = {
    advanced: false,
    meetings: [],
    won: [2, 1],
    lines: [],
    totals: [0, 0],
    earned: [1, 0],
    winner: 0,
    skunk: false,
  };
  const name = (seat: number) => ["Lotus", "Papyrus"][seat]!;
  expect(outcome(sheet, name)).toBe("Lotus won two of the three hands.");
  expect(outcome({ ...sheet, skunk: true }, name)).toBe("Lotus won all three hands: a skunk.");
  expect(outcome({ ...sheet, winner: null }, name)).toBe("The round is a draw.");
  expect(outcome({ ...sheet, advanced: true, winner: 1, earned: [0, 4] }, name)).toBe(
    "Papyrus had the higher total and scored 4 points.",
  );
});

test("the task is said to whose it is", () => {
  expect(taskOf(position({}), true, "Lotus")).toBe(texts.toTake);
  expect(taskOf(position({}), false, "Lotus")).toBe("");
  expect(taskOf(position({ phase: "choose" }), false, "Papyrus")).toContain("Papyrus took a joker");
});

test("at one device the board is covered between turns while it shows a secret (P-27)", () => {
  const legal = [{ seat: 0, actions: ["take a1"] }];
  const known = position({}, { a1: [0, "K♥"] });
  expect(isSecret(known, legal, [0, 1])).toBe(true);
  expect(isSecret(position({ phase: "place", block: "9♦" }), legal, [0, 1])).toBe(true);
  expect(isSecret(position({}, { a1: [1, null] }), legal, [0, 1])).toBe(false);
  expect(isSecret(known, legal, [0])).toBe(false);
  expect(isSecret(known, [], [0, 1])).toBe(false);
});

test("the rules open where the position is", () => {
  expect(section(position({}))).toBe("taking");
  expect(section(position({ phase: "choose" }))).toBe("jokers");
  expect(section(position({ phase: "say" }))).toBe("setup");
  expect(section(position({ phase: "put" }))).toBe("your-three-hands");
  expect(section(position({ phase: "over" }))).toBe("end-of-the-game");
});
