import type { Component } from "svelte";
import type { Chair, Happened, Legal, Sync } from "../types";

/** How far a board has come in showing what happened. */
export interface Showing {
  told: number; // so many events have been shown
  seat: number | null; // who is being shown; none: it waits for you
}

/** What a board is given. It holds no rules: it draws the view and offers the legal actions, nothing else. */
export interface BoardProps<View> {
  view: View;
  yours: number[]; // your seats; none: you look on
  legal: Legal[]; // what each of your seats may do, as action texts
  events: Happened[]; // the newest events, to animate and to mark the last action
  chairs: Chair[];
  options?: Sync["options"]; // the table's, where a board can show more by them
  act: (action: string, seat: number) => void;
  details?: () => Promise<unknown>; // ask for the whole view, where the one that is sent with a move leaves something out
  why?: (sentence: string) => void; // ask the host to show a sentence
  slap?: (seat: number, reaction: number) => void; // real time only: milliseconds from painting the card to the press
  shows?: (showing: Showing | null) => void; // a board that takes its time tells the host; none: everything is shown
  room?: number; // pixels from the board's upper edge down that are in view; none: it is as high as it likes
  hint?: string | null; // the action that a hint speaks of, where a board has to draw it itself
  judging?: number[]; // real time only: seats that have slapped, no verdict yet
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- every game has a view of its own
export type Board = Component<BoardProps<any>>;

/** Which of your seats may do this now; none: nobody of yours. */
export function seatFor(legal: Legal[], action: string): number | null {
  return legal.find((one) => one.actions.includes(action))?.seat ?? null;
}
