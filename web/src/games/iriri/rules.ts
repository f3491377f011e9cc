import type { Iriri } from "../../types";

/** The heading of RULES.md that speaks of this position. */
export function section(view: Iriri.View): string {
  if (view.phase === "over") return "end-of-the-game";
  if (view.phase === "deal" || view.phase === "start") return "setup";
  if (view.opening) return "the-first-word";
  if (view.phase === "pass") return "passing";
  return view.phase === "take" || view.phase === "skip" ? "3-take" : "1-place";
}
