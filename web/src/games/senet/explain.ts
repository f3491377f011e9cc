// What a square or somebody's piece means, for those who tap it. RULES.md tells the same at length.
import type { Senet } from "../../types";
import { LAST } from "./geometry";
import { NAMES, texts } from "./texts";

export const SPECIAL = [15, 26, 27, 28, 29, 30];
const SAFE = [26, 28, 29];

/** What is special about a square, in a sentence; nothing about most of them. */
export const aboutSquare = (square: number): string => texts.squares[square] ?? "";

/** Whether a piece can be attacked where it stands, and what that means for its opponent. */
export function aboutPiece(view: Senet.View, square: number): string {
  const seat = view.squares[square - 1];
  if (seat === null || seat === undefined) return aboutSquare(square);
  const all = row(view, square);
  const name = NAMES[seat]!;
  if (all.length > 2) return texts.block(all.length, name.all, all[0]!, all.at(-1)!);
  if (SAFE.includes(square)) return texts.safe(name.one, square);
  return all.length === 2 ? texts.pair(name.all, all[0]!, all[1]!) : texts.single(name.one);
}

/** The squares of the pieces that stand in a row with this one, along the track. */
function row({ squares }: Senet.View, square: number): number[] {
  const seat = squares[square - 1];
  let [first, last] = [square, square];
  while (first > 1 && squares[first - 2] === seat) first--;
  while (last < LAST && squares[last] === seat) last++;
  return Array.from({ length: last - first + 1 }, (_, n) => first + n);
}
