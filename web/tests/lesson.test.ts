import { beforeEach, expect, test, vi } from "vitest";
import type { Lesson, Look, Looked, Step } from "../src/types";

vi.stubGlobal("matchMedia", () => ({ matches: true })); // no pauses

const step = (more: Partial<Step> = {}): Step => ({
  ...{
    title: "A step",
    words: "See.\n\nDo.",
    position: "",
    seat: 0,
    before: [],
    right: ["good"],
    well: "Well done.",
    replies: [],
  },
  ...{ wrong: "Not this.", remarks: { bad: "Not bad." }, rulings: [], finish: null, ...more },
});
const lesson = (...steps: Step[]): Lesson => ({ sentence: "", goodbye: "", steps });

/** A server where everything may be done but what is called impossible. */
function answer({ actions = [] }: Look): Response {
  if (actions.some(([, action]) => action === "impossible")) return Response.json({ why: "the rules say no" }, { status: 409 });
  const events = actions.map(([seat, action], n) => ({
    n,
    seat,
    action,
    kind: "act",
    told: `${action} is done.`,
    at: 0,
    finish: null,
    back_to: null,
  }));
  return Response.json({ events, legal: [], view: {}, seats: 2 } as unknown as Looked);
}

const asked: Look[] = [];
beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal("fetch", async (_: string, request: { body: string }) => {
    asked.push(JSON.parse(request.body));
    return answer(asked.at(-1)!);
  });
});

async function taking(...steps: Step[]) {
  const { LessonModel } = await import("../src/lesson/lesson.svelte");
  const model = new LessonModel("game", lesson(...steps));
  await vi.waitFor(() => expect(model.mood).toBe(steps[0]!.right.length ? "asked" : "watching"));
  return model;
}

test("what comes first is shown one by one, then the learner is asked", async () => {
  const model = await taking(
    step({
      before: [
        ["chance", "first"],
        [1, "second"],
      ],
    }),
  );
  expect(asked.map((look) => look.actions!.length)).toEqual([0, 1, 2]);
  expect(model.told).toEqual(["first is done.", "second is done."]);
});

test("a right action is praised and answered", async () => {
  const model = await taking(step({ replies: [[1, "answer"]] }));
  await model.act("good", 0);
  expect([model.mood, model.remark]).toEqual(["right", "Well done."]);
  expect(model.told).toEqual(["good is done.", "answer is done."]);
  expect(model.isDone).toBe(true);
});

test("a wrong action gets its own remark, or the step's", async () => {
  const model = await taking(step());
  await model.act("bad", 0);
  expect([model.mood, model.remark]).toEqual(["wrong", "Not bad."]);
  await model.retry();
  expect([model.mood, model.remark]).toEqual(["asked", ""]);
  await model.act("other", 0);
  expect(model.remark).toBe("Not this.");
});

test("an impossible action is refused in the rules' own words, and one may go on", async () => {
  const model = await taking(step());
  await model.act("impossible", 0);
  expect([model.mood, model.remark]).toEqual(["refused", "the rules say no"]);
  await model.act("good", 0);
  expect(model.mood).toBe("right");
});

test("to be shown what is right, a wrong action is taken back first", async () => {
  const model = await taking(step());
  await model.act("bad", 0);
  model.showMe();
  await vi.waitFor(() => expect(model.mood).toBe("right"));
  expect(asked.at(-1)!.actions).toEqual([[0, "good"]]);
});

test("what comes too late belongs to an earlier step", async () => {
  const model = await taking(step(), step({ title: "The next", right: [] }));
  const late = model.act("good", 0);
  model.go(1);
  await late;
  expect([model.mood, model.remark, model.step?.title]).toEqual(["watching", "", "The next"]);
  model.go(2);
  expect(model.step).toBeUndefined();
});

test("only who has done every step has done the lesson", async () => {
  const { farewell } = await import("../src/lesson/farewell");
  const model = await taking(step({ title: "First" }), step({ title: "Second" }), step({ title: "Third", right: [] }));
  model.next();
  await vi.waitFor(() => expect(model.mood).toBe("asked"));
  await model.act("good", 0);
  model.next();
  model.next();
  expect(model.skipped).toEqual([0]);
  expect(farewell(model)).toEqual(["Almost there", "You skipped one step: First."]);
  model.catchUp();
  await vi.waitFor(() => expect(model.mood).toBe("asked"));
  await model.act("good", 0);
  model.next();
  expect([model.step, model.skipped]).toEqual([undefined, []]);
  expect(farewell(model)[0]).toBe("Well done!");
});

test("who comes back is asked for what was skipped, and older pages' progress counts", async () => {
  const kept = new Map<string, string>();
  const setItem = (name: string, value: string) => kept.set(name, value);
  vi.stubGlobal("localStorage", { getItem: (name: string) => kept.get(name) ?? null, setItem });
  const { keepProgress, progress } = await import("../src/lesson/progress");
  keepProgress("game", { at: 2, of: 2, done: [1] });
  const model = await taking(step(), step());
  expect([model.at, model.skipped]).toEqual([0, [0]]);
  kept.set("lesson-old", "2/3");
  expect(progress("old")).toEqual({ at: 2, of: 3, done: [0, 1] });
});
