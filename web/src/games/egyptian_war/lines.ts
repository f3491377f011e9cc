import type { Happened } from "../../types";

/** Turning over a card, and which card it is. */
export const joins = (before: Happened, next: Happened): boolean =>
  before.action === "turn" && next.seat === null && next.action !== "take";

export const words = (events: Happened[]): string => events.at(-1)!.told;
