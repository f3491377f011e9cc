// Where a hint is drawn above a board. The board says by selectors where an action begins and ends; here they are measured.

export interface Box {
  x: number; // its middle, from the corner of the board
  y: number;
  width: number;
  height: number;
}

export interface Mark {
  action: string;
  label: string;
  isPointed: boolean;
  from: Box | null; // none: it begins where it ends
  to: Box;
}

/** The boxes of the first elements that these selectors find; nothing if one of them finds none that is shown. */
export function measure(root: HTMLElement, selectors: string[]): Box[] {
  const corner = root.getBoundingClientRect();
  const boxes = selectors.flatMap((selector) => {
    const { left, top, width, height } = root.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
    return width ? [{ x: left + width / 2 - corner.left, y: top + height / 2 - corner.top, width, height }] : [];
  });
  return boxes.length === selectors.length ? boxes : [];
}

/** A bow from one box to the edge of another, so that arrows side by side can be told apart. */
export function bow(from: Box, to: Box): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const middle = { x: (from.x + to.x) / 2 + dy * 0.12, y: (from.y + to.y) / 2 - dx * 0.12 };
  const length = Math.hypot(to.x - middle.x, to.y - middle.y) || 1;
  const short = Math.min(to.width, to.height, length) * 0.3;
  const end = { x: to.x - ((to.x - middle.x) / length) * short, y: to.y - ((to.y - middle.y) / length) * short };
  const point = ({ x, y }: { x: number; y: number }) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return `M${point(from)}Q${point(middle)} ${point(end)}`;
}

/** Of marks that end in the same place only the first has room for its label, or the one that is pointed at. */
export function labelled(marks: Mark[]): Mark[] {
  const isAt = (one: Mark, other: Mark) => one.to.x === other.to.x && one.to.y === other.to.y;
  return marks.filter(
    (mark, i) => mark.isPointed || !marks.some((other, j) => other !== mark && isAt(mark, other) && (other.isPointed || j < i)),
  );
}
