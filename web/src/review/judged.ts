// What the judge thinks of a finished game, position by position. The server tells as many at once as it gets done.
import { chancesFrom } from "../lib/api";
import type { Chances } from "../types";

/** All that is known so far, each time that more is known, up to the last position. */
export async function* judged(table: string, last: number): AsyncGenerator<Chances[]> {
  let found: Chances[] = [];
  while (found.length <= last) {
    found = [...found, ...(await chancesFrom(table, found.length))];
    yield found;
  }
}
