import type { Attachment } from "svelte/attachments";

const PHONE = "(max-width: 30rem)";

/** On a phone, a board that goes below the window's edge is brought to its top once it is drawn: then all of it is seen. */
export const broughtIntoView: Attachment<HTMLElement> = (node) => {
  const bring = () => {
    const { top, bottom } = node.getBoundingClientRect();
    if (bottom > innerHeight && top > 0 && matchMedia(PHONE).matches) scrollBy(0, top);
  };
  let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(bring)));
  return () => cancelAnimationFrame(frame);
};

/** What was asked for and comes below the window's edge is scrolled to, no further than needed. */
export const scrolledTo: Attachment<HTMLElement> = (node) => node.scrollIntoView({ block: "nearest" });
