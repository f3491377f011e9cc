// How far somebody has come in a lesson, in this browser.

import { remember, remembered } from "../lib/memory";

type Progress = { at: number; of: number };

export function progress(game: string): Progress {
  const [at, of] = remembered(`lesson-${game}`, "").split("/").map(Number);
  return at && of ? { at, of } : { at: 0, of: 0 };
}

export function keepProgress(game: string, at: number, of: number): void {
  remember(`lesson-${game}`, `${at}/${of}`);
}
