/** Where everything with a `data-id` is on the screen now, by that id. */
export function places(root: HTMLElement): Map<string, DOMRect> {
  const found = [...root.querySelectorAll<HTMLElement>("[data-id]")];
  return new Map(found.map((node) => [node.dataset.id!, node.getBoundingClientRect()]));
}

/**
 * Let an element come from where it was before. A copy flies above everything, so that no window's edge cuts it off;
 * the element itself appears when the copy has come down.
 */
export function fly(node: HTMLElement, from: DOMRect, delay = 0): void {
  const to = node.getBoundingClientRect();
  const duration = milliseconds(node, "--move");
  if (!to.width || !from.width || duration < 2) return;
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
    { transform: `${shift} scale(${from.width / to.width})`, transformOrigin: "0 0", offset: 0.02 },
    { transform: "none", transformOrigin: "0 0" },
  ];
  const flight = copy.animate(frames, { duration, delay, easing: "cubic-bezier(0.3, 0.1, 0.2, 1)", fill: "both" });
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
