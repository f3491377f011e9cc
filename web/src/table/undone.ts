import type { Happened } from "../types";

/** The numbers of events that were taken back. */
export function takenBack(events: Happened[]): Set<number> {
  const undone = events.flatMap(({ n, back_to }) => (back_to === null ? [] : events.filter((e) => e.n >= back_to && e.n < n)));
  return new Set(undone.map((event) => event.n));
}
