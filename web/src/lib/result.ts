// How a game ended for somebody.

import { texts } from "./texts";

// For an onlooker there is nothing to say.
export function resultFor(yours: number[], scores: number[]): string {
  if (!yours.length) return texts.result;
  const best = Math.max(...scores);
  if (scores.every((score) => score === best)) return texts.drawn;
  return yours.some((seat) => scores[seat] === best) ? texts.won : texts.lostGame;
}
