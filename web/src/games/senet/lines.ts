import type { Happened } from "../../types";

export const tellsOfPieces = true;

/** A throw and the move that was made with it. */
export const joins = (before: Happened, next: Happened): boolean => before.seat === null && next.seat !== null;

export const words = ([thrown, ...rest]: Happened[]): string =>
  `Threw ${thrown!.action?.split(" ").at(-1)}: ${rest.map(({ told }) => told).join(" ")}`;
