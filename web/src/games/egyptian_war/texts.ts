import type { Place } from "../../types";

export const texts = {
  shareOfCards: "Share of the cards in hands",
  slap: "Slap",
  turn: "Turn a card",
  slapKey: "space",
  turnKey: "enter",
  slapPile: "Slap the pile",
  pile: (cards: number) => (cards ? `${cards} ${cards === 1 ? "card" : "cards"} in the pile` : "The pile is empty"),
  burned: (cards: number) => `${cards} burned`,
  cards: (cards: number) => `${cards} ${cards === 1 ? "card" : "cards"}`,
  judging: "Judging…",
  judgingWho: (names: string[]) => `${names.join(" and ")} slapped. Was somebody faster?`,
  challenge: (name: string, rank: string) => `${name} must beat the ${rank}`,
  chances: (left: number, all: number) => `${left} of ${all} ${all === 1 ? "chance" : "chances"} left`,
  owed: (name: string) => `${name} takes it, unless somebody slaps`,
  yourTurn: "Your turn",
  begin: "Turn a card. Slap when the top card has the rank of one of the two below it.",
  locked: (until: string) => (until === "out" ? "out of the game" : `no slap: ${until}`),
  tries: (left: number) => `${left} false ${left === 1 ? "slap" : "slaps"} left`,
  before: "That was for the card before.",
  mayNotSlap: "You may not slap this card.",
  mayNotTurn: "It is not your turn to play a card.",
  lookOn: "You are looking on.",
  finish: "Photo finish",
  early: "too early to have seen it",
  winner: "winner",
  milliseconds: (time: number) => `${Math.round(time)} ms`,
  verdict: ({ verdict, behind }: Place): string =>
    ({
      first: "takes it",
      tied: "equally fast",
      late: `+${Math.round(behind)} ms`,
      guess: "too early: a guess",
      false: "nothing to slap",
    })[verdict],
};

const RANKS: Record<string, string> = { J: "jack", Q: "queen", K: "king", A: "ace" };
export const faceName = (card: string): string => RANKS[card[0]!] ?? "card";
