import { expect, test } from "vitest";
import { sha256 } from "../src/lib/sha256";
import { Readiness } from "../src/table/readiness";
import type { Sync } from "../src/types";

/** The browser's own, which pages have only over https or on the same machine. */
async function browsersHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

test("the page's own SHA-256 is everybody's", async () => {
  for (const length of [0, 1, 31, 32, 55, 56, 63, 64, 65, 119, 120, 500]) {
    const text = "pyramidion ü ".repeat(50).slice(0, length);
    expect(sha256(text), `${length}`).toBe(await browsersHash(text));
  }
});

/** A table at which we sit on seat 0. */
function waiting(salt_commitments: string[], bots: boolean[] = []): Sync {
  const chairs = salt_commitments.map((_, seat) => ({ bot: bots[seat] ? "farmer" : null }));
  return { status: "waiting", yours: [0], salt_commitments, chairs } as unknown as Sync;
}

function somebody(): Readiness {
  const salts = ["first", "second", "third"];
  return new Readiness(() => salts.shift()!);
}

const ready = (salt: string) => ({ type: "ready", salt_commitment: sha256(salt) });
const reveal = (salt: string) => ({ type: "reveal", salt });

test("alone with bots one commits and reveals at once", () => {
  expect(somebody().answers(waiting(["", ""], [false, true]))).toEqual([ready("first"), reveal("first")]);
});

test("a salt is revealed when everybody has committed, and not before", () => {
  const one = somebody();
  expect(one.answers(waiting(["", ""]))).toEqual([ready("first")]);
  expect(one.answers(waiting(["", ""]))).toEqual([]); // on its way
  expect(one.answers(waiting([sha256("first"), ""]))).toEqual([]);
  expect(one.answers(waiting([sha256("first"), "b"]))).toEqual([reveal("first")]);
  expect(one.answers(waiting([sha256("first"), "b"]))).toEqual([]); // said once
});

test("a salt that was revealed is never used beside a commitment that came later", () => {
  const one = somebody();
  expect(one.answers(waiting(["", "b"]))).toEqual([ready("first"), reveal("first")]);
  expect(one.answers(waiting([sha256("first"), "b"]))).toEqual([]);
  expect(one.answers(waiting(["", "c"]))).toEqual([ready("second"), reveal("second")]);
  expect(one.answers(waiting([sha256("second"), "c"]))).toEqual([]);
  expect(one.answers(waiting([sha256("second"), "d"]))).toEqual([ready("third"), reveal("third")]); // whatever the server thinks
});

test("after a break the same is said again, as it may be lost", () => {
  const one = somebody();
  one.answers(waiting(["", "b"]));
  one.reconnect();
  expect(one.answers(waiting(["", "b"]))).toEqual([ready("first"), reveal("first")]);
  one.reconnect();
  expect(one.answers(waiting([sha256("first"), "b"]))).toEqual([reveal("first")]);
});

test("of two pages of one person the later one commits", () => {
  const one = somebody();
  one.answers(waiting(["", ""]));
  one.answers(waiting([sha256("first"), ""]));
  expect(one.answers(waiting(["of the other page", "b"]))).toEqual([]);
});

test("who watches, and who plays already, says nothing", () => {
  expect(somebody().answers({ ...waiting(["", ""]), yours: [] })).toEqual([]);
  expect(somebody().answers({ ...waiting([]), status: "live" })).toEqual([]);
});
