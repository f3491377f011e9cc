/** Where an action begins and where it ends on the board, as selectors. The board draws a hint's pieces itself. */
export function marks(action: string): string[] {
  const take = /^take (\d+)/.exec(action);
  return [take ? `[data-place="${take[1]}"]` : ".hinted"];
}
