import type { Board } from "../lib/board";
import type { Grouping } from "../table/lines";
import { isSquared } from "./squares";

type Loader = () => Promise<{ default: Board }>;

// Every folder beside this file with a Board.svelte is a game; its board is a chunk of its own, loaded when it is needed.
const found = import.meta.glob<{ default: Board }>("./*/Board.svelte");

/** The boards by the games' names. */
export const boards: Record<string, Loader> = Object.fromEntries(
  Object.entries(found).map(([path, load]) => [path.split("/")[1]!, load]),
);

const plain: Loader = () => import("./Plain.svelte");

/** What draws a view of a game: its own board, or a plain one if it is of squares; none if it can only be read. */
export const boardOf = (game: string, view: unknown): Loader | undefined => boards[game] ?? (isSquared(view) ? plain : undefined);

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- every game has a view of its own
type Written = (action: string, view: any) => string;

const spelt = import.meta.glob<Written>("./*/written.ts", { import: "written", eager: true });

/** An action as people read it: in notation, unless the game has another way to write it in this view. */
export const written = (game: string, action: string, view: unknown): string =>
  view ? (spelt[`./${game}/written.ts`]?.(action, view) ?? action) : action;

const grouped = import.meta.glob<Grouping>("./*/lines.ts", { eager: true });

/** What stands in one line of the move list, by the games' names. */
export const grouping: Partial<Record<string, Grouping>> = Object.fromEntries(
  Object.entries(grouped).map(([path, found]) => [path.split("/")[1]!, found]),
);

/** How a game stands, where nobody searches: each seat's share of what decides it, and what that is called. */
export interface Standing {
  title: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- every game has a view of its own
  shares: (view: any) => number[];
}

const told = import.meta.glob<{ standing: Standing }>("./*/standing.ts");

/** The standings by the games' names. */
export const standings: Record<string, () => Promise<Standing>> = Object.fromEntries(
  Object.entries(told).map(([path, load]) => [path.split("/")[1]!, async () => (await load()).standing]),
);

/** How a hint is shown: where its action begins and ends on the board, as selectors. */
interface Hints {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- every game has a view of its own
  marks: (action: string, view: any) => string[];
}

const drawn = import.meta.glob<Hints>("./*/hints.ts");

/** How hints are shown, by the games' names. */
export const hints: Record<string, () => Promise<Hints>> = Object.fromEntries(
  Object.entries(drawn).map(([path, load]) => [path.split("/")[1]!, load]),
);

export type { Hints };
