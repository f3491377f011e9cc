/** Where everything with a `data-id` is on the screen now, by that id. */
export function places(root: HTMLElement): Map<string, DOMRect> {
  const found = [...root.querySelectorAll<HTMLElement>("[data-id]")];
  return new Map(found.map((node) => [node.dataset.id!, node.getBoundingClientRect()]));
}

export interface Flight {
  node: HTMLElement;
  from: DOMRect;
}

/** Let elements come from where they were before. Everything is measured before anything is moved: one layout for all. */
export function fly(flights: Flight[]): void {
  if (!flights.length) return;
  const duration = milliseconds(flights[0]!.node, "--move");
  const measured = flights.map(({ node, from }) => ({ node, from, to: node.getBoundingClientRect() }));
  for (const { node, from, to } of measured) {
    if (to.width && from.width && duration > 1) flyOne(node, from, to, duration);
  }
}

/** A copy flies above everything, so that no window's edge cuts it off; the element appears when the copy has come down. */
function flyOne(node: HTMLElement, from: DOMRect, to: DOMRect, duration: number): void {
  const copy = node.cloneNode(true) as HTMLElement;
  copy.removeAttribute("data-id");
  copy.setAttribute("aria-hidden", "true");
  copy.inert = true;
  Object.assign(copy.style, {
    position: "fixed",
    inset: "auto",
    left: `${to.left}px`,
    top: `${to.top}px`,
    width: `${to.width}px`,
    height: `${to.height}px`,
    margin: "0",
    transform: "none",
    transition: "none",
    zIndex: "50",
    pointerEvents: "none",
  });
  document.body.append(copy);
  node.style.visibility = "hidden";
  const shift = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
  const frames = [
    { transform: `${shift} scale(${from.width / to.width})`, transformOrigin: "0 0" },
    { transform: "none", transformOrigin: "0 0" },
  ];
  const flight = copy.animate(frames, { duration, easing: "cubic-bezier(0.3, 0.1, 0.2, 1)", fill: "both" });
  const land = () => {
    copy.remove();
    node.style.visibility = "";
  };
  flight.finished.then(land, land);
}

/** A time of the style sheet, which knows whether people want less motion. */
export function milliseconds(node: Element, property: string): number {
  const text = getComputedStyle(node).getPropertyValue(property).trim();
  return text.endsWith("ms") ? parseFloat(text) : parseFloat(text) * 1000 || 0;
}
