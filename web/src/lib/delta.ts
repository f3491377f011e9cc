// What a page is sent after the first Sync is only what has changed. Here the two become the next Sync.
import type { Delta, Sync } from "../types";

/** The Sync that would have come in place of this delta; null if the delta builds on one that never came. */
export function merge(sync: Sync | null, delta: Delta): Sync | null {
  if (sync?.version !== delta.after) return null;
  const { version, n, events, changed } = delta;
  const merged: Sync = { ...sync, ...changed, version, n, events };
  if (merged.view && !("view" in changed)) merged.view = mergeView(merged.view, delta);
  return merged;
}

/** The very same view if nothing in it changed: boards take another one for a new position, and put back what is in hand. */
function mergeView(view: Record<string, unknown>, delta: Delta): Record<string, unknown> {
  if (!Object.keys(delta.view).length && !Object.keys(delta.edited).length) return view;
  const merged = { ...view, ...delta.view };
  for (const [name, edits] of Object.entries(delta.edited)) merged[name] = edit(view[name] as unknown[], edits);
  return merged;
}

function edit(items: unknown[], edits: Delta["edited"][string]): unknown[] {
  const edited = [...items];
  for (const [at, cut, put] of edits) edited.splice(at, cut, ...put);
  return edited;
}
