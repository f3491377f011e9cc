// The score over a game and its rematches. Everybody who plays on has seen all of them, so their own browser keeps it.
import { remember, remembered } from "../lib/memory";
import type { Chair, Sync } from "../types";

const NAME = "match";

export type Tally = Record<string, number>; // games that each player has won; a draw is shared

interface Kept {
  after: string; // the last table that counts
  table: string; // its rematch
  games: number;
  tally: Tally;
}

/** Who somebody is, on whichever seat: seats change from game to game. */
export const playerOf = (chair: Chair, seat: number): string => chair.user ?? chair.title ?? String(seat);

/** The score before this game, with its result. */
export function withResult(before: Tally, chairs: Chair[], scores: number[]): Tally {
  const best = Math.max(...scores);
  const share = 1 / scores.filter((score) => score === best).length;
  return Object.fromEntries(
    chairs.map((chair, seat) => {
      const player = playerOf(chair, seat);
      return [player, (before[player] ?? 0) + (scores[seat] === best ? share : 0)];
    }),
  );
}

/** The score after a finished game; null if it was the first of its match, or if two players can't be told apart. */
export function matchScore(sync: Sync): Tally | null {
  const kept = keptMatch();
  if (kept?.after === sync.table && kept.games > 1) return kept.tally;
  if (kept?.table !== sync.table || !sync.scores || !areDistinct(sync.chairs)) return null;
  return withResult(kept.tally, sync.chairs, sync.scores);
}

/** Keep the score for the rematch. */
export function keepMatch(sync: Sync): void {
  const kept = keptMatch();
  if (!sync.again || !sync.scores || kept?.after === sync.table) return;
  const goesOn = kept?.table === sync.table;
  const tally = withResult(goesOn ? kept.tally : {}, sync.chairs, sync.scores);
  const next: Kept = { after: sync.table, table: sync.again, games: goesOn ? kept.games + 1 : 1, tally };
  remember(NAME, JSON.stringify(next));
}

const keptMatch = (): Kept | null => JSON.parse(remembered(NAME, "null")) as Kept | null;

const areDistinct = (chairs: Chair[]): boolean => new Set(chairs.map(playerOf)).size === chairs.length;
