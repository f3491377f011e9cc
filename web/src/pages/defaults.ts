// What a new table is opened with where nothing is chosen; the server chooses the same (`Option.default_for`).
import type { Chosen, GameInfo, OptionInfo } from "../types";

export type Value = string | number | boolean;
export type Options = Record<string, Value>;

/** The default of every option, where these options have been chosen and these people sit down. */
export function defaultsOf(game: GameInfo, chosen: Options, seats: Chosen[]): Options {
  const betweenPeople = seats.filter((seat) => seat.who !== "bot").length > 1;
  return Object.fromEntries(game.options.map((option) => [option.name, defaultOf(option, chosen, betweenPeople)]));
}

function defaultOf(option: OptionInfo, chosen: Options, betweenPeople: boolean): Value {
  const other = option.default_with.find((one) => chosen[one.option] === one.value);
  if (other) return other.default;
  return (betweenPeople ? option.default_between_people : null) ?? option.default;
}
