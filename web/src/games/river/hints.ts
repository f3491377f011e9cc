/** Where an action begins and where it ends on the board, as selectors. */
export function marks(action: string): string[] {
  const placing = /^(..)-(\d)$/.exec(action);
  if (placing) return [`.held[data-piece="${placing[1]}"]`, `.reach[data-segment="${placing[2]}"]`];
  const claim = /^claim (\d)$/.exec(action);
  return claim ? [`.reach[data-segment="${claim[1]}"]`] : [".pass"];
}
