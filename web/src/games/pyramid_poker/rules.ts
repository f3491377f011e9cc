import type { PyramidPoker } from "../../types";

const SECTIONS: Record<string, string> = {
  draw: "building",
  place: "building",
  take: "taking",
  put: "taking",
  turn: "jokers",
  choose: "jokers",
  scored: "scoring",
  over: "scoring",
};

/** The heading of RULES.md that speaks of this position. */
export const section = (view: PyramidPoker.View): string => SECTIONS[view.phase] ?? "the-blocks-and-the-pyramid";
