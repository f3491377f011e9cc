import type { EgyptianWar } from "../../types";

/** The heading of RULES.md that speaks of this position. */
export function section(view: EgyptianWar.View): string {
  if (view.phase === "over") return "end-of-the-game";
  if (view.phase === "start") return "setup";
  if (view.owed !== null) return "slapping";
  if (view.challenger !== null) return "challenges";
  return view.seats.some((seat) => seat.cards === 0) ? "running-out-of-cards" : "your-turn";
}
