// Looking for opponents while the page is open: the server answers when somebody is found.
import { visitor } from "../lib/visitor.svelte";
import * as api from "./api";

const WAIT = 25; // seconds for which one question waits for its answer
const TICK = 1000;

export class Seeking {
  isOn = $state(false);
  seconds = $state(0);
  bot = $state("");
  trouble = $state("");
  #seeks = false; // as isOn, but no state: what runs when a component is destroyed is told the state from before
  #turn = 0; // counts what was sought: answers to an earlier question are not heard
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(readonly found: (table: string) => void) {}

  get user(): string {
    return visitor.user;
  }

  async start(game: string, seats: number, rated: boolean): Promise<void> {
    const turn = ++this.#turn;
    this.trouble = "";
    try {
      this.bot = (await api.seek(game, seats, rated)).bot;
      this.#count();
      while (turn === this.#turn) {
        const seek = await api.ownSeek(WAIT);
        if (turn !== this.#turn) return;
        if (seek?.table) return this.#go(seek.table);
        if (!seek) return this.#end("");
      }
    } catch (error) {
      if (turn === this.#turn) this.#end((error as Error).message);
    }
  }

  async take(user: string): Promise<void> {
    try {
      this.#go((await api.take(user)).table);
    } catch (error) {
      this.trouble = (error as Error).message;
    }
  }

  async stop(): Promise<void> {
    if (!this.#seeks) return;
    this.#turn++;
    this.#end("");
    await api.stopSeeking();
  }

  #go(table: string): void {
    this.#turn++;
    this.#end("");
    this.found(table);
  }

  #count(): void {
    clearInterval(this.#timer);
    [this.#seeks, this.isOn, this.seconds] = [true, true, 0];
    this.#timer = setInterval(() => this.seconds++, TICK);
  }

  #end(trouble: string): void {
    clearInterval(this.#timer);
    [this.#seeks, this.isOn, this.trouble] = [false, false, trouble];
  }
}
