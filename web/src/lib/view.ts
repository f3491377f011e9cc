import type { Attachment } from "svelte/attachments";

const PHONE = "(max-width: 30rem), (max-height: 34rem)"; // upright, on its side, or a page that is shown twice as large

const WIDE = 992; // from here on what belongs to a game stands beside its board
const UPRIGHT = 480; // a phone: the board is brought to the window's top too, below whose turn it is
const LOW = 544; // a phone on its side, or a page that is shown twice as large: the board is brought to the window's top

/** How many pixels are in view below a board's upper edge, if it and what is to be done with it shall be seen at once. */
export function roomIn(width: number, height: number): number {
  if (width >= WIDE) return height - 140;
  if (width <= UPRIGHT) return height - 32;
  return height - (height <= LOW ? 92 : 210);
}

/** On a phone, a board that goes below the window's edge is brought to its top once it is drawn: then all of it is seen. */
export const broughtIntoView: Attachment<HTMLElement> = (node) => {
  const bring = () => {
    const { top, bottom } = node.getBoundingClientRect();
    const gap = innerHeight <= LOW ? 8 : 0; // there the players stand beside whose turn it is
    const above = gap + (document.querySelector(".turn")?.clientHeight ?? 0); // it stays in view
    if (bottom > innerHeight && top > above && matchMedia(PHONE).matches) scrollBy(0, top - above);
  };
  let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(bring)));
  return () => cancelAnimationFrame(frame);
};

/** The result of a game stands above its board: who sees the board alone is brought up to it. */
export const shownFromItsTop: Attachment<HTMLElement> = (node) => {
  const frame = requestAnimationFrame(() => {
    const turn = document.querySelector(".turn")?.clientHeight ?? 0; // it stays in view
    const { top } = node.getBoundingClientRect();
    if (top < turn) scrollBy(0, top - turn - 8);
  });
  return () => cancelAnimationFrame(frame);
};

/** What was asked for and comes below the window's edge is scrolled to, no further than needed. */
export const scrolledTo: Attachment<HTMLElement> = (node) => node.scrollIntoView({ block: "nearest" });
