import type { Attachment } from "svelte/attachments";

const PHONE = "(max-width: 30rem), (max-height: 34rem)"; // upright, on its side, or a page that is shown twice as large

/** On a phone, a board that goes below the window's edge is brought to its top once it is drawn: then all of it is seen. */
export const broughtIntoView: Attachment<HTMLElement> = (node) => {
  const bring = () => {
    const { top, bottom } = node.getBoundingClientRect();
    const above = document.querySelector(".turn")?.clientHeight ?? 0; // it stays in view
    if (bottom > innerHeight && top > above && matchMedia(PHONE).matches) scrollBy(0, top - above);
  };
  let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(bring)));
  return () => cancelAnimationFrame(frame);
};

/** What was asked for and comes below the window's edge is scrolled to, no further than needed. */
export const scrolledTo: Attachment<HTMLElement> = (node) => node.scrollIntoView({ block: "nearest" });
