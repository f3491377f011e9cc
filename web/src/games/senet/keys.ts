/** Enter and space do it, as on a button; other keys are somebody else's. */
export function press(event: KeyboardEvent, does: () => void, otherwise: (event: KeyboardEvent) => void): void {
  if (event.key !== "Enter" && event.key !== " ") return otherwise(event);
  event.preventDefault();
  does();
}
