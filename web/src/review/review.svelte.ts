// A finished game on the page: where one is, with whose eyes one looks, and what the search thinks of it.
import { standings } from "../games";
import * as api from "../lib/api";
import { texts } from "../lib/texts";
import type { Chances, Happened, Past, Review } from "../types";
import { takenBack } from "../table/undone";
import { judged } from "./judged";
import { decisive, type Point, turningPoints } from "./turning";

const PAUSE = 1400; // milliseconds between two events that run by themselves
const MOST_POINTS = 120; // of a standing

export class ReviewModel {
  review: Review | null = $state.raw(null);
  past: Past | null = $state.raw(null); // what is shown
  news: Happened[] = $state.raw([]); // what has just happened there, for the board
  n = $state(0); // where one wants to be
  eyes: number | null = $state(null); // a seat; none: everybody's
  speed = $state(1);
  playing = $state(false);
  isFog = $state(false); // what comes after the position shown, and how much, is hidden
  trouble = $state("");
  status = $state(0); // the server's, where it had nothing to show

  title = $state(texts.review.chances); // of the graph
  chances: Chances[] = $state.raw([]);
  points: Point[] = $state.raw([]);
  wanted = $state(0); // points there will be
  turns = $derived(this.review ? turningPoints(this.review.events, this.chances) : []);

  judged = $derived(Math.max(this.points.length, this.chances.length)); // positions
  isJudged = $derived(this.wanted > 0 && this.judged === this.wanted);

  decisive = $derived(this.review && this.isJudged ? decisive(this.points, this.turns, this.review.scores) : null); // the position before what decided the game; none: not known yet

  #isFree = false; // nobody has chosen a position yet
  #kept = new Map<string, Promise<Past>>();
  #isLoading = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(
    readonly id: string,
    n: number | null, // none: the end, and then the decisive moment, as soon as it is known
  ) {
    this.n = n ?? Infinity;
    this.#isFree = n === null;
    void this.#open();
  }

  close(): void {
    this.#isClosed = true;
    this.halt();
  }

  // Going about

  go(n: number): Promise<void> {
    this.#isFree = false;
    return this.#go(n);
  }

  async #go(n: number): Promise<void> {
    this.n = Math.min(Math.max(n, 0), this.review?.n ?? n);
    if (this.#isLoading) return; // who is on the way there hears of it
    this.#isLoading = true;
    try {
      while (this.past?.n !== this.n) await this.#show(this.n);
      this.trouble = "";
    } catch (error) {
      this.trouble = (error as Error).message;
    } finally {
      this.#isLoading = false;
    }
  }

  /** Look with the eyes of a seat, or with everybody's. */
  async look(eyes: number | null): Promise<void> {
    this.eyes = eyes;
    try {
      this.review = await api.review(this.id, eyes);
      this.past = null;
      await this.#go(this.n);
    } catch (error) {
      [this.trouble, this.status] = [(error as Error).message, (error as api.NotDone).status];
    }
  }

  async #open(): Promise<void> {
    await this.look(null);
    if (this.review) await this.#judge(this.review).catch((error: Error) => (this.trouble = error.message));
    if (this.#isFree && this.decisive !== null) await this.#go(this.decisive);
  }

  async #show(n: number): Promise<void> {
    const before = this.past?.n;
    const past = await this.#load(n);
    this.news = this.review!.events.filter((event) => before === n - 1 && event.n === before);
    this.past = past;
    if (n < this.review!.n) this.#load(n + 1).catch(() => undefined);
  }

  #load(n: number): Promise<Past> {
    const key = `${this.eyes} ${n}`;
    const found = this.#kept.get(key) ?? api.past(this.id, n, this.eyes);
    this.#kept.set(key, found);
    found.catch(() => this.#kept.delete(key));
    return found;
  }

  // Running by itself

  run(): void {
    this.playing = true;
    void this.#step(this.n >= (this.review?.n ?? 0) ? 0 : this.n + 1);
  }

  halt(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  async #step(n: number): Promise<void> {
    await this.go(n);
    if (!this.playing) return;
    if (this.n >= (this.review?.n ?? 0)) return this.halt();
    this.#timer = setTimeout(() => void this.#step(this.n + 1), PAUSE / this.speed);
  }

  // What it looked like for everybody

  async #judge(review: Review): Promise<void> {
    const standing = standings[review.game];
    const game = (await api.games()).find(({ name }) => name === review.game);
    if (!game?.real_time) return this.#ask(review);
    if (!standing) return;
    const { title, shares } = await standing();
    this.title = title;
    await this.#collect(spread(review.n), async (n) => ({ n, shares: shares((await this.#load(n)).view) }));
  }

  /** Every position is judged. */
  async #ask(review: Review): Promise<void> {
    const undone = takenBack(review.events);
    this.wanted = review.n + 1;
    for await (const known of judged(this.id, review.n)) {
      if (this.#isClosed) return;
      this.chances = known;
      this.points = this.chances.filter(({ n }) => !undone.has(n)).map(({ n, win }) => ({ n, shares: win }));
    }
  }

  /** One position after the other, until the page is left. */
  async #collect(positions: number[], find: (n: number) => Promise<Point>): Promise<void> {
    this.wanted = positions.length;
    for (const n of positions) {
      if (this.#isClosed) return;
      this.points = [...this.points, await find(n)];
    }
  }
}

/** Positions from the first to the last, not too many. */
export function spread(last: number): number[] {
  const step = Math.max(1, last / MOST_POINTS);
  const found = Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => Math.round(i * step));
  return found.at(-1) === last ? found : [...found, last];
}
