import type { Senet } from "../../types";
import { HOME } from "./geometry";

const moveOf = (action: string, view: Senet.View) => view.moves.find(({ text }) => text === action);

/** Where an action begins and where it ends on the board, as selectors. */
export function marks(action: string, view: Senet.View): string[] {
  const move = moveOf(action, view);
  if (!move) return [".stop"];
  const goal = move.end === HOME ? `[data-tray="${view.seat}"]` : `.tile[data-square="${move.end}"]`;
  return [`.man[data-square="${move.start}"]`, goal];
}
