import type { Seen } from "../../lib/follow";
import type { Happened, River } from "../../types";
import type { Layout, Point } from "./reach";

/** Every piece that the view shows, with where it is: river:4, side:4:0:1 (segment, seat, place), hand:0:2 (seat, place). */
export function seen(view: River.View): Seen[] {
  return [...view.segments.flatMap(ofSegment), ...view.hands.flatMap(ofHand)];
}

function ofSegment(segment: River.Segment): Seen[] {
  const { number, river, owner } = segment;
  const at = owner === null ? `river:${number}` : `side:${number}:${owner}:2`;
  const sides = segment.sides.flatMap((side) =>
    side.pieces.map((kind, place) => ({ at: `side:${number}:${side.seat}:${place}`, kind })),
  );
  return river ? [{ at, kind: river }, ...sides] : sides;
}

const ofHand = (hand: (string | null)[], seat: number): Seen[] =>
  hand.flatMap((kind, place) => (kind ? [{ at: `hand:${seat}:${place}`, kind }] : []));

/** Whether a piece that was, or is, not known (?3) may be the other one. */
export const fits = ({ kind: was }: Seen, { kind: is }: Seen): boolean =>
  was[1] === is[1] && (was[0] === is[0] || was[0] === "?" || is[0] === "?");

/** Where a place of `seen` lies. */
export function pointOf(at: string, board: Layout): Point {
  const [what, first, second, third] = at.split(":");
  if (what === "hand") return board.hands.find((hand) => hand.seat === Number(first))!.places[Number(second)]!;
  const reach = board.reaches.find((one) => one.number === Number(first))!;
  if (what === "river") return reach.river;
  return reach.banks.find((bank) => bank.seat === Number(second))!.places[Number(third)]!;
}

/** What to mark as the last action: a piece played, a segment claimed. */
export interface Last {
  seat: number;
  piece: string | null;
  segment: number;
}

/** The newest play or claim of these events; what is drawn or passed is no news. */
export function lastOf(events: Happened[]): Last | null {
  for (const { seat, kind, action } of events.toReversed()) {
    if (kind === "undo") return null;
    const played = /^([A-Z]\d)-(\d)$/.exec(action ?? "");
    const claimed = /^claim (\d)$/.exec(action ?? "");
    if (seat !== null && played) return { seat, piece: played[1]!, segment: Number(played[2]) };
    if (seat !== null && claimed) return { seat, piece: null, segment: Number(claimed[1]) };
  }
  return null;
}

/** One letter a player, for what they have claimed: of their names, or of the seats' where these begin alike. */
export function initialsOf(names: string[], chairs: { name: string }[]): string[] {
  const initials = names.map((name) => name[0] ?? "");
  return new Set(initials).size === names.length ? initials : chairs.map(({ name }) => name[0] ?? "");
}
