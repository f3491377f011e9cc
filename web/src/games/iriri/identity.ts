// Views name pieces by their kinds. To move one from the circle to a hand and on to the board, we must know it again.

import type { Iriri } from "../../types";
import { cellOf } from "./laying";

export interface Known {
  id: number;
  piece: string;
}

export interface Identities {
  dictionary: Known[];
  hands: Known[][];
  board: (Known & { x: number; y: number })[];
  next: number; // the next new piece gets this number
}

type Position = Pick<Iriri.View, "dictionary" | "hands" | "board">;

export const NOTHING: Identities = { dictionary: [], hands: [], board: [], next: 0 };

/** The same pieces in the next view: those that stay keep their number, those that move take it along. */
export function follow(before: Identities, view: Position, taken: number[] = []): Identities {
  const stays = new Set<Known>();
  const dictionary = keepCircle(before.dictionary, view.dictionary, taken, stays);
  const hands = view.hands.map((hand, seat) => keepHand(before.hands[seat] ?? [], hand, stays));
  const board = keepBoard(before.board, view.board, stays);
  const loose = [...before.hands.flat(), ...before.dictionary, ...before.board].filter((one) => !stays.has(one));
  let next = before.next;
  const name = (kept: Known | undefined, piece: string): Known => {
    if (kept) return kept;
    const at = loose.findIndex((one) => one.piece === piece);
    return at < 0 ? { id: next++, piece } : { id: loose.splice(at, 1)[0]!.id, piece };
  };
  const laid = view.board.map((piece, i) => ({ ...piece, id: name(board[i], piece.piece).id }));
  const held = view.hands.map((hand, seat) => hand.map((piece, i) => name(hands[seat]![i], piece)));
  return { board: laid, hands: held, dictionary: view.dictionary.map((piece, i) => name(dictionary[i], piece)), next };
}

/** The places that were taken, in the words of the events. */
export function takenBy(actions: (string | null)[]): number[] {
  return actions.flatMap((action) => (/^take (\d+)/.exec(action ?? "") ?? []).slice(1, 2).map(Number));
}

/** Where every piece is: what is elsewhere in the next one has moved. */
export function regions(known: Identities, laid: Known[]): Map<number, string> {
  const found = new Map<number, string>();
  for (const { id } of known.dictionary) found.set(id, "dictionary");
  known.hands.forEach((hand, seat) => hand.forEach(({ id }) => found.set(id, `hand ${seat}`)));
  for (const { id } of [...known.board, ...laid]) found.set(id, "board");
  return found;
}

type Kept = (Known | undefined)[];

function keepCircle(before: Known[], after: string[], taken: number[], stays: Set<Known>): Kept {
  const rest = [...before];
  for (const place of taken) rest.splice(place - 1, 1);
  const from = rest.length === after.length && rest.every((one, i) => one.piece === after[i]) ? rest : before;
  const kept: Kept = Array(after.length).fill(undefined);
  const shorter = Math.min(from.length, after.length);
  let head = 0;
  while (head < shorter && from[head]!.piece === after[head]) kept[head] = keep(from[head++]!, stays);
  for (let tail = 1; tail <= shorter - head && from.at(-tail)!.piece === after.at(-tail); tail++) {
    kept[after.length - tail] = keep(from.at(-tail)!, stays);
  }
  return kept;
}

function keepHand(before: Known[], after: string[], stays: Set<Known>): Kept {
  return after.map((piece) => {
    const found = before.find((one) => one.piece === piece && !stays.has(one));
    return found && keep(found, stays);
  });
}

function keepBoard(before: Identities["board"], after: Iriri.Piece[], stays: Set<Known>): Kept {
  const there = new Map(before.map((one) => [cellOf(one), one]));
  return after.map((piece) => {
    const found = there.get(cellOf(piece));
    return found?.piece === piece.piece ? keep(found, stays) : undefined;
  });
}

function keep(one: Known, stays: Set<Known>): Known {
  stays.add(one);
  return one;
}
