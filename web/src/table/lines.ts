// The move list, line by line: what belongs together stands in one.
import { grouping } from "../games";
import { texts } from "../lib/texts";
import type { Happened } from "../types";
import { takenBack } from "./undone";

/** What a game says of its events. */
export interface Grouping {
  joins: (before: Happened, next: Happened) => boolean; // whether they stand in one line
  words: (events: Happened[]) => string; // of a line with several
  tellsOfPieces?: boolean; // whether seats are called as their pieces are, so that players' own names can't stand for them
}

export interface Line {
  first: number; // the number of its first event
  last: number;
  action: string | null; // the one that somebody chose, if there is one
  words: string;
  isChance: boolean;
  isUndone: boolean;
}

const LEAST_DEAL = 3; // fewer events of chance at the start are no deal

export function lines(events: Happened[], game: string): Line[] {
  const undone = takenBack(events);
  const found = grouping[game];
  const dealt = dealOf(events);
  const groups: Happened[][] = dealt.length ? [dealt] : [];
  for (const event of events.slice(dealt.length)) {
    const before = groups.at(-1)?.at(-1);
    const isOne = before && before.n >= dealt.length && undone.has(before.n) === undone.has(event.n) && isPlay(before, event);
    if (isOne && found?.joins(before, event)) groups.at(-1)!.push(event);
    else groups.push([event]);
  }
  return groups.map((group) => ({
    first: group[0]!.n,
    last: group.at(-1)!.n,
    action: group === dealt ? null : (group.find(({ seat }) => seat !== null) ?? group[0]!).action,
    words: group === dealt ? dealWords(group) : group.length > 1 ? found!.words(group) : group[0]!.told,
    isChance: group.every(({ seat }) => seat === null),
    isUndone: undone.has(group[0]!.n),
  }));
}

const isPlay = (...events: Happened[]): boolean => events.every(({ kind }) => kind === "act");

/** What chance did before anybody could do anything. */
function dealOf(events: Happened[]): Happened[] {
  const end = events.findIndex(({ seat, kind }) => seat !== null || kind !== "act");
  const dealt = events.slice(0, end < 0 ? events.length : end);
  return dealt.length < LEAST_DEAL ? [] : dealt;
}

/** Only who goes first is worth telling. */
function dealWords(dealt: Happened[]): string {
  const last = dealt.at(-1)!;
  return last.action?.startsWith("start") ? `${texts.dealt} ${last.told}` : texts.dealt;
}
