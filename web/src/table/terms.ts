// On which terms a game is played: what is not as usual, and the clock.

import { defaultsOf } from "../pages/defaults";
import { texts } from "../lib/texts";
import type { Chosen, ClockWish, GameInfo, TableInfo } from "../types";

export function terms(game: GameInfo, table: TableInfo): string[] {
  const players = texts.invitation.players(table.chairs.length);
  const chosen = unusual(game, table);
  return [
    players,
    ...(chosen.length ? chosen : [texts.invitation.standard]),
    ...(game.real_time ? [] : [clockTerms(table.clock)]),
    ...(table.hints && !game.real_time ? [texts.hints.on] : []),
  ];
}

/** Options that have not their default between people, in words. */
function unusual(game: GameInfo, table: TableInfo): string[] {
  const seats = table.chairs.map((chair): Chosen => ({ who: chair.bot ? "bot" : "anybody" }));
  const usual = defaultsOf(game, table.options, seats);
  return game.options
    .filter((option) => table.options[option.name] !== usual[option.name])
    .map((option) => `${option.title}: ${meaning(option, table.options[option.name])}`);
}

function meaning(option: GameInfo["options"][number], value: unknown): string {
  return option.choices.find((choice) => choice.value === value)?.meaning ?? String(value);
}

export function clockTerms({ kind, seconds = 0, increment = 0 }: ClockWish): string {
  if (kind === "move") return texts.invitation.perMove(seconds);
  return kind === "total" ? texts.invitation.inAll(seconds, increment) : texts.invitation.noClock;
}
