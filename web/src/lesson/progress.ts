// How far somebody has come in a lesson, in this browser.

import { remember, remembered } from "../lib/memory";

export interface Progress {
  at: number; // the step they are at; as many as there are steps: the end
  of: number; // so many steps there were; 0: they have not begun
  done: number[]; // the steps that were done, not skipped
}

/** What older pages kept says nothing of skipped steps: then all that came before were done. */
export function progress(game: string): Progress {
  const [at, of, done] = remembered(`lesson-${game}`, "").split("/");
  if (!Number(at) || !Number(of)) return { at: 0, of: 0, done: [] };
  return { at: Number(at), of: Number(of), done: done === undefined ? upTo(Number(at)) : numbers(done) };
}

export function keepProgress(game: string, { at, of, done }: Progress): void {
  remember(`lesson-${game}`, `${at}/${of}/${done.join(",")}`);
}

const upTo = (end: number): number[] => Array.from({ length: end }, (_, n) => n);
const numbers = (written: string): number[] => written.split(",").filter(Boolean).map(Number);
