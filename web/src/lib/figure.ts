// A figure in a text: a fenced block `board` with a sentence for people, and lines that say what is drawn.
//
//     ```board
//     Any text: the caption.
//     position: rcrcrcrcrc/10/10 c - - 0
//     actions: chance throw 4; 0 10-14
//     eyes: 0
//     ```
//
// Without a position it is the start of a game. Without eyes everything is seen; with them, what those seats see and may do.
import type { Look } from "../types";

export interface Figure {
  caption: string;
  look: Look;
}

const FACT = /^(position|actions|eyes|seats):\s*(.+)$/;

export function figure(lines: string[]): Figure {
  const facts: Record<string, string> = {};
  const caption: string[] = [];
  for (const line of lines.map((one) => one.trim())) {
    const [, name, value] = FACT.exec(line) ?? [];
    if (name) facts[name] = value!;
    else caption.push(line);
  }
  const look: Look = { position: facts.position ?? "", actions: (facts.actions ?? "").split(";").flatMap(action) };
  if (facts.eyes) look.eyes = facts.eyes.split(",").map(Number);
  if (facts.seats) look.seats = Number(facts.seats);
  return { caption: caption.join(" ").trim(), look };
}

/** `0 10-14` is what seat 0 does, `chance throw 4` what chance does. */
function action(text: string): [number | "chance", string][] {
  const [, who, what] = /^(\d|chance)\s+(.+)$/.exec(text.trim()) ?? [];
  return what ? [[who === "chance" ? who : Number(who), what]] : [];
}
