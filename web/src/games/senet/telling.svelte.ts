// Shows what happened step by step: the men, the sticks and the last move as they are at this moment of the telling.
import type { Happened, Senet } from "../../types";
import { moved, muster, retell, settle, type Man, type Step } from "./story";

const HOP = 105; // milliseconds from square to square
const SINK = 380; // into the water, and ashore
const THROW = 780;

export class Telling {
  men: Man[] = $state.raw([]);
  sticks = $state.raw({ value: 0, n: 0 });
  last: { from: number; end: number } | null = $state.raw(null);
  moving: number | null = $state(null); // the man that is on its way
  drowning = $state(false);
  busy = $state(false);

  #before: Senet.View | null = null;
  #line: Promise<void> = Promise.resolve();
  #waiting = 0; // newer views: then hurry

  /** A new view has come, by these events. The first one is shown as it is. */
  show(view: Senet.View, events: Happened[]): void {
    const steps = retell(this.#before, events);
    const isFirst = this.#before === null;
    this.#before = view;
    if (isFirst) {
      this.men = muster(view);
      this.#mark(steps);
      this.#lay(view);
      return;
    }
    if (steps.length === 0) this.last = null;
    this.#waiting++;
    this.busy = true;
    this.#line = this.#line.then(() => this.#tell(view, steps));
  }

  async #tell(view: Senet.View, steps: Step[]): Promise<void> {
    this.#waiting--;
    for (const step of steps) {
      if (step.kind === "throw") {
        this.sticks = { value: step.value, n: step.n };
        await this.#pause(THROW);
      } else {
        await this.#move(step);
      }
    }
    this.men = settle(this.men, view);
    if (steps.length === 0) this.#lay(view);
    this.busy = this.#waiting > 0;
  }

  async #move(step: Step & { kind: "move" }): Promise<void> {
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
    if (view.throw && view.throw !== this.sticks.value) this.sticks = { value: view.throw, n: view.throws };
  }

  #pause(milliseconds: number): Promise<void> {
    const still = this.#waiting > 1 || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
    return still ? Promise.resolve() : new Promise((done) => setTimeout(done, milliseconds));
  }
}
