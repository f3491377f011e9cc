// The best that a growing hand can still become, as far as the cards tell that everybody sees. What a full hand is, the server says.
import type { PyramidPoker } from "../../types";
import { isCard } from "./blocks";
import { KINDS } from "./texts";

const HAND = 5;
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const SUITS = "♣♦♥♠";
const ACE = RANKS.length - 1;

interface Card {
  rank: number;
  suit: string;
}

const cardOf = (kind: string): Card => ({ rank: RANKS.indexOf(kind.slice(0, -1)), suit: kind.at(-1)! });
const PACK: Card[] = [...SUITS].flatMap((suit) => RANKS.map((_, rank) => ({ rank, suit })));
const isSame = (one: Card, other: Card): boolean => one.rank === other.rank && one.suit === other.suit;

/** The cards that may still come: those in nobody's hand and not out of the game. */
export function cardsLeft(view: Pick<PyramidPoker.View, "hands" | "gone">): Card[] {
  const seen = [...view.hands.flat().flatMap(({ cards }) => cards), ...view.gone].filter(isCard).map(cardOf);
  return PACK.filter((card) => !seen.some((other) => isSame(card, other)));
}

/** The name of the best kind of hand that these cards can still be filled up to. */
export function outlook(kinds: string[], left: Card[], wheel: boolean): string {
  const cards = kinds.map(cardOf);
  const suited = new Set(cards.map(({ suit }) => suit)).size === 1 ? left.filter(({ suit }) => suit === cards[0]!.suit) : [];
  const isSuited = suited.length >= HAND - cards.length;
  if (isSuited && isStraight(cards, suited, [8])) return KINDS.royal;
  if (isSuited && isStraight(cards, suited, starts(wheel))) return KINDS.straightFlush;
  if (isOf(cards, left, [4])) return KINDS.four;
  if (isOf(cards, left, [3, 2])) return KINDS.full;
  if (isSuited) return KINDS.flush;
  if (isStraight(cards, left, starts(wheel))) return KINDS.straight;
  if (isOf(cards, left, [3])) return KINDS.three;
  if (isOf(cards, left, [2, 2])) return KINDS.twoPair;
  return isOf(cards, left, [2]) ? KINDS.pair : KINDS.high;
}

/** The lowest rank of every straight; −1 is an ace below the two. */
const starts = (wheel: boolean): number[] => [...(wheel ? [-1] : []), 0, 1, 2, 3, 4, 5, 6, 7, 8];

/** Whether the cards lie in one of these straights, and every other rank of it can still come. */
function isStraight(cards: Card[], left: Card[], from: number[]): boolean {
  const held = cards.map(({ rank }) => rank);
  if (new Set(held).size < held.length) return false;
  return from.some((start) => {
    const ranks = Array.from({ length: HAND }, (_, n) => (start + n < 0 ? ACE : start + n));
    return (
      held.every((rank) => ranks.includes(rank)) &&
      ranks.every((rank) => held.includes(rank) || left.some((card) => card.rank === rank))
    );
  });
}

/** Whether so many of one rank, and so many of another, fit beside what is held already. */
function isOf(cards: Card[], left: Card[], counts: number[], room = HAND - cards.length, taken: number[] = []): boolean {
  const [count, ...others] = counts;
  if (count === undefined) return true;
  return RANKS.some((_, rank) => {
    if (taken.includes(rank)) return false;
    const missing = Math.max(0, count - cards.filter((card) => card.rank === rank).length);
    const isHad = missing <= Math.min(room, left.filter((card) => card.rank === rank).length);
    return isHad && isOf(cards, left, others, room - missing, [...taken, rank]);
  });
}
