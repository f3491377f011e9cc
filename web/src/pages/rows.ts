// What the home page says of a table in one row.

import { resultFor } from "../lib/result";
import { texts, together } from "../lib/texts";
import type { Finished, GameInfo, TableInfo } from "../types";

export type Row = { address: string; game: string; names: string; state: string; isTurn: boolean };

const titleOf = (name: string, games: GameInfo[]) => games.find((game) => game.name === name)?.title ?? name;

export function tableRow(table: TableInfo, games: GameInfo[]): Row {
  return {
    address: `/t/${table.id}`,
    game: titleOf(table.game, games),
    names: together(table.chairs.flatMap((chair) => chair.title || [])),
    state: stateOf(table),
    isTurn: table.your_turn,
  };
}

export function finishedRow(finished: Finished, games: GameInfo[]): Row {
  return {
    address: `/review/${finished.id}`,
    game: titleOf(finished.game, games),
    names: together(finished.titles.filter(Boolean)),
    state: resultFor(finished.yours, finished.scores),
    isTurn: false,
  };
}

function stateOf(table: TableInfo): string {
  if (!table.yours.length) return table.status === "waiting" ? texts.join : texts.watch;
  if (table.status === "waiting") return texts.waitingFor;
  return table.your_turn ? texts.yourTurn : texts.theirTurn;
}
