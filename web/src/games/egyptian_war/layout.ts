import type { EgyptianWar, Happened } from "../../types";

const SUITS: Record<string, string> = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };
const FACES = "JQKA";

/** A card of a view in two letters: Th of 10♥. */
export function toLetters(card: string): string {
  const rank = card.slice(0, -1);
  return (rank === "10" ? "T" : rank) + SUITS[card.at(-1)!];
}

export interface Fanned {
  key: number; // the how manieth card of the game: it stays the same while it lies there
  card: string; // in letters
  x: number; // of its middle, in widths of a card, from the fan's middle
  turn: number; // degrees
  height: number; // how many lie under it
}

const STEP = 0.4; // from one card to the next, in widths: each shows its index

/** The last cards of the pile, fanned so that all of them can be read; the top one is at the end. */
export function fan(view: Pick<EgyptianWar.View, "pile" | "played">, most: number): Fanned[] {
  const shown = view.pile.slice(-most);
  const middle = ((shown.length - 1) * STEP) / 2;
  return shown.map((card, i) => {
    const key = view.played - (shown.length - 1 - i);
    return { key, card: toLetters(card), x: i * STEP - middle, turn: lean(key), height: view.pile.length - shown.length + i };
  });
}

/** No two cards are put down quite alike. */
const lean = (key: number): number => ((key * 37) % 11) - 5;

/** The places of seats around the table, in percent: the first below the left corner, then clockwise; the bottom is left free. */
export function around(count: number): { x: number; y: number }[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (Math.PI / 180) * (90 + ((i + 1) * 360) / (count + 1));
    return { x: 50 + 42 * Math.cos(angle), y: 50 + 38 * Math.sin(angle) };
  });
}

/** The others in order of play, from the seat after yours on. */
export function others(seats: number, yours: number[]): number[] {
  const first = yours.length ? yours[0]! + 1 : 0;
  return Array.from({ length: seats }, (_, i) => (first + i) % seats).filter((seat) => !yours.includes(seat));
}

/** Who took the pile between two views; nobody if it still lies there. */
export function taker(before: EgyptianWar.View, after: EgyptianWar.View): number | null {
  const lay = before.pile.length + before.burned;
  if (!lay || after.pile.length + after.burned >= lay) return null;
  const gains = after.seats.map(({ cards }, seat) => cards - before.seats[seat]!.cards);
  const most = Math.max(...gains);
  return most > 0 ? gains.indexOf(most) : null;
}

/** How many chances the challenged seat had and has: those used lie on the face card. */
export function chances({ pile, chances: left }: Pick<EgyptianWar.View, "pile" | "chances">): { all: number; left: number } {
  const face = pile.findLastIndex((card) => FACES.includes(card[0]!));
  return { all: left + (face < 0 ? 0 : pile.length - 1 - face), left };
}

/** The newest photo finish among these events. */
export function finishOf(events: Happened[]): Happened | undefined {
  return events.findLast(({ finish }) => finish !== null);
}
