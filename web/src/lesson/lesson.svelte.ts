// A lesson as it is being taken: the step, the board of the moment, and what was said of the learner's action.
// The server knows the rules: it is asked what every action does, and why one can't be done.
import * as api from "../lib/api";
import { texts } from "../lib/texts";
import { keepProgress, progress } from "./progress";
import type { Happened, Lesson, Look, Looked, Step } from "../types";

type Done = NonNullable<Look["actions"]>[number];
export type Mood = "watching" | "asked" | "right" | "wrong" | "refused";

const PAUSE = 1400; // milliseconds between two things that are shown

export class LessonModel {
  at = $state(0); // the number of the step; as many as there are steps: the end
  take = $state(0); // counts boards: a new one begins without a past
  mood: Mood = $state("watching");
  remark = $state(""); // what is said of the learner's action
  seen: Looked | null = $state.raw(null);
  news: Happened[] = $state.raw([]); // what has just happened
  told: string[] = $state.raw([]); // the same in words, since the step began or the learner acted
  trouble = $state("");
  finished: number[] = $state.raw([]); // the steps that were done, now or earlier

  #isCatchingUp = false; // only the skipped steps are left
  #done: Done[] = [];
  #run = 0; // what belongs to an earlier run comes too late

  constructor(
    readonly game: string,
    readonly lesson: Lesson,
  ) {
    const { at, of, done } = progress(game);
    if (of === lesson.steps.length) this.#comeBack(at, done);
    void this.begin();
  }

  /** Who comes back goes on, then catches up on what was skipped; who has done it all starts over. */
  #comeBack(at: number, done: number[]): void {
    this.finished = done;
    if (at < this.lesson.steps.length) this.at = at;
    else if (this.skipped.length) [this.at, this.#isCatchingUp] = [this.skipped[0]!, true];
    else this.finished = [];
  }

  get step(): Step | undefined {
    return this.lesson.steps[this.at];
  }

  get paragraphs(): string[] {
    return this.step?.words.trim().split(/\n\s*\n/) ?? [];
  }

  /** A word before the remark. */
  get mark(): string {
    const { right, wrong, refused } = texts.lesson;
    return { right: right[this.at % right.length]!, wrong, refused, asked: "", watching: "" }[this.mood];
  }

  /** Whether there is nothing more to do here. */
  get isDone(): boolean {
    return this.finished.includes(this.at) || this.mood === "right" || !this.step?.right.length;
  }

  /** The steps that are still to do. */
  get skipped(): number[] {
    return this.lesson.steps.map((_, n) => n).filter((n) => !this.finished.includes(n));
  }

  go(at: number): void {
    this.at = Math.max(0, Math.min(at, this.lesson.steps.length));
    this.#keep();
    void this.begin();
  }

  /** On to the next step, or to the next that was skipped. */
  next(): void {
    if (this.isDone) this.#finish();
    this.go(this.#isCatchingUp ? (this.skipped.find((n) => n > this.at) ?? this.lesson.steps.length) : this.at + 1);
  }

  catchUp(): void {
    this.#isCatchingUp = true;
    this.go(this.skipped[0] ?? this.lesson.steps.length);
  }

  startOver(): void {
    [this.finished, this.#isCatchingUp] = [[], false];
    this.go(0);
  }

  #finish(): void {
    if (!this.finished.includes(this.at)) this.finished = [...this.finished, this.at];
    this.#keep();
  }

  #keep(): void {
    keepProgress(this.game, { at: this.at, of: this.lesson.steps.length, done: this.finished });
  }

  /** Set the step up, and show what comes before the learner's action. */
  async begin(): Promise<void> {
    const run = ++this.#run;
    [this.#done, this.news, this.told, this.remark, this.mood, this.trouble] = [[], [], [], "", "watching", ""];
    const step = this.step;
    if (!step) return void (this.seen = null);
    if (!(await this.#look([], run))) return;
    this.take++;
    if ((await this.#show(step.before, run)) && step.right.length) this.mood = "asked";
  }

  /** Set it up again as it was when the learner was asked. */
  async retry(): Promise<void> {
    const run = ++this.#run;
    this.#done = [];
    if (!(await this.#look([...this.step!.before], run))) return;
    [this.news, this.told, this.remark, this.mood] = [[], [], "", "asked"];
    this.take++;
  }

  /** The learner acts. */
  async act(action: string, seat: number): Promise<void> {
    const step = this.step;
    if (!step || (this.mood !== "asked" && this.mood !== "refused")) return;
    const run = ++this.#run;
    this.told = [];
    if (!(await this.#look([...this.#done, [seat, action]], run))) return;
    const written = this.news.at(-1)?.action ?? action;
    const isRight = step.right.includes(written);
    this.mood = isRight ? "right" : "wrong";
    this.remark = isRight ? step.well : (step.remarks[written] ?? step.wrong);
    if (!isRight) return;
    this.#finish();
    await this.#show(step.replies, run);
  }

  /** Do what is right. */
  showMe(): void {
    const [right] = this.step?.right ?? [];
    if (!right) return;
    const does = () => void this.act(right, this.step!.seat);
    if (this.mood === "wrong") void this.retry().then(does);
    else does();
  }

  refuse(sentence: string): void {
    [this.mood, this.remark] = ["refused", sentence];
  }

  /** One action after the other; whether nothing came between. */
  async #show(actions: Done[], run: number): Promise<boolean> {
    for (const done of actions) {
      await pause();
      if (run !== this.#run || !(await this.#look([...this.#done, done], run))) return false;
    }
    return true;
  }

  /** Ask the server how it is after these actions; whether it could be done, and is still wanted. */
  async #look(actions: Done[], run: number): Promise<boolean> {
    const { position, seat } = this.step!;
    try {
      const seen = await api.look(this.game, { position, actions, eyes: [seat] });
      if (run !== this.#run) return false;
      this.#take(seen, actions);
      return true;
    } catch (error) {
      if (run !== this.#run) return false;
      const { status, message } = error as api.NotDone;
      if (status === 409) this.refuse(message);
      else this.trouble = message;
      return false;
    }
  }

  #take(seen: Looked, actions: Done[]): void {
    const { before, finish } = this.step!;
    this.news = seen.events
      .slice(this.#done.length)
      .map((event) => (finish && event.n === before.length - 1 ? { ...event, finish } : event));
    this.told = [...this.told, ...this.news.map((event) => event.told)];
    [this.seen, this.#done] = [seen, actions];
  }
}

function pause(): Promise<void> {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return new Promise((done) => setTimeout(done, still ? 0 : PAUSE));
}
