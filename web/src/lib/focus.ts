/** Remembers that somebody is at work inside an element, also when what had the focus is no more: so one goes on by keyboard. */
export class Focus {
  #isInside = false;

  enter = (): void => {
    this.#isInside = true;
  };

  leave = (event: FocusEvent): void => {
    const to = event.relatedTarget as Node | null; // none: the window, or nothing
    if (to && !(event.currentTarget as Node).contains(to)) this.#isInside = false;
  };

  /** Give the focus to what is to be done next, unless it is elsewhere on the page. */
  goOn(next: HTMLElement | SVGElement | null | undefined): void {
    if (this.#isInside) next?.focus({ preventScroll: true });
  }
}
