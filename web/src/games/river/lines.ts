import type { Happened } from "../../types";

const NO_CLAIM = "no claim";

/** A turn without a claim is one line with its draw; a claim begins its own. */
export const joins = (before: Happened, next: Happened): boolean =>
  next.action === NO_CLAIM || (before.seat !== null && next.seat === null);

export const words = (events: Happened[]): string =>
  events
    .filter(({ action }, i) => i === 0 || action !== NO_CLAIM)
    .map(({ told }) => told)
    .join(" ");
