import type { River } from "../../types";

/** The heading of RULES.md that speaks of this position. */
export function section(view: River.View): string {
  if (view.phase === "over") return view.seats === 3 ? "winning-confluence" : "end-of-the-game";
  if (["lay", "deal", "start"].includes(view.phase)) return "setup";
  if (view.phase === "claim") return "claiming";
  return view.placings.some((placing) => placing.makes) ? "sets" : "your-turn";
}
