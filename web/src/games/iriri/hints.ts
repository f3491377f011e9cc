import type { Iriri } from "../../types";
import { texts } from "./texts";

/** Where an action begins and where it ends on the board, as selectors. The board draws a hint's pieces itself. */
export function marks(action: string): string[] {
  const take = /^take (\d+)/.exec(action);
  return [take ? `[data-place="${take[1]}"]` : ".hinted"];
}

/** What speaks for an action, as far as the view tells it. */
export function reason(action: string, view: Iriri.View): string {
  const words = view.placements.find(({ text }) => text === action)?.words.length ?? 0;
  return words > 1 ? texts.scores(words) : "";
}
