import type { PyramidPoker } from "../../types";

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
