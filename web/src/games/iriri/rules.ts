import type { Iriri } from "../../types";

/** The heading of RULES.md that speaks of this position. */
export function section(view: Iriri.View): string {
  if (view.phase === "over") return "the-end";
  if (view.phase === "deal") return "what-there-is";
  if (view.opening) return "the-first-word";
  return view.phase === "take" ? "2-take" : "1-place";
}
