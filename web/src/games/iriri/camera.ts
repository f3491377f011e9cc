// Where one looks at the unbounded board from. A cell is CELL wide in the world; on the screen it is CELL × scale.

export const CELL = 60;
export const NEAREST = 1.6;
export const FARTHEST = 0.3;

export interface Camera {
  x: number; // where the world's origin is in the window
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Bounds {
  left: number;
  top: number;
  right: number; // the last column, not the one after it
  bottom: number;
}

/** The smallest rectangle of cells around all of these, and one cell more on every side. */
export function boundsOf(cells: { x: number; y: number }[]): Bounds {
  const around = cells.length ? cells : [{ x: 0, y: 0 }];
  const [xs, ys] = [around.map((cell) => cell.x), around.map((cell) => cell.y)];
  return {
    left: Math.min(...xs) - 1,
    top: Math.min(...ys) - 1,
    right: Math.max(...xs) + 1,
    bottom: Math.max(...ys) + 1,
  };
}

/** The camera that sees all of it, in the middle. */
export function fit(bounds: Bounds, window: Size): Camera {
  const width = (bounds.right - bounds.left + 1) * CELL;
  const height = (bounds.bottom - bounds.top + 1) * CELL;
  const scale = clamp(Math.min(window.width / width, window.height / height), FARTHEST, 1);
  return {
    x: window.width / 2 - (bounds.left * CELL + width / 2) * scale,
    y: window.height / 2 - (bounds.top * CELL + height / 2) * scale,
    scale,
  };
}

/** Nearer or farther, with the point at (x, y) of the window staying where it is. */
export function zoom(camera: Camera, factor: number, x: number, y: number): Camera {
  const scale = clamp(camera.scale * factor, FARTHEST, NEAREST);
  const by = scale / camera.scale;
  return { x: x - (x - camera.x) * by, y: y - (y - camera.y) * by, scale };
}

export const pan = (camera: Camera, dx: number, dy: number): Camera => ({ ...camera, x: camera.x + dx, y: camera.y + dy });

/** The camera moved just so far that the bounds can't leave the window completely. */
export function hold(camera: Camera, bounds: Bounds, window: Size): Camera {
  const cell = CELL * camera.scale;
  const keep = 2 * cell; // so much of it stays to be seen
  return {
    x: clamp(camera.x, keep - (bounds.right + 1) * cell, window.width - keep - bounds.left * cell),
    y: clamp(camera.y, keep - (bounds.bottom + 1) * cell, window.height - keep - bounds.top * cell),
    scale: camera.scale,
  };
}

/** The cell under a point of the window. */
export function cellAt(camera: Camera, x: number, y: number): { x: number; y: number } {
  const cell = CELL * camera.scale;
  return { x: Math.floor((x - camera.x) / cell), y: Math.floor((y - camera.y) / cell) };
}

/** Whether all these cells are in the window. */
export function sees(camera: Camera, window: Size, cells: { x: number; y: number }[]): boolean {
  const cell = CELL * camera.scale;
  return cells.every(({ x, y }) => {
    const [left, top] = [camera.x + x * cell, camera.y + y * cell];
    return left >= 0 && top >= 0 && left + cell <= window.width && top + cell <= window.height;
  });
}

/** Of these cells the one nearest to a point of the window, if its middle is within reach: small cells are easy to hit. */
export function nearest<Cell extends { x: number; y: number }>(
  camera: Camera,
  cells: Cell[],
  x: number,
  y: number,
  reach: number,
): Cell | undefined {
  const cell = CELL * camera.scale;
  const away = (one: Cell) => Math.hypot(camera.x + (one.x + 0.5) * cell - x, camera.y + (one.y + 0.5) * cell - y);
  const best = cells.reduce<Cell | undefined>((a, b) => (a && away(a) <= away(b) ? a : b), undefined);
  return best && away(best) <= Math.max(reach, cell * 0.71) ? best : undefined;
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));
