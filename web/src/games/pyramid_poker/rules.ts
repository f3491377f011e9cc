import type { PyramidPoker } from "../../types";

const SECTIONS: Record<string, string> = {
  draw: "building",
  place: "building",
  take: "taking",
  put: "your-three-hands",
  turn: "jokers",
  choose: "jokers",
  scored: "end-of-the-game",
  over: "end-of-the-game",
};

/** The heading of RULES.md that speaks of this position. */
export const section = (view: PyramidPoker.View): string => SECTIONS[view.phase] ?? "setup";
