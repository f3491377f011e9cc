import type { EgyptianWar, Place } from "../../types";

const LOCKS: Record<EgyptianWar.Seat["lock"], string> = {
  "": "",
  card: "can't slap this card",
  next_card: "can't slap this card or the next",
  pile: "can't slap until the pile is taken",
  out: "out of the game",
};

export const texts = {
  shareOfCards: "Share of cards held",
  slap: "Slap",
  turn: "Turn over a card",
  slapKey: "Space",
  turnKey: "Enter",
  slapPile: "Slap the pile",
  pile: (cards: number) => (cards ? `${cards} ${cards === 1 ? "card" : "cards"} in the pile` : "The pile is empty"),
  burned: (cards: number) => `${cards} burned`,
  cards: (cards: number) => `${cards} ${cardsWord(cards)}`,
  judging: "Judging…",
  judgingWho: (names: string[]) => `${names.join(" and ")} slapped. Was anyone faster?`,
  challenge: (name: string, rank: string) => `${name} must beat the ${rank}`,
  chances: (left: number, all: number) => `${left} of ${all} ${all === 1 ? "chance" : "chances"} left`,
  owed: (name: string) => `${name} takes the pile unless someone slaps`,
  begin:
    "Turn over a card. Slap when the top card matches one of the two below it. After a jack, queen, king or ace, the next player must turn over one too, or lose the pile.",
  automatic: (seconds: number) => `automatically in ${seconds} s`,
  locked: (lock: EgyptianWar.Seat["lock"]) => LOCKS[lock],
  tries: (left: number) => `${left} false ${left === 1 ? "slap" : "slaps"} left`,
  before: "Too late: that was the card before.",
  mayNotSlap: "You can't slap this card.",
  mayNotTurn: "It's not your turn.",
  finish: "Photo finish",
  winner: "winner",
  milliseconds: (time: number) => `${Math.round(time)} ms`,
  verdict: ({ verdict, behind }: Place): string =>
    ({
      first: "first",
      tied: "tie",
      late: `+${Math.round(behind)} ms`,
      guess: "too early",
      false: "false slap",
    })[verdict],
};

/** Without the number, which is drawn on its own. */
export const cardsWord = (cards: number): string => (cards === 1 ? "card" : "cards");

const RANKS: Record<string, string> = { J: "jack", Q: "queen", K: "king", A: "ace" };
export const faceName = (card: string): string => RANKS[card[0]!] ?? "card";
