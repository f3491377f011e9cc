// What happened between two views, as steps that a board can show one after the other.
import type { Happened, Senet } from "../../types";
import { HOME, WATER, walk } from "./geometry";

export interface Man {
  id: number;
  seat: number;
  square: number; // 0: home
}

interface Told {
  n: number; // the event's number
  seat: number | null; // who did it, if that is known
}

export type Throw = Told & { kind: "throw"; value: number };
export type Move = Told & { kind: "move"; from: number; way: number[]; end: number; drowns: boolean; swaps: boolean };
export type Step = Throw | Move;

/** The steps of these events. What each move did is read from the view before it, where that is known. */
export function retell(before: Senet.View | null, events: Happened[], after: Senet.View): Step[] {
  const steps: Step[] = [];
  let moves = before?.moves ?? [];
  for (const { action, kind, n, seat } of events) {
    if (kind !== "act" || !action) continue;
    if (action.startsWith("throw")) {
      steps.push({ kind: "throw", value: Number(action.split(" ")[1]), n, seat: throwerOf(n, events, after) });
    } else if (/^\d/.test(action)) {
      const move = moves.find((one) => one.text === action);
      steps.push({ ...moveOf(action, move), n, seat });
      moves = []; // a later move's view was not sent
    }
  }
  return steps;
}

/** Whoever acts next has thrown. While it is thrown for who begins, that can't be told. */
function throwerOf(n: number, events: Happened[], after: Senet.View): number | null {
  const next = events.find((event) => event.n > n && event.kind === "act");
  return next ? next.seat : after.throw ? after.seat : null;
}

function moveOf(action: string, move: Senet.Move | undefined): Omit<Move, "n" | "seat"> {
  const [start, goal] = action.split("-") as [string, string];
  const from = Number(start);
  if (move) {
    return { kind: "move", from, way: wayOf(move), end: move.end, drowns: move.reached === WATER, swaps: move.swaps };
  }
  const target = goal === "off" ? HOME : Number(goal);
  return { kind: "move", from, way: [target], end: target, drowns: false, swaps: false };
}

/** Square by square: to the target, back from it after a bounce. Coming ashore is not part of the way. */
export function wayOf(move: Senet.Move): number[] {
  const there = walk(move.start, move.target);
  return move.reached === HOME ? there : [...there, ...walk(move.target, move.reached)];
}

/** An army as a view shows it. */
export function muster(view: Senet.View): Man[] {
  const men: Man[] = [];
  for (const seat of [0, 1]) {
    const squares = view.squares.flatMap((owner, i) => (owner === seat ? [i + 1] : []));
    for (let n = 0; n < view.pieces; n++) men.push({ id: seat * 10 + n, seat, square: squares[n] ?? HOME });
  }
  return men;
}

/** The same men where this view has them: who stands right stays, the others go the nearest way. */
export function settle(men: Man[], view: Senet.View): Man[] {
  if (men.length !== 2 * view.pieces) return muster(view);
  const free = view.squares.map((owner, i) => ({ owner, square: i + 1 })).filter(({ owner }) => owner !== null);
  const settled = men.map((man) => {
    const at = free.findIndex(({ owner, square }) => owner === man.seat && square === man.square);
    if (at < 0) return null;
    free.splice(at, 1);
    return man;
  });
  return settled.map((done, i) => {
    if (done) return done;
    const man = men[i]!;
    const open = free.filter(({ owner }) => owner === man.seat);
    const nearest = open.sort((a, b) => Math.abs(a.square - man.square) - Math.abs(b.square - man.square))[0];
    if (nearest) free.splice(free.indexOf(nearest), 1);
    return { ...man, square: nearest?.square ?? HOME };
  });
}

/** The men after a move has ended. */
export function moved(men: Man[], from: number, end: number): Man[] {
  const mover = men.find((man) => man.square === from);
  return men.map((man) => {
    if (man === mover) return { ...man, square: end };
    return end !== HOME && man.square === end ? { ...man, square: from } : man;
  });
}
