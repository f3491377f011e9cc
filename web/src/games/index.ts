import type { Board } from "../lib/board";

type Loader = () => Promise<{ default: Board }>;

// Every folder beside this file with a Board.svelte is a game; its board is a chunk of its own, loaded when it is needed.
const found = import.meta.glob<{ default: Board }>("./*/Board.svelte");

/** The boards by the games' names. */
export const boards: Record<string, Loader> = Object.fromEntries(
  Object.entries(found).map(([path, load]) => [path.split("/")[1]!, load]),
);
