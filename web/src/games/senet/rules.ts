import type { Senet } from "../../types";

/** The heading of RULES.md that speaks of this position. */
export function section(view: Senet.View): string {
  if (view.phase === "over") return "end-of-the-game";
  if (view.phase === "stuck" || view.backward) return "no-forward-move";
  if (view.may_stop) return "leftover-steps";
  const moves = view.moves;
  if (moves.some((move) => move.end === 0)) return "bearing-off";
  if (moves.some((move) => move.reached === 27)) return "the-water";
  if (moves.some((move) => move.end !== move.target)) return "safe-squares-and-bounces";
  return moves.some((move) => move.swaps) ? "where-a-piece-can-go" : "your-turn";
}
