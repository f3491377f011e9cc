import type { Happened } from "../../types";

/** What one takes from the dictionary in a turn. */
export const joins = (before: Happened, next: Happened): boolean => before.seat === next.seat && isTake(before) && isTake(next);

export const words = (events: Happened[]): string => events.map(({ told }) => told).join(" ");

const isTake = ({ action }: Happened): boolean => action?.startsWith("take") ?? false;
