import type { Senet } from "../../types";

/** The heading of RULES.md that speaks of this position. */
export function section(view: Senet.View): string {
  if (view.phase === "over") return "the-end";
  if (view.phase === "stuck" || view.backward) return "when-nothing-can-go-forward";
  if (view.may_stop) return "what-is-left-over";
  const moves = view.moves;
  if (moves.some((move) => move.end === 0)) return "leaving-the-board";
  if (moves.some((move) => move.reached === 27)) return "the-water";
  if (moves.some((move) => move.end !== move.target)) return "safe-squares-and-the-bounce";
  return moves.some((move) => move.swaps) ? "where-a-piece-may-go" : "your-turn";
}
