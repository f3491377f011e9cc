// What a board of squares makes of a game's actions: "b2" is done on one square, "b2-b3" on two.
import type { Square } from "../types";

export interface Squared {
  squares: Square[][];
  says?: string;
}

/** Whether a view has a board of squares. */
export const isSquared = (view: unknown): view is Squared =>
  Array.isArray((view as Squared | null)?.squares) &&
  (view as Squared).squares.every((row) => Array.isArray(row) && row.every((one) => typeof one?.name === "string"));

/** The squares that an action names. */
export const named = (action: string, names: string[]): string[] => action.split("-").filter((part) => names.includes(part));

/** Whether an action can be done by tapping one square or two. */
export const whole = (action: string, names: string[]): boolean => {
  const parts = action.split("-");
  return parts.length <= 2 && parts.every((part) => names.includes(part));
};

/** Where an action begins. */
export const startsOf = (actions: string[], names: string[]): Set<string> =>
  new Set(actions.filter((action) => whole(action, names)).map((action) => action.split("-")[0]!));

/** Where the actions end that begin here. */
export const goalsOf = (actions: string[], names: string[], start: string): Set<string> =>
  new Set(actions.filter((one) => whole(one, names) && one.startsWith(`${start}-`)).map((one) => one.split("-")[1]!));

const WAYS: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** The square beside this one, in the direction of an arrow key. */
export function beside(squares: Square[][], name: string, key: string): string | undefined {
  const way = WAYS[key];
  const row = squares.findIndex((line) => line.some((square) => square.name === name));
  if (!way || row < 0) return undefined;
  const column = squares[row]!.findIndex((square) => square.name === name);
  return squares[row + way[0]]?.[column + way[1]]?.name;
}
