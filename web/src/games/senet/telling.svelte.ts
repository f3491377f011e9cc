// Shows what happened step by step: the men, the sticks and the last move as they are at this moment of the telling.
import type { Happened, Senet } from "../../types";
import type { Showing } from "../../lib/board";
import { moved, muster, retell, settle, type Man, type Move, type Step, type Throw } from "./story";

const HOP = 105; // milliseconds from square to square
const SINK = 380; // into the water, and ashore
const THROW = 780;

export class Telling {
  men: Man[] = $state.raw([]);
  sticks: { value: number; n: number; seat: number | null } = $state.raw({ value: 0, n: 0, seat: null });
  last: { from: number; end: number } | null = $state.raw(null);
  moving: number | null = $state(null); // the man that is on its way
  drowning = $state(false);
  busy = $state(false);
  showing: Showing | null = $state.raw(null);
  holds = $state(false); // a throw waits until its thrower lets go

  #before: Senet.View | null = null;
  #line: Promise<void> = Promise.resolve();
  #waiting = 0; // newer views: then hurry
  #thrown = -1; // the latest throw that was held back: it is made only once, also if one looks back meanwhile
  #letGo = (): void => undefined;

  /**
   * A new view has come, by these events. The first one is shown as it is, unless the game begins with it.
   * If the last of them is a throw that its thrower makes by hand, that is held back until `throwSticks`.
   */
  show(view: Senet.View, events: Happened[], byHand = false): void {
    const steps = retell(this.#before, events, view);
    const isFirst = this.#before === null;
    this.#before = view;
    this.#letGo();
    if (isFirst) {
      this.men = muster(view);
      if (!byHand || steps[0]?.n !== 0) {
        this.#mark(steps);
        return this.#lay(view);
      }
    }
    if (steps.length === 0) this.last = null;
    else this.showing ??= { told: steps[0]!.n, seat: steps[0]!.seat };
    this.#waiting++;
    this.busy = true;
    this.#line = this.#line.then(() => this.#tell(view, steps, byHand));
  }

  /** Let go of a throw that was held back. */
  throwSticks(): void {
    this.#letGo();
  }

  async #tell(view: Senet.View, steps: Step[], byHand: boolean): Promise<void> {
    this.#waiting--;
    for (const step of steps) {
      if (step.kind === "throw" && byHand && step === steps.at(-1)) await this.#hold(step);
      this.showing = { told: step.n + 1, seat: step.seat };
      await (step.kind === "throw" ? this.#throw(step) : this.#move(step));
    }
    this.men = settle(this.men, view);
    if (steps.length === 0) this.#lay(view);
    this.busy = this.#waiting > 0;
    if (!this.busy) this.showing = null;
  }

  /** Wait for the thrower's hand, or until the game has gone on. */
  async #hold(step: Throw): Promise<void> {
    if (this.#waiting || step.n <= this.#thrown) return;
    this.#thrown = step.n;
    this.showing = { told: step.n, seat: null };
    this.sticks = { value: 0, n: step.n, seat: null };
    this.holds = true;
    await new Promise<void>((done) => (this.#letGo = done));
    this.holds = false;
  }

  async #throw({ value, n, seat }: Throw): Promise<void> {
    this.sticks = { value, n, seat };
    await this.#pause(THROW);
  }

  async #move(step: Move): Promise<void> {
    const man = this.men.find(({ square }) => square === step.from);
    if (!man) return;
    const start = this.men;
    this.moving = man.id;
    for (const square of step.way) {
      this.men = start.map((one) => (one === man ? { ...one, square } : one));
      await this.#pause(HOP);
    }
    if (step.drowns) {
      this.drowning = true;
      await this.#pause(SINK);
    }
    this.men = moved(start, step.from, step.end);
    this.drowning = false;
    await this.#pause(step.swaps || step.drowns ? SINK : HOP);
    this.moving = null;
    this.#mark([step]);
  }

  #mark(steps: Step[]): void {
    for (const step of steps) if (step.kind === "move") this.last = { from: step.from, end: step.end };
  }

  /** The sticks as the view has them, without throwing. */
  #lay(view: Senet.View): void {
    if (view.throw && view.throw !== this.sticks.value) this.sticks = { value: view.throw, n: view.throws, seat: view.seat };
  }

  #pause(milliseconds: number): Promise<void> {
    const still = this.#waiting > 1 || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
    return still ? Promise.resolve() : new Promise((done) => setTimeout(done, milliseconds));
  }
}
