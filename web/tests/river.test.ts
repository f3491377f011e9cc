import { expect, test } from "vitest";
import { follow } from "../src/lib/follow";
import { layout } from "../src/games/river/layout";
import { reachAt, shoresOf, shoresText, type Layout } from "../src/games/river/reach";
import { paints, shown } from "../src/games/river/palette";
import { fits, lastOf, pointOf, seen } from "../src/games/river/pieces";
import { section } from "../src/games/river/rules";
import { pieceName, proofWords, segmentWords, texts, whereWords } from "../src/games/river/texts";
import { written as writtenBy } from "../src/games/river/written";
import { written } from "../src/games";
import type { Happened, River } from "../src/types";

const TWO = "01 01 01 01 01 01 01 01 01";
const THREE = "01 01 01 12 12 12 20 20 20";
const COLOURS = ["Black", "Red", "Yellow", "Green", "Blue"];
const LETTERS = ["K", "R", "Y", "G", "B"];
const XENO = { palette: "xeno", colours: ["Orange", "Cyan", "Purple", "White", "Clear"], letters: ["O", "C", "P", "W", "L"] };
const OWN = { palette: "own", colours: ["Émeraude", "Ébène", "金", "Gold", "Green"], letters: ["É", "B", "金", "G", "R"] };
const NAMES = ["Thebes", "Memphis", "Giza"];
const name = (seat: number) => NAMES[seat]!;

const segment = (
  number: number,
  river: string,
  first: string[],
  second: string[],
  owner: number | null = null,
): River.Segment => ({
  ...{ number, river, owner },
  sides: [first, second].map((pieces, seat) => ({ seat, pieces, makes: null })),
});

function position(segments: River.Segment[], hands: (string | null)[][]): River.View {
  const rest = {
    seats: 2,
    phase: "play",
    seat: 0,
    starter: 0,
    bag: [1, 1, 1],
    unseen: {},
    claimed: [[], []],
    placings: [],
    claims: [],
  };
  const more = {
    may_pass: false,
    must_claim: false,
    hidden: true,
    loose: false,
    unlimited: false,
    palette: "rainbow",
    deciding: [],
  };
  return { ...rest, ...more, segments, hands, colours: COLOURS, letters: LETTERS, scores: null, ending: "" };
}

const act = (seat: number | null, action: string | null): Happened => ({
  ...{ n: 0, seat, kind: "act", action, told: "", at: 0, finish: null, back_to: null },
});

function overlaps(board: Layout): string[] {
  const points = board.reaches.flatMap((reach) => [
    { what: `river ${reach.number}`, ...reach.river },
    ...reach.banks.flatMap((bank) =>
      bank.places.map((place, n) => ({ what: `side ${reach.number} ${bank.seat} ${n}`, ...place })),
    ),
  ]);
  const held = board.hands.flatMap((hand) => hand.places.map((place, n) => ({ what: `hand ${hand.seat} ${n}`, ...place })));
  const all = [...points, ...held];
  return all.flatMap((one, i) =>
    all
      .slice(i + 1)
      .flatMap((other) =>
        Math.hypot(one.x - other.x, one.y - other.y) < board.piece - 0.5 ? [`${one.what} on ${other.what}`] : [],
      ),
  );
}

const boards = [340, 360, 520, 640, 760, 900, 1100].flatMap((width) =>
  [TWO, THREE].flatMap((shores) => [0, 1].map((near) => ({ width, seats: shores === TWO ? 2 : 3, near, shores }))),
);

test.each(boards)(
  "no place lies on another, and all lie on the board: $width px, $seats seats, seat $near",
  ({ width, seats, near, shores }) => {
    const board = layout(width, seats, near, shoresOf(shores));
    expect(overlaps(board)).toEqual([]);
    const points = [
      ...board.reaches.flatMap((reach) => reach.banks.flatMap((bank) => bank.places)),
      ...board.hands.flatMap((hand) => hand.places),
    ];
    for (const { x, y } of points) {
      expect(x).toBeGreaterThanOrEqual(board.piece / 2 - 4);
      expect(x).toBeLessThanOrEqual(width - board.piece / 2 + 4);
      expect(y).toBeGreaterThanOrEqual(board.piece / 2);
      expect(y).toBeLessThanOrEqual(board.height - board.piece / 2);
    }
  },
);

test.each(boards)("every segment is 44 px to touch: $width px, $seats seats, seat $near", ({ width, seats, near, shores }) => {
  for (const { long, broad } of layout(width, seats, near, shoresOf(shores)).reaches) {
    expect(Math.min(long, broad)).toBeGreaterThanOrEqual(44);
  }
});

test.each([
  [720, 356],
  [704, 271],
  [342, 708],
  [1000, 760],
  [1470, 940],
])("a board of %i by %i pixels is wholly in view, and a finger hits all of it", (width, room) => {
  const board = layout(width, 2, 0, shoresOf(TWO), room);
  expect(overlaps(board)).toEqual([]);
  expect(board.height).toBeLessThanOrEqual(Math.max(room, 270));
  for (const { places } of board.hands) {
    expect(places[1]!.x - places[0]!.x).toBeGreaterThanOrEqual(44);
    for (const { x, y } of places) expect(Math.min(x, y, board.height - y)).toBeGreaterThanOrEqual(22);
  }
  for (const { broad } of board.reaches) expect(broad).toBeGreaterThanOrEqual(44);
});

test.each([
  [707, 212],
  [692, 302],
  [344, 708],
  [736, 814],
  [1000, 760],
])("three rivers are wholly in view on a board of %i by %i pixels, and a finger hits all of them", (width, room) => {
  const board = layout(width, 3, 0, shoresOf(THREE), room);
  expect(overlaps(board)).toEqual([]);
  expect(board.height).toBeLessThanOrEqual(Math.max(room, 270));
  const [first, second] = board.hands[0]!.places;
  expect(second!.x - first!.x).toBeGreaterThanOrEqual(44);
  for (const { broad } of board.reaches) expect(broad).toBeGreaterThanOrEqual(44);
});

test("one's own bank is the near one wherever one has one", () => {
  const board = layout(1000, 3, 2, shoresOf(THREE));
  const near = board.reaches.map((reach) => reach.banks[0]!.seat);
  expect(near.slice(3)).toEqual([2, 2, 2, 2, 2, 2]);
  expect(board.hands[0]!.seat).toBe(2);
});

test("on a phone the rivers with one's own bank come first", () => {
  const board = layout(360, 3, 2, shoresOf(THREE));
  const order = board.reaches.toSorted((a, b) => a.river.y - b.river.y).map((reach) => reach.number);
  expect(order).toEqual([4, 5, 6, 7, 8, 9, 1, 2, 3]);
});

test("shores are the same after being written and read", () => {
  const view = position([segment(1, "K3", [], []), segment(2, "R1", [], [])], [[], []]);
  expect(shoresOf(shoresText(view))).toEqual([
    { number: 1, seats: [0, 1] },
    { number: 2, seats: [0, 1] },
  ]);
});

test.each([TWO, THREE])("a piece dropped on a segment finds it: %s", (shores) => {
  for (const width of [360, 1000]) {
    const board = layout(width, shores === TWO ? 2 : 3, 0, shoresOf(shores));
    for (const reach of board.reaches) {
      expect(reachAt(board.reaches, reach.river.x, reach.river.y)?.number).toBe(reach.number);
      const { x, y } = reach.banks[0]!.places[1]!;
      expect(reachAt(board.reaches, x, y)?.number).toBe(reach.number);
    }
    expect(reachAt(board.reaches, -50, -50)).toBeNull();
  }
});

test("a piece played from a hidden hand travels to its side", () => {
  const before = follow(
    [],
    seen(
      position(
        [segment(1, "K3", [], ["R1"])],
        [
          ["K3", "R2", null],
          ["?3", "?2", "?1"],
        ],
      ),
    ),
    fits,
  );
  const after = follow(
    before,
    seen(
      position(
        [segment(1, "K3", [], ["R1", "B2"])],
        [
          ["K3", "R2", null],
          ["?3", null, "?1"],
        ],
      ),
    ),
    fits,
  );
  const id = (pieces: typeof before, at: string) => pieces.find((piece) => piece.at === at)!.id;
  expect(id(after, "side:1:1:1")).toBe(id(before, "hand:1:1"));
  expect(id(after, "hand:1:0")).toBe(id(before, "hand:1:0"));
  expect(id(after, "river:1")).toBe(id(before, "river:1"));
});

test("a claimed river piece is the one that lay in the river, behind its owner's pieces", () => {
  const before = follow([], seen(position([segment(1, "K3", ["K3", "R1"], [])], [[], []])), fits);
  const after = follow(before, seen(position([segment(1, "K3", ["K3", "R1"], [], 0)], [[], []])), fits);
  const behind = after.find((piece) => piece.at === "side:1:0:2")!;
  expect(behind.id).toBe(before.find((piece) => piece.at === "river:1")!.id);
  const board = layout(1000, 2, 0, shoresOf(TWO));
  expect(pointOf(behind.at, board)).toEqual(board.reaches[0]!.banks[0]!.places[2]);
});

test("the last action is the newest play or claim", () => {
  expect(lastOf([act(0, "K3-4"), act(0, "no claim"), act(null, "draw G2")])).toEqual({ seat: 0, piece: "K3", segment: 4 });
  expect(lastOf([act(0, "K3-4"), act(0, "claim 7")])).toEqual({ seat: 0, piece: null, segment: 7 });
  expect(lastOf([act(null, "draw G2"), act(1, null)])).toBeNull();
});

test("pieces have the palette's letters and names, and one's own colours are painted by their names", () => {
  const known = (colour: string) => colour === "gold";
  const xeno = paints(XENO.palette, XENO.colours, XENO.letters, known);
  expect(xeno.map(({ letter, name }) => `${letter} ${name}`)).toEqual(["O Orange", "C Cyan", "P Purple", "W White", "L Clear"]);
  const own = paints(OWN.palette, OWN.colours, OWN.letters, known);
  expect(own.map(({ letter }) => letter)).toEqual(OWN.letters);
  expect(own[3]!.fill).toBe("gold");
  expect(own[0]!.fill).toMatch(/^#/);
  expect(paints("rainbow", COLOURS, LETTERS, known)[1]).toMatchObject({ letter: "R", name: "Red", fill: "var(--piece-R)" });
});

test("a piece of the notation is shown with the palette's letter", () => {
  expect(["K3", "B1", "?2"].map((piece) => shown(piece, LETTERS))).toEqual(["K3", "B1", "?2"]);
  expect(["K3", "B1", "?2"].map((piece) => shown(piece, XENO.letters))).toEqual(["O3", "L1", "?2"]);
  expect(["K3", "R2", "Y1", "G3", "B2"].map((piece) => shown(piece, OWN.letters))).toEqual(["É3", "B2", "金1", "G3", "R2"]);
});

test("actions are written with the palette's letters, and all else stays as it is", () => {
  const view = (palette: typeof XENO) => ({ ...position([segment(1, "K3", [], [])], [[], []]), ...palette });
  const actions = ["K3-4", "B1-9", "draw G2", "claim 4", "no claim", "start t", "cannot play"];
  expect(actions.map((action) => writtenBy(action, view(XENO)))).toEqual([
    "O3-4",
    "L1-9",
    "draw W2",
    "claim 4",
    "no claim",
    "start t",
    "cannot play",
  ]);
  expect(actions.slice(0, 3).map((action) => writtenBy(action, view(OWN)))).toEqual(["É3-4", "R1-9", "draw G2"]);
});

test("the page writes the actions of any game, and of a game without a way of its own in notation", () => {
  const view = { ...position([segment(1, "K3", [], [])], [[], []]), ...XENO };
  expect(written("river", "K3-4", view)).toBe("O3-4");
  expect(written("river", "K3-4", null)).toBe("K3-4");
  expect(written("senet", "10-14", {})).toBe("10-14");
});

const named = (palette: typeof XENO) => (piece: string) => pieceName(piece, palette.colours, palette.letters);

test("pieces and segments are said in words, with the palette's names", () => {
  const rainbow = named({ palette: "rainbow", colours: COLOURS, letters: LETTERS });
  expect(rainbow("K3")).toBe("large black (K3)");
  expect(rainbow("?1")).toBe("a hidden small piece");
  expect(named(XENO)("B3")).toBe("large clear (L3)");
  expect(named(OWN)("R2")).toBe("medium ébène (B2)");
  const claimed = segment(2, "K3", ["R1"], [], 1);
  expect(segmentWords(claimed, rainbow, name)).toBe(
    "Segment 2, river large black (K3). Thebes: small red (R1). Memphis: nothing. Claimed by Memphis.",
  );
  expect(segmentWords(claimed, named(XENO), name)).toBe(
    "Segment 2, river large orange (O3). Thebes: small cyan (C1). Memphis: nothing. Claimed by Memphis.",
  );
});

test("a proof names the pieces by the palette's letters", () => {
  const spell = (piece: string) => shown(piece, OWN.letters);
  const [pieces, lacking] = [["K3", "R2"].map(spell), ["R2"].map(spell)];
  expect(texts.wouldMake(pieces, "Monochrome pair É3", lacking)).toBe("É3 and B2: Monochrome pair É3, but B2 can't be had");
});

const CLAIM: River.Claim = {
  ...{ action: 1, text: "claim 2", segment: 2, makes: { name: "Run", strength: 4 }, rival: 1, at_best: null, early: true },
  ...{ missed: [], whereabouts: {} },
};

test("a proof says whether the rival is weaker, as strong, or can't finish", () => {
  const best = (strength: number) => ({ name: "Pair of large", strength });
  expect(proofWords(CLAIM, name)[0]).toContain("Memphis can no longer fill that side");
  expect(proofWords({ ...CLAIM, at_best: best(3) }, name)[0]).toContain("The best they can still make there is Pair of large");
  expect(proofWords({ ...CLAIM, early: false, at_best: best(3) }, name)[0]).toContain("beats Memphis's Pair of large");
  expect(proofWords({ ...CLAIM, early: false, at_best: best(4) }, name)[0]).toContain("equal: whoever claims first gets it");
});

test("the whereabouts of pieces are said in words", () => {
  const named = (seat: number) => ["Thebes", "Memphis", "Giza"][seat]!;
  const whose = (seat: number) => (seat === 0 ? "your" : `${named(seat)}'s`);
  const place = (kind: River.Whereabouts["kind"], fields: Partial<River.Whereabouts>): River.Whereabouts => ({
    ...{ kind, segment: null, seat: null, left: null },
    ...fields,
  });
  const seen = [place("river", { segment: 2 }), place("side", { seat: 0, segment: 1 }), place("hand", { seat: 1 })];
  expect(whereWords("G2", seen, named, whose)).toBe("in the river at 2, on your side of 1 and in Memphis's hand");
  const few = (left: number) => whereWords("K3", [place("few", { seat: 2, left })], named, whose);
  expect(few(0)).toBe("Giza can get no large piece");
  expect(few(1)).toBe("Giza can get only one large piece");
});

test("the rules open where the position is", () => {
  const view = position([segment(1, "K3", [], [])], [[], []]);
  expect(section(view)).toBe("your-turn");
  expect(section({ ...view, phase: "claim" })).toBe("claiming");
  expect(section({ ...view, phase: "deal" })).toBe("setup");
  expect(section({ ...view, phase: "over" })).toBe("end-of-the-game");
  expect(section({ ...view, phase: "over", seats: 3 })).toBe("winning-confluence");
});
