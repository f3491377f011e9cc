import { expect, test } from "vitest";
import { canonical } from "../src/lib/canonical";
import { sha256 } from "../src/lib/sha256";
import { commitmentOf, draw, hmacKey, pick, readRecord, seal, verify, type GameRecord } from "../src/review/verification";
import type { Odds } from "../src/types";

interface Made {
  record: string;
  odds: Odds;
  checked: number;
  commitment: string;
  seal: string;
  draws: number[];
}

// What Python makes of real records: web/make_records.py
const files = import.meta.glob<Made>("./records/*.json", { import: "default", eager: true });
const records = Object.entries(files).map(([path, made]) => [path.match(/(\w+)\.json/)![1]!, made] as const);

/** A record with something changed, sealed anew if wished. */
async function changed(made: Made, change: (record: GameRecord) => void, sealed = false): Promise<string> {
  const record = JSON.parse(made.record) as GameRecord;
  change(record);
  const text = JSON.stringify(record);
  if (sealed) record.seal = await seal(text, record.fairness.secret);
  return JSON.stringify(record);
}

const firstChance = (record: GameRecord) => record.events.findIndex(([who]) => who === "chance");
const otherOutcome = ({ odds }: Made, n: number, written: string) =>
  odds.events.find((event) => event.n === n)!.outcomes.find(([action, weight]) => action !== written && weight)![0];

test("there are records of all games", () => expect(records).toHaveLength(5));

test.each(records)("%s: the browser computes what Python computes", async (_, made) => {
  const { fairness } = readRecord(made.record);
  const key = await hmacKey(fairness.secret);
  expect(await commitmentOf(fairness.secret)).toBe(made.commitment);
  expect(await Promise.all(fairness.numbers.slice(0, 10).map((n) => draw(key, fairness.salts, n, 1000)))).toEqual(made.draws);
  expect(await seal(made.record, fairness.secret)).toBe(made.seal);
});

test.each(records)("%s: an honest record is green", async (_, made) => {
  const verdict = await verify(made.record, made.odds);
  expect(verdict.failed).toBeNull();
  expect(verdict.checked + verdict.called).toBe(made.odds.events.length);
  expect(verdict.checked).toBeLessThanOrEqual(made.checked);
  expect(verdict.checked).toBeGreaterThan(0);
});

test.each(records)("%s: a changed outcome is named, also when it is sealed anew", async (_, made) => {
  let [n, other, written] = [0, "", ""];
  const text = await changed(
    made,
    (record) => {
      n = record.events.findIndex(([who, action], i) => {
        const outcomes = made.odds.events.find((event) => event.n === i)?.outcomes.filter(([, weight]) => weight);
        return who === "chance" && outcomes!.length > 1 && outcomes!.some(([one]) => one === action);
      });
      written = record.events[n]![1];
      other = otherOutcome(made, n, written);
      record.events[n]![1] = other;
    },
    true,
  );
  const verdict = await verify(text, made.odds);
  expect(verdict.failed).toBe("dice");
  expect(verdict.difference).toEqual({ n, thrown: written, written: other });
});

const [, senet] = records.find(([game]) => game === "senet")!;

test("another secret is not the promised one", async () => {
  const text = await changed(senet, (record) => (record.fairness.secret = "5a".repeat(32)), true);
  expect((await verify(text, senet.odds)).failed).toBe("secret");
});

test("another salt gives other dice", async () => {
  const text = await changed(senet, (record) => (record.fairness.salts[0] = "another-salt"), true);
  expect((await verify(text, senet.odds)).failed).toBe("dice");
});

test("a salt must be the one that was committed to; older records have no commitments", async () => {
  const kept = (record: GameRecord) => (record.fairness.salt_commitments = record.fairness.salts.map((salt) => sha256(salt)));
  expect((await verify(await changed(senet, kept, true), senet.odds)).failed).toBeNull();
  const broken = (record: GameRecord) => kept(record).reverse();
  const short = (record: GameRecord) => kept(record).pop();
  const text = await changed(senet, (record) => (record.fairness.salts[0] = "chosen-later"));
  const other = { ...senet, record: text };
  expect((await verify(await changed(other, broken, true), senet.odds)).failed).toBe("salts");
  expect((await verify(await changed(other, short, true), senet.odds)).failed).toBe("salts");
});

test("nobody chooses among several throws: numbers ascend", async () => {
  const text = await changed(senet, ({ fairness }) => fairness.numbers.splice(1, 1, fairness.numbers[0]!), true);
  expect((await verify(text, senet.odds)).failed).toBe("numbers");
});

test("what a person chose can't be changed without breaking the seal", async () => {
  const text = senet.record.replace(/"ending": "[^"]*"/, '"ending": "Somebody else won."');
  expect(text).not.toBe(senet.record);
  expect((await verify(text, senet.odds)).failed).toBe("seal");
});

test("dice are checked as far as the rules could replay the record", async () => {
  const n = firstChance(readRecord(senet.record));
  const odds = { events: senet.odds.events.slice(0, 1), trouble: "event 1 (1-30) could not have happened" };
  const verdict = await verify(senet.record, odds);
  expect(verdict).toMatchObject({ failed: "rules", checked: 1, trouble: odds.trouble });
  expect(senet.odds.events[0]!.n).toBe(n);
});

test("an event of chance that the rules know nothing of is not taken for granted", async () => {
  expect((await verify(senet.record, { events: senet.odds.events.slice(1), trouble: null })).failed).toBe("dice");
});

test("a number falls into the share of an outcome", () => {
  const outcomes: [string, number][] = [
    ["a", 2],
    ["judge", 0],
    ["b", 1],
  ];
  expect([0, 1, 2].map((number) => pick(outcomes, number))).toEqual(["a", "a", "b"]);
  expect(() => pick(outcomes, 3)).toThrow();
});

test("what is no record says so", () => {
  for (const text of ["{}", "[]", "null", '{"events": [], "seal": "", "fairness": {"secret": "zz", "numbers": [], "salts": []}}'])
    expect(() => readRecord(text), text).toThrow("game record that can be verified");
});

test("a seal is over the signs: numbers stay as they were written, keys are in order", () => {
  expect(canonical(' {"b" : [1.0, -2e3, true, null], "a": {"ü": "x\\u0041\\n", "B": {}} , "seal": 1}', ["seal"])).toBe(
    '{"a":{"B":{},"ü":"xA\\n"},"b":[1.0,-2e3,true,null]}',
  );
  expect(canonical('{"\u{1f600}":1,"\uffee":2}')).toBe('{"\uffee":2,"\u{1f600}":1}');
  for (const broken of ["{", "[1,]", '{"a" 1}', "1 2", "nul"]) expect(() => canonical(broken), broken).toThrow();
});
