// What is to be measured, and the link that says it.
import { defaultsOf, type Options, type Value } from "../pages/defaults";
import type { GameInfo, NewSurvey, OptionInfo } from "../types";

export const LETTERS = ["A", "B"] as const;
export const AMOUNTS = [1_000, 10_000, 100_000];
export const OWN_BOTS = ["uniform", "policy"] as const;
const LEVELS = ["goatherd", "farmer", "potter", "scribe", "merchant", "priestess", "vizier"]; // the best takes too long
const HIGHEST_SEED = 1_000_000_000;

export interface Wish {
  game: string;
  bots: string[]; // one for each seat
  variants: Options[]; // what is not as usual
  games: number;
  seed: number;
}

export const usualWish = (game: GameInfo): Wish => ({
  game: game.name,
  bots: Array<string>(game.seats[0]!).fill("uniform"),
  variants: [{}],
  games: 10_000,
  seed: 0,
});

/** The bots that can play a game here. */
export const botsFor = (game: GameInfo): string[] => ["uniform", ...(game.real_time ? [] : ["policy"]), ...LEVELS];

/** The options that change the rules. */
export const rulesOf = (game: GameInfo): OptionInfo[] => game.options.filter((option) => option.scope === "rules");

/** Every option of the rules as a variant has it. */
export function valuesOf(game: GameInfo, variant: Options): Options {
  return { ...defaultsOf(game, variant, []), ...variant };
}

export const asked = (wish: Wish): NewSurvey => ({ ...wish, seats: wish.bots.length });

/** A wish as the part of a link behind the question mark. */
export function toQuery(wish: Wish): string {
  const bots = new Set(wish.bots).size === 1 ? `${wish.bots.length}*${wish.bots[0]}` : wish.bots.join(",");
  const query = new URLSearchParams({ game: wish.game, bots, games: `${wish.games}`, seed: `${wish.seed}` });
  wish.variants.forEach((variant, i) => query.set(LETTERS[i]!.toLowerCase(), variantText(variant)));
  return query.toString();
}

const variantText = (variant: Options) =>
  Object.entries(variant)
    .map(([name, value]) => `${name}:${value}`)
    .join(",");

/** What a link says; what makes no sense in it is as usual. */
export function fromQuery(search: string, games: GameInfo[]): Wish {
  const query = new URLSearchParams(search);
  const game = games.find((one) => one.name === query.get("game")) ?? games[0]!;
  const usual = usualWish(game);
  const variants = LETTERS.map((letter) => query.get(letter.toLowerCase())).filter((text) => text !== null);
  return {
    ...usual,
    bots: botsIn(query.get("bots") ?? "", game) ?? usual.bots,
    variants: variants.length ? variants.map((text) => variantIn(text, game)) : usual.variants,
    games: AMOUNTS.find((amount) => `${amount}` === query.get("games")) ?? usual.games,
    seed: seedIn(query.get("seed")),
  };
}

function botsIn(text: string, game: GameInfo): string[] | null {
  const [count, bot] = text.split("*");
  const seats = game.seats.find((one) => `${one}` === count) ?? 0;
  const bots = bot === undefined ? text.split(",") : Array<string>(seats).fill(bot);
  return game.seats.includes(bots.length) && bots.every((one) => botsFor(game).includes(one)) ? bots : null;
}

function variantIn(text: string, game: GameInfo): Options {
  const chosen = text.split(",").map((part) => part.split(":") as [string, string?]);
  return Object.fromEntries(
    rulesOf(game).flatMap((option): [string, Value][] => {
      const wished = chosen.find(([name]) => name === option.name)?.[1];
      const choice = option.choices.find((one) => `${one.value}` === wished);
      return choice ? [[option.name, choice.value]] : [];
    }),
  );
}

function seedIn(text: string | null): number {
  const seed = Number(text ?? 0);
  return Number.isInteger(seed) && seed >= 0 && seed <= HIGHEST_SEED ? seed : 0;
}
