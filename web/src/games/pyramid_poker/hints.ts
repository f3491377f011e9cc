import type { PyramidPoker } from "../../types";
import { texts } from "./texts";

const moveOf = (action: string, view: PyramidPoker.View) => view.moves.find(({ text }) => text === action);

/** Where an action begins and where it ends on the board, as selectors. */
export function marks(action: string, view: PyramidPoker.View): string[] {
  const move = moveOf(action, view);
  if (move?.hand !== null && move?.hand !== undefined) return [".grip", `button.hand[data-hand="${move.hand}"]`];
  if (move?.card) return [`[data-card="${move.card}"]`];
  if (!move?.place) return [];
  const place = `[data-place="${move.place}"]`;
  return view.phase === "place" ? [".grip", place] : [place];
}

/** What speaks for an action, as far as the view tells it. */
export function reason(action: string, view: PyramidPoker.View): string {
  const makes = moveOf(action, view)?.makes;
  return makes ? texts.makes(makes) : "";
}
