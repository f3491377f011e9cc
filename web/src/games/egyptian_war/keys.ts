export interface Meant {
  does: "slap" | "turn";
  seat: number;
}

// Who shares a keyboard has one side of it each: slap and turn.
const SHARED: Record<string, [side: number, does: Meant["does"]]> = {
  KeyA: [0, "slap"],
  KeyS: [0, "turn"],
  KeyL: [1, "slap"],
  KeyK: [1, "turn"],
};

/** What a key means: the space bar slaps wherever the focus is; Enter turns a card, unless something else has the focus. */
export function actionOf(event: Pick<KeyboardEvent, "code" | "target">, yours: number[]): Meant | null {
  if (!yours.length) return null;
  if (yours.length > 1) {
    const [side, does] = SHARED[event.code] ?? [];
    const seat = yours[side ?? -1];
    return does && seat !== undefined ? { does, seat } : null;
  }
  if (event.code === "Space") return { does: "slap", seat: yours[0]! };
  const isFree = !isElement(event.target) || !event.target.closest("button, a, [role=button], summary");
  return event.code === "Enter" && isFree ? { does: "turn", seat: yours[0]! } : null;
}

/** Whether somebody is writing, or busy with a dialog: then keys are letters. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    isElement(target) &&
    target.closest("input, textarea, select, [contenteditable], dialog, [role=dialog], [role=alertdialog]") !== null
  );
}

const isElement = (target: EventTarget | null): target is Element => target !== null && "closest" in target;
