/** The suits as paths in a box of 100 × 100, and what ranks are called. */
export const SUITS: Record<string, { name: string; red: boolean; path: string }> = {
  s: {
    name: "spades",
    red: false,
    path: "M50 6C40 28 12 40 12 62c0 16 20 24 33 12-1 9-4 15-11 20h32c-7-5-10-11-11-20 13 12 33 4 33-12C88 40 60 28 50 6Z",
  },
  h: { name: "hearts", red: true, path: "M50 92C36 74 9 58 9 34 9 8 43 5 50 29 57 5 91 8 91 34c0 24-27 40-41 58Z" },
  d: { name: "diamonds", red: true, path: "M50 5C60 24 72 38 88 50 72 62 60 76 50 95 40 76 28 62 12 50 28 38 40 24 50 5Z" },
  c: {
    name: "clubs",
    red: false,
    path: "M50 6a20 20 0 0 0-15 33c2 2 2 4-1 4a20 20 0 1 0 11 30c-1 9-4 16-11 21h32c-7-5-10-12-11-21a20 20 0 1 0 11-30c-3 0-3-2-1-4A20 20 0 0 0 50 6Z",
  },
};

const NAMES: Record<string, string> = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };

/** A card's rank as it is printed: the T of our notation is a 10. */
export const rankLabel = (card: string): string => (card[0] === "T" ? "10" : card[0]!);

/** "the queen of hearts" of "Qh". */
export const cardName = (card: string): string => `${NAMES[card[0]!] ?? card[0]} of ${SUITS[card[1]!]?.name ?? "no suit"}`;
