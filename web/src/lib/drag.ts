import type { Attachment } from "svelte/attachments";

/** What a drag tells: how far it has gone, and in the end where it was dropped, in the window's pixels. */
export interface Drag {
  move: (dx: number, dy: number) => void;
  drop: (x: number, y: number) => void;
  cancel: () => void;
}

const SLACK = 6; // pixels that a tap may slip

/** Makes an element draggable, as long as there is something to tell; a tap stays a click. */
export function draggable(telling: () => Drag | null): Attachment<HTMLElement> {
  return (node) => {
    let from: { x: number; y: number; drag: Drag } | null = null;
    let dragging = false;

    const down = (event: PointerEvent) => {
      const drag = event.button === 0 ? telling() : null;
      from = drag && { x: event.clientX, y: event.clientY, drag };
      dragging = false;
      if (from) node.setPointerCapture(event.pointerId); // a quick hand leaves it in one step
    };
    const move = (event: PointerEvent) => {
      if (!from) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (!dragging && Math.hypot(dx, dy) < SLACK) return;
      dragging = true;
      from.drag.move(dx, dy);
    };
    const up = (event: PointerEvent) => {
      if (from && dragging) from.drag.drop(event.clientX, event.clientY);
      from = null;
    };
    const cancel = () => {
      if (from && dragging) from.drag.cancel();
      from = null;
      dragging = false;
    };
    const click = (event: MouseEvent) => {
      if (dragging) event.stopImmediatePropagation(); // the end of a drag is no tap
      dragging = false;
    };
    node.style.touchAction = "none";
    node.addEventListener("pointerdown", down);
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", up);
    node.addEventListener("pointercancel", cancel);
    node.addEventListener("click", click, true);
    return () => {
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", up);
      node.removeEventListener("pointercancel", cancel);
      node.removeEventListener("click", click, true);
    };
  };
}
