// How fast a hand was: from the moment when the newest card could be seen to the press, both on the page's own clock.

type Frames = (then: () => void) => void;

export class CardClock {
  #painted: number | null = null; // when the newest card was on the screen; none: it is not yet
  #put = 0; // when it was put into the page
  #shown = 0; // counts cards, so that a late frame of an earlier one is not taken for this one's

  constructor(
    private readonly frames: Frames = (then) => requestAnimationFrame(then),
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** A new card has been put into the page. The frame after the next one begins when it has been painted. */
  show(): void {
    const card = ++this.#shown;
    this.#painted = null;
    this.#put = this.now();
    this.frames(() =>
      this.frames(() => {
        if (card === this.#shown) this.#painted = this.now();
      }),
    );
  }

  /** Milliseconds from seeing the card to a press at that time; none if the press came before it could be seen. */
  reaction(pressed: number): number | null {
    if (this.#painted === null) return null;
    return pressed < this.#painted ? null : pressed - this.#painted;
  }

  /** How long to wait from now until the card has lain open for so long. A page in the background paints nothing. */
  wait(lies: number): number {
    return Math.max(0, (this.#painted ?? this.#put) + lies - this.now());
  }
}
