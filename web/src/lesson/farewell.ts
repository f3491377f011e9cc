// What is said at the end of a lesson: "Well done!" only to who has done it.
import { texts } from "../lib/texts";
import type { LessonModel } from "./lesson.svelte";

/** A heading, and a sentence. */
export function farewell({ lesson, skipped }: Pick<LessonModel, "lesson" | "skipped">): [string, string] {
  if (!skipped.length) return [texts.lesson.end, lesson.goodbye];
  return [texts.lesson.almost, texts.lesson.skipped(skipped.map((n) => lesson.steps[n]!.title))];
}
