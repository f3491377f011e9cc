import type { Senet } from "../../types";
import { HOME, WATER } from "./geometry";
import { NAMES, texts } from "./texts";

const moveOf = (action: string, view: Senet.View) => view.moves.find(({ text }) => text === action);

/** Where an action begins and where it ends on the board, as selectors. */
export function marks(action: string, view: Senet.View): string[] {
  const move = moveOf(action, view);
  if (!move) return [".stop"];
  const goal = move.end === HOME ? `[data-tray="${view.seat}"]` : `.tile[data-square="${move.end}"]`;
  return [`.man[data-square="${move.start}"]`, goal];
}

/** What speaks for an action, as far as the view tells it. */
export function reason(action: string, view: Senet.View): string {
  const move = moveOf(action, view);
  if (!move) return "";
  if (move.end === HOME) return texts.reason.home(view.pieces - view.home[view.seat]! - 1);
  if (move.reached === WATER) return texts.reason.drowns(move.end);
  if (move.swaps) return texts.reason.swaps(NAMES[1 - view.seat]!.one, move.end - move.start);
  return move.left ? texts.left(move.left) : "";
}
