import type { River } from "../../types";

/** The heading of RULES.md that speaks of this position. */
export function section(view: River.View): string {
  if (view.phase === "over") return view.seats === 3 ? "confluence" : "the-end";
  if (["lay", "deal", "start"].includes(view.phase)) return "setting-up";
  if (view.claims.length || view.unproven.length) return "the-proof";
  return view.placings.some((placing) => placing.makes) ? "sets" : "your-turn";
}
