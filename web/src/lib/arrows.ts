const DIRECTIONS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Box {
  x: number;
  y: number;
}

/** Which of these points is the next one in a direction: near, and not far aside. None if nothing lies there. */
export function nextInDirection(from: Box, points: Box[], key: string): number | null {
  const [ux, uy] = DIRECTIONS[key] ?? [0, 0];
  const cost = points.map(({ x, y }) => {
    const ahead = (x - from.x) * ux + (y - from.y) * uy;
    const aside = Math.abs((x - from.x) * uy) + Math.abs((y - from.y) * ux);
    return ahead > 1 ? ahead + 2.5 * aside : Infinity;
  });
  const least = Math.min(...cost, Infinity);
  return least === Infinity ? null : cost.indexOf(least);
}

/** Moves the focus by an arrow key among what can be done inside `root`; whether the key was one. */
export function walk(root: HTMLElement, event: KeyboardEvent): boolean {
  if (!(event.key in DIRECTIONS) || event.ctrlKey || event.metaKey || event.altKey) return false;
  const centre = (node: Element): Box => {
    const box = node.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const others = [...root.querySelectorAll<HTMLElement>("button[tabindex='0']")].filter((one) => one !== document.activeElement);
  const next = nextInDirection(centre(document.activeElement ?? root), others.map(centre), event.key);
  if (next !== null) others[next]!.focus();
  return true;
}
