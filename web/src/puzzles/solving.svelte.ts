// Somebody who looks for the best move: what they tried, and what the judge said of it.
import type { Attempted, Task } from "../types";

export class Solving {
  said: Attempted | null = $state.raw(null); // of the last attempt
  told = $state(""); // the move that was tried, in words
  isShown = $state(false); // the answer was asked for
  isWaiting = $state(false);
  trouble = $state("");
  take = $state(0); // counts attempts: the board of each begins without a past

  constructor(
    readonly task: Task,
    readonly ask: (action: string) => Promise<Attempted>,
    readonly solved: () => void = () => undefined,
  ) {}

  /** Whether a move can be tried now. */
  get isOpen(): boolean {
    return !this.isWaiting && !this.said;
  }

  get isOver(): boolean {
    return this.isShown || (this.said?.is_right ?? false);
  }

  async act(action: string): Promise<void> {
    if (!this.isOpen) return;
    const said = await this.#wait(action);
    if (said?.is_right && !this.isShown) this.solved();
  }

  again(): void {
    [this.said, this.trouble] = [null, ""];
    this.take++;
  }

  async show(): Promise<void> {
    this.isShown = true;
    await this.#wait("");
  }

  async #wait(action: string): Promise<Attempted | null> {
    [this.isWaiting, this.trouble] = [true, ""];
    try {
      return (this.said = await this.ask(action));
    } catch (error) {
      this.trouble = (error as Error).message;
      return null;
    } finally {
      this.isWaiting = false;
    }
  }
}
