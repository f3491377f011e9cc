import type { Seen } from "../../lib/follow";
import type { Happened, Legal, PyramidPoker } from "../../types";
import { cardSpot, placePoint, type Layout, type Spot } from "./layout";

/** A block that the view shows: `at` is place:c2, tray:0 (seat), turned:1 or card:0:2:4 (seat, hand, which). */
export interface Block extends Seen {
  kind: string; // K♥, Jok, or ? for one that these eyes don't know
  faces: number | null; // whom it faces while it stands
}

export const UNKNOWN = "?";

export function blocks(view: PyramidPoker.View): Block[] {
  const standing = view.places
    .filter((place) => place.faces !== null)
    .map((place) => ({ at: `place:${place.name}`, kind: place.face ?? UNKNOWN, faces: place.faces }));
  const held = view.phase === "place" || view.phase === "put";
  const tray = held ? [{ at: `tray:${view.seat}`, kind: view.block ?? UNKNOWN, faces: null }] : [];
  const turned = view.turned.map((kind, n) => ({ at: `turned:${n}`, kind, faces: null }));
  const cards = view.hands.flatMap((hands, seat) =>
    hands.flatMap((hand, which) => hand.cards.map((kind, n) => ({ at: `card:${seat}:${which}:${n}`, kind, faces: null }))),
  );
  return [...standing, ...tray, ...turned, ...cards];
}

/** Whether a block that was not known may be this one. What is turned up comes from the blocks put aside, never from the pyramid. */
export const fits = (was: Seen, is: Seen): boolean =>
  (was.kind === UNKNOWN || is.kind === UNKNOWN) && !is.at.startsWith("turned") && !was.at.startsWith("turned");

export function spotOf(at: string, board: Layout, near: number): Spot {
  const [what, first, second, third] = at.split(":");
  const far = Number(first) !== near;
  if (what === "place") return standingSpot(board, first!);
  if (what === "card") return cardSpot(board, far, Number(second), Number(third));
  const point = what === "turned" ? board.turned[Number(first)]! : board.tray[far ? 1 : 0];
  return { ...point, scale: 1, z: 200 };
}

function standingSpot(board: Layout, name: string): Spot {
  const [row, column] = [Number(name[1]) - 1, name.charCodeAt(0) - "a".charCodeAt(0)];
  return { ...placePoint(board, row, column), scale: 1, z: row * 10 + column };
}

/** Whether the board shows something that one of two people at this device may not see: a block's face, or one to be placed. */
export function isSecret(view: PyramidPoker.View, legal: Legal[], yours: number[]): boolean {
  const isShown = view.phase === "place" || view.places.some((place) => place.face !== null);
  return yours.length > 1 && legal.length > 0 && isShown;
}

/** The place that the newest events have filled, to mark it. */
export function lastPlace(events: Happened[]): string | null {
  const placed = events.toReversed().map((event) => /^place (\w\d)$/.exec(event.action ?? ""));
  return placed.find((found) => found)?.[1] ?? null;
}

/** "Kh" of "K♥", "Td" of "10♦": how our deck writes cards. */
export function cardCode(kind: string): string {
  const suit = "♣♦♥♠".indexOf(kind.at(-1)!);
  return (kind.startsWith("10") ? "T" : kind[0]!) + (suit < 0 ? "" : "cdhs"[suit]);
}

export const isCard = (kind: string): boolean => "♣♦♥♠".includes(kind.at(-1)!);
