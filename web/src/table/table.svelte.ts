// A table as this page knows it: the latest Sync, all events so far, what was said, and what one is looking back at.
import * as api from "../lib/api";
import { settings } from "../lib/settings.svelte";
import { TableSocket, type Heard, type Line } from "../lib/socket";
import { play } from "../lib/sounds";
import { witness } from "../lib/witness";
import type { Happened, Hint, Past, Said, Sync, Up } from "../types";
import { Readiness } from "./readiness";

const MOST_SHOWN = 16; // more news than this are not animated: somebody has just come back
const HOLD = 5000; // so long a refusal is shown

export interface Wished {
  action: string;
  seat: number;
}

export class TableModel {
  sync: Sync | null = $state.raw(null);
  news: Happened[] = $state.raw([]); // of the last Sync, for the board
  events: Happened[] = $state.raw([]); // all
  said: Said[] = $state.raw([]);
  muted: string[] = $state.raw([]);
  hint: Hint | null = $state.raw(null);
  asking = $state(false);
  judging: number[] = $state.raw([]);
  notice = $state(""); // a sentence to be shown: why something was not done
  line: Line = $state("connecting");
  retryAt = $state(0);
  code = $state(0); // why the server has closed the line for good
  wished: Wished | null = $state.raw(null); // waits to be confirmed
  past: Past | null = $state.raw(null); // what one is looking back at
  wantsMore = $state(false); // whether one has wished for another game, or agreed to it
  arrived = $state(0); // when the last Sync came, for the clocks

  #socket: TableSocket;
  #readiness = new Readiness();
  #forget: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {
    const url = `${location.origin.replace(/^http/, "ws")}/api/tables/${id}/socket`;
    this.#socket = new TableSocket(url, {
      message: (message) => this.#hear(message),
      line: (line, retryAt, code) => this.#connected(line, retryAt, code),
    });
    addEventListener("offline", this.#offline);
    addEventListener("online", this.#online);
  }

  #offline = (): void => this.#socket.giveUp();
  #online = (): void => this.#socket.connect();

  // Doing

  /** Do it, or ask first if people want that. What is not legal goes to the server too, which says why not. */
  act(action: string, seat: number): void {
    const isLegal = this.sync?.legal.some((one) => one.seat === seat && one.actions.includes(action));
    const isHurried = (this.sync?.actors.length ?? 0) > 1; // where several may act at once, every moment counts
    if (settings.confirm && isLegal && !isHurried) this.wished = { action, seat };
    else this.#act({ action, seat });
  }

  confirm(): void {
    if (this.wished) this.#act(this.wished);
  }

  #act({ action, seat }: Wished): void {
    this.wished = null;
    this.send({ type: "act", n: this.#socket.n, seat, action });
  }

  slap(seat: number, reaction: number): void {
    this.send({ type: "slap", n: this.#socket.n, seat, reaction });
  }

  ask(seat: number): void {
    this.asking = this.send({ type: "ask", n: this.#socket.n, seat });
  }

  wish(wish: "undo" | "rematch"): void {
    if (wish === "rematch") this.wantsMore = true;
    this.send({ type: "offer", wish, n: this.#socket.n });
  }

  decline(wish: "undo" | "rematch"): void {
    if (wish === "rematch") this.wantsMore = false;
    this.send({ type: "decline", wish });
  }

  resign(seat: number): void {
    this.send({ type: "resign", n: this.#socket.n, seat });
  }

  mute(user: string, on: boolean): void {
    this.muted = on ? [...this.muted, user] : this.muted.filter((one) => one !== user);
    this.send({ type: "mute", user, on });
  }

  send(message: Up): boolean {
    return this.#socket.send(message);
  }

  reconnect(): void {
    this.#socket.connect();
  }

  close(): void {
    removeEventListener("offline", this.#offline);
    removeEventListener("online", this.#online);
    clearTimeout(this.#forget);
    this.#socket.close();
  }

  /** Show a sentence for a while. */
  tell(sentence: string): void {
    this.notice = sentence;
    clearTimeout(this.#forget);
    this.#forget = setTimeout(() => (this.notice = ""), HOLD);
  }

  // Looking back

  async look(n: number | null): Promise<void> {
    if (n === null || n >= (this.sync?.n ?? 0)) {
      this.past = null;
      return;
    }
    try {
      this.past = await api.past(this.id, Math.max(n, 0));
    } catch (error) {
      this.tell((error as Error).message);
    }
  }

  /** Everything as it is now, with what is not sent with every move. */
  async present(): Promise<Past> {
    return api.past(this.id, this.sync?.n ?? 0);
  }

  /** The board with its words, as it is now, or as it was where one looks back. */
  async inWords(): Promise<Past> {
    return this.past ?? this.present();
  }

  // Hearing

  #connected(line: Line, retryAt: number, code = 0): void {
    [this.line, this.retryAt, this.code] = [line, retryAt, code];
    if (line === "connecting") this.#readiness.reconnect();
  }

  #hear(message: Heard): void {
    if (message.type === "sync") this.#take(message);
    else if (message.type === "refused") this.#refuse(message.why);
    else if (message.type === "trouble") this.tell(message.why);
    else if (message.type === "said") this.#remark(message);
    else if (message.type === "judging") this.judging = message.seats;
    else if (message.type === "hint") [this.hint, this.asking] = [message, false];
  }

  #refuse(why: string): void {
    this.asking = false;
    this.tell(why);
    play("refused");
  }

  #remark(said: Said): void {
    this.said = [...this.said, said];
    play("said");
  }

  #take(sync: Sync): void {
    const before = this.sync;
    const known = new Map(this.events.map((event) => [event.n, event]));
    const fresh = sync.events.filter((event) => !known.has(event.n));
    for (const event of sync.events) known.set(event.n, event);
    this.events = [...known.values()].filter((event) => event.n < sync.n).sort((a, b) => a.n - b.n);
    const isSame = before !== null && !fresh.length && looksSame(before, sync);
    if (!isSame) this.news = before && fresh.length <= MOST_SHOWN ? fresh : before ? [] : sync.events.slice(-2);
    this.arrived = Date.now();
    if (before?.n !== sync.n) [this.hint, this.asking, this.wished, this.judging] = [null, false, null, []];
    this.sync = isSame ? { ...sync, view: before.view } : sync;
    this.#getReady(sync);
    if (before) this.#sound(before, sync, fresh);
  }

  /** One is here and has seen what the dice are committed to; the salt makes them nobody's alone. */
  #getReady(sync: Sync): void {
    for (const message of this.#readiness.answers(sync)) {
      if (this.send(message) && message.type === "reveal")
        witness(this.id, sync.fairness, message.salt, this.#readiness.known(sync));
    }
  }

  #sound(before: Sync, sync: Sync, fresh: Happened[]): void {
    const mine = (one: Sync) => one.in_turn.some((seat) => one.yours.includes(seat));
    if (sync.status === "over" && before.status !== "over") return play("end");
    if (fresh.some((event) => event.seat !== null)) play("act");
    if (fresh.some((event) => event.seat === null)) play("chance");
    if (mine(sync) && !mine(before)) play("turn");
  }
}

/** Whether nothing has happened between two Syncs: somebody came or went. Then a board need not be drawn anew. */
export function looksSame(before: Sync, after: Sync): boolean {
  return before.n === after.n && before.status === after.status && before.yours.join() === after.yours.join();
}
