import type { Happened } from "../../types";

const isPlacing = ({ action }: Happened): boolean => action?.startsWith("place") ?? false;

/** A block that is drawn and placed, or taken and added to a hand. */
export const joins = (before: Happened, next: Happened): boolean =>
  (before.seat === null && isPlacing(next)) ||
  (before.seat === next.seat && !!before.action?.startsWith("take") && !!next.action?.startsWith("put"));

/** Where a block is placed says which it is. */
export const words = (events: Happened[]): string =>
  (isPlacing(events.at(-1)!) ? events.slice(-1) : events).map(({ told }) => told).join(" ");
