// Checks the dice of a record. The arithmetic is the browser's own; the server is asked only for the odds that its rules give.
import { canonical } from "../lib/canonical";
import { sha256 as sha256OfText } from "../lib/sha256";
import { texts } from "../lib/texts";
import type { ChanceEvent, Course, Odds } from "../types";

export interface Fairness {
  commitment: string; // published before the first event
  secret: string; // 32 bytes in hexadecimal digits
  salts: string[]; // of each seat; a bot's is empty
  salt_commitments?: string[]; // told before any salt was; older records don't have them
  numbers: number[]; // of each event, its number in the table's log: what was taken back is missing
  aside?: [number, string, number | "chance", string | number][]; // everything else in the log; older records don't have it
}

export interface GameRecord extends Course {
  table?: string;
  fairness: Fairness;
  seal: string;
}

export type Step = "secret" | "salts" | "numbers" | "dice" | "rules" | "seal";

export interface Difference {
  n: number; // the event
  thrown: string; // what the dice gave
  written: string; // what the record has
}

export interface Verdict {
  failed: Step | null; // the first check that fails
  checked: number; // outcomes of chance that the dice gave
  called: number; // outcomes that a judge called, without dice
  salted: number; // people whose salts went into the dice
  takenBack: number; // events that were taken back during the game
  difference: Difference | null; // the first event that differs
  trouble: string; // the rules' sentence, if the record could not have happened
}

const encoder = new TextEncoder();

/** Read a record: a sentence is thrown if it is none. */
export function readRecord(text: string): GameRecord {
  const record = JSON.parse(text) as Partial<GameRecord> | null;
  const fair = record?.fairness;
  const isWhole =
    typeof record?.seal === "string" && Array.isArray(record.events) && Array.isArray(fair?.numbers) && Array.isArray(fair.salts);
  if (!isWhole || !/^([0-9a-f]{2})+$/.test(String(fair?.secret))) throw new Error(texts.verify.noRecord);
  return record as GameRecord;
}

/** What the server must know of a record to tell its odds: not the dice. */
export function courseOf({ game, version, seats, options, events, position }: GameRecord): Course {
  return { game, version, seats, options, events, ...(position === undefined ? {} : { position }) };
}

/** Check a record, as its text is, with the odds of its events. */
export async function verify(text: string, odds: Odds): Promise<Verdict> {
  const record = readRecord(text);
  const { commitment, secret, salts, numbers } = record.fairness;
  const verdict: Verdict = {
    failed: null,
    checked: 0,
    called: 0,
    salted: salts.filter(Boolean).length,
    takenBack: takenBack(record.fairness),
    difference: null,
    trouble: odds.trouble ?? "",
  };
  const fail = (step: Step): Verdict => ({ ...verdict, failed: step });
  if ((await sha256(bytes(secret))) !== commitment) return fail("secret");
  if (!keepsSalts(record.fairness)) return fail("salts");
  if (!ascends(numbers, record.events.length) || !isComplete(record.fairness)) return fail("numbers");
  if (!(await checkDice(record, odds.events, verdict))) return fail("dice");
  if (odds.trouble) return fail("rules");
  return (await seal(text, secret)) === record.seal ? verdict : fail("seal");
}

/** Whether each salt is the one that was committed to; a record of an earlier version has no commitments to them. */
function keepsSalts({ salts, salt_commitments: promised }: Fairness): boolean {
  if (!promised) return true;
  return promised.length === salts.length && salts.every((salt, seat) => promised[seat] === (salt ? sha256OfText(salt) : ""));
}

/** How many events were taken back; a record of an earlier version has only the gaps that they left. */
function takenBack({ numbers, aside }: Fairness): number {
  return aside ? aside.filter(([, kind]) => kind === "act").length : (numbers.at(-1) ?? -1) + 1 - numbers.length;
}

/** Whether every number of the log is there once: no dice were thrown that nobody was told of. */
function isComplete({ numbers, aside }: Fairness): boolean {
  if (!aside) return true;
  const all = [...numbers, ...aside.map(([n]) => n)].sort((a, b) => a - b);
  return all.every((n, i) => n === i);
}

async function checkDice(record: GameRecord, events: ChanceEvent[], verdict: Verdict): Promise<boolean> {
  const { secret, salts, numbers } = record.fairness;
  const key = await hmacKey(secret);
  const asked = new Map(events.map((event) => [event.n, event]));
  const reached = verdict.trouble ? (events.at(-1)?.n ?? -1) + 1 : record.events.length;
  for (const [n, [who, written]] of record.events.slice(0, reached).entries()) {
    if (who !== "chance") continue;
    const outcomes = asked.get(n)?.outcomes;
    if (!outcomes) return false;
    if (outcomes.some(([action, weight]) => weight === 0 && action === written)) {
      verdict.called++;
      continue;
    }
    const limit = outcomes.reduce((sum, [, weight]) => sum + weight, 0);
    const thrown = limit ? pick(outcomes, await draw(key, salts, numbers[n]!, limit)) : "";
    if (thrown !== written) {
      verdict.difference = { n, thrown, written };
      return false;
    }
    verdict.checked++;
  }
  return true;
}

/** Every event has its number in the log, and later ones have larger numbers: so nobody could choose among several throws. */
function ascends(numbers: number[], length: number): boolean {
  return numbers.length === length && numbers.every((number, i) => Number.isInteger(number) && number > (numbers[i - 1] ?? -1));
}

/** The number below a limit that the event with this number draws. */
export async function draw(key: CryptoKey, salts: string[], number: number, limit: number): Promise<number> {
  const message = encoder.encode([...salts, String(number)].join("/"));
  return Number(BigInt(`0x${hex(await crypto.subtle.sign("HMAC", key, message))}`) % BigInt(limit));
}

/** The outcome whose share of all weights a number falls into. */
export function pick(outcomes: [string, number][], number: number): string {
  for (const [action, weight] of outcomes) {
    if (number < weight) return action;
    number -= weight;
  }
  throw new RangeError(`${number} of ${outcomes.length}`); // the dice count below the sum of the weights;
}

/** What a table publishes of its secret. */
export const commitmentOf = (secret: string) => sha256(bytes(secret));

/** The seal over everything in a record but the seal itself. */
export async function seal(text: string, secret: string): Promise<string> {
  return hex(await crypto.subtle.sign("HMAC", await hmacKey(secret), encoder.encode(canonical(text, ["seal"]))));
}

export function hmacKey(secret: string): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

async function sha256(data: Uint8Array<ArrayBuffer>): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", data));
}

function bytes(digits: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hex(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
