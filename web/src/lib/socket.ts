// One table's connection. It comes back by itself after every break, counts events, and never does anything twice.
import type { Act, Delta, Down, Sync, Up } from "../types";
import { merge } from "./delta";

export type Line = "connecting" | "open" | "broken" | "closed";

/** What comes down, but that every Delta has become a Sync. */
export type Heard = Exclude<Down, Delta>;

export interface Hears {
  message: (message: Heard) => void;
  line: (line: Line, retryAt: number, code?: number) => void; // retryAt: when it is tried again, in milliseconds since 1970
}

// The server says by the code why it closes. After these there is no use in trying again.
export const NO_TABLE = 4404;
export const TOO_MANY = 4430;
const FINAL = new Set([4400, 4403, NO_TABLE, TOO_MANY]);
const ABNORMAL = 1006;
const TRY_AGAIN = 1013;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const LONGEST_MOVE = 2_000; // while a game moves to another server, which takes seconds
const LONGEST_SILENCE = 30_000; // the server pings every twenty seconds at least: who hears nothing for so long has lost the line

export class TableSocket {
  n = 0; // so many events are known here

  #socket: WebSocket | null = null;
  #sync: Sync | null = null; // the whole table as it was told last, on this connection
  #unanswered: Act | null = null; // sent, and neither done nor refused yet
  #isNew = true; // no Sync yet on this connection
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined; // until the next try, or until a silence has been too long

  constructor(
    private readonly url: string, // without the query
    private readonly hears: Hears,
    private readonly open: (url: string) => WebSocket = (url) => new WebSocket(url),
  ) {
    this.connect();
  }

  /** Try now, also while waiting for the next try. */
  connect(): void {
    clearTimeout(this.#timer);
    this.#drop();
    this.#isNew = true;
    this.#sync = null;
    this.hears.line("connecting", 0);
    const socket = (this.#socket = this.open(`${this.url}?n=${this.n}`));
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data as string) as Down);
    socket.onclose = (event) => this.#lost(event.code);
    this.#listen();
  }

  /** The line is dead, whatever the socket believes. */
  giveUp(): void {
    this.#drop();
    this.#lost(ABNORMAL);
  }

  /**
   * Whether it went out. What is said while the line is broken is lost, but for an act, which waits for the next Sync.
   * An act that was pressed twice is on its way already.
   */
  send(message: Up): boolean {
    if (message.type !== "act") return this.#say(message);
    if (this.#unanswered && isSame(message, this.#unanswered)) return true;
    this.#unanswered = message;
    return this.#say(message);
  }

  #say(message: Up): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#drop();
    this.hears.line("closed", 0);
  }

  #drop(): void {
    if (!this.#socket) return;
    this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
    this.#socket = null;
  }

  #listen(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.giveUp(), LONGEST_SILENCE);
  }

  #hear(message: Down): void {
    this.#listen();
    if (message.type === "ping") {
      this.#say({ type: "pong", t: message.t });
      return;
    }
    if (message.type === "sync") this.#take(message);
    else if (message.type === "delta") this.#merge(message);
    else {
      if (message.type === "refused" || message.type === "trouble") this.#unanswered = null;
      this.hears.message(message);
    }
  }

  /** What builds on a message that never came is of no use: then the whole table is asked for. */
  #merge(delta: Delta): void {
    const merged = merge(this.#sync, delta);
    if (merged) this.#take(merged);
    else this.#say({ type: "resync", n: this.n });
  }

  #take(sync: Sync): void {
    this.#sync = sync;
    this.#count(sync);
    this.hears.message(sync);
  }

  #count(sync: Sync): void {
    const isFirst = this.#isNew;
    this.#isNew = false;
    this.#failures = 0;
    this.n = sync.n;
    if (isFirst) this.hears.line("open", 0);
    if (this.#unanswered?.n !== sync.n) this.#unanswered = null;
    else if (isFirst) this.#say(this.#unanswered); // nothing has happened since: it never arrived
  }

  #lost(code: number): void {
    clearTimeout(this.#timer);
    this.#socket = null;
    if (FINAL.has(code)) {
      this.hears.line("closed", 0, code);
      return;
    }
    const longest = code === TRY_AGAIN ? LONGEST_MOVE : LONGEST_WAIT;
    const wait = Math.min(FIRST_WAIT * 2 ** this.#failures++, longest) * (0.8 + 0.4 * Math.random());
    this.#timer = setTimeout(() => this.connect(), wait);
    this.hears.line("broken", Date.now() + wait);
  }
}

function isSame(one: Act, other: Act): boolean {
  return one.n === other.n && one.seat === other.seat && one.action === other.action;
}
