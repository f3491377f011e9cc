import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TableSocket, type Line } from "../src/lib/socket";
import type { Act, Delta, Down, Sync } from "../src/types";

class FakeSocket {
  static all: FakeSocket[] = [];
  readyState: number = WebSocket.OPEN;
  sent: string[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.readyState = WebSocket.CLOSED;
  }
  hear(message: Down) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  break(code = 1006) {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code });
  }
}

const sync = (n: number) => ({ type: "sync", n }) as Sync;
const act = (n: number): Act => ({ type: "act", n, seat: 0, action: "10-12" });
const newest = () => FakeSocket.all.at(-1)!;

let lines: Line[];
let heard: Down[];
let socket: TableSocket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", { OPEN: 1, CLOSED: 3 });
  FakeSocket.all = [];
  [lines, heard] = [[], []];
  const hears = { message: (message: Down) => void heard.push(message), line: (line: Line) => void lines.push(line) };
  socket = new TableSocket("/socket", hears, (url) => new FakeSocket(url) as unknown as WebSocket);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the first connection asks for everything, the next one for what is missing", () => {
  expect(newest().url).toBe("/socket?n=0");
  newest().hear(sync(12));
  newest().break();
  vi.runOnlyPendingTimers();
  expect(newest().url).toBe("/socket?n=12");
  newest().hear(sync(14));
  expect(lines).toEqual(["connecting", "open", "broken", "connecting", "open"]);
});

function waitsAfter(code: number): number[] {
  const waits: number[] = [];
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  for (let i = 0; i < 8; i++) {
    newest().break(code);
    const before = Date.now();
    vi.advanceTimersToNextTimer();
    waits.push(Date.now() - before);
  }
  return waits;
}

test("it tries again and again, each time after a longer wait", () => {
  expect(waitsAfter(1006)).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
});

test("it never waits for long while a game moves to another server", () => {
  expect(waitsAfter(1013)).toEqual([500, 1000, 2000, 2000, 2000, 2000, 2000, 2000]);
});

test("an act that never arrived is sent again when nothing else has happened", () => {
  newest().hear(sync(3));
  socket.send(act(3));
  newest().break();
  vi.runOnlyPendingTimers();
  newest().hear(sync(3));
  expect(newest().sent).toEqual([JSON.stringify(act(3))]);
});

test("an act that was done before the line broke is not sent again", () => {
  newest().hear(sync(3));
  socket.send(act(3));
  newest().break();
  vi.runOnlyPendingTimers();
  newest().hear(sync(5));
  expect(newest().sent).toEqual([]);
});

test("an act that was refused is not sent again", () => {
  newest().hear(sync(3));
  socket.send(act(3));
  newest().hear({ type: "refused", n: 3, why: "no", code: "illegal" });
  newest().break();
  vi.runOnlyPendingTimers();
  newest().hear(sync(3));
  expect(newest().sent).toEqual([]);
});

test("an act is not sent twice on one connection", () => {
  newest().hear(sync(3));
  socket.send(act(3));
  newest().hear(sync(3)); // somebody came in, for instance
  expect(newest().sent).toEqual([JSON.stringify(act(3))]);
});

test("an act that is pressed twice is sent once", () => {
  newest().hear(sync(3));
  socket.send(act(3));
  expect(socket.send(act(3))).toBe(true);
  expect(newest().sent).toEqual([JSON.stringify(act(3))]);
});

test.each([
  { type: "refused", n: 3, why: "no", code: "illegal" },
  { type: "trouble", why: "the disk is full" },
] satisfies Down[])("an act can be tried again after the answer $type", (answer) => {
  newest().hear(sync(3));
  socket.send(act(3));
  newest().hear(answer);
  socket.send(act(3));
  expect(newest().sent).toHaveLength(2);
});

test("an act is still waited for when the table says something else in between", () => {
  newest().hear(sync(3));
  socket.send(act(3));
  newest().hear(sync(3));
  newest().break();
  vi.runOnlyPendingTimers();
  newest().hear(sync(3));
  expect(newest().sent).toEqual([JSON.stringify(act(3))]);
});

test("a ping is answered at once and told to nobody", () => {
  newest().hear({ type: "ping", t: 7 });
  expect(newest().sent).toEqual([JSON.stringify({ type: "pong", t: 7 })]);
  expect(heard).toEqual([]);
});

test("a line on which nothing is heard for long is given up", () => {
  newest().hear(sync(4));
  vi.advanceTimersByTime(20_000);
  newest().hear({ type: "ping", t: 1 });
  vi.advanceTimersByTime(29_000);
  expect(lines.at(-1)).toBe("open");
  vi.advanceTimersByTime(1000);
  expect(lines.at(-1)).toBe("broken");
  vi.advanceTimersToNextTimer();
  expect(newest().url).toBe("/socket?n=4");
});

test("a table that does not exist is not asked for again", () => {
  newest().break(4404);
  vi.runAllTimers();
  expect(FakeSocket.all).toHaveLength(1);
  expect(lines.at(-1)).toBe("closed");
});

test("a closed socket stays closed", () => {
  newest().hear(sync(1));
  newest().break();
  socket.close();
  vi.runAllTimers();
  expect(FakeSocket.all).toHaveLength(1);
});

const delta = (after: number, n: number) =>
  ({ type: "delta", version: after + 1, after, n, events: [], changed: {}, view: {}, edited: {} }) as Delta;

test("a delta is heard as the Sync that it makes", () => {
  newest().hear({ ...sync(12), version: 3 });
  newest().hear(delta(3, 13));
  expect(heard.at(-1)).toEqual({ type: "sync", version: 4, n: 13, events: [] });
  expect(socket.n).toBe(13);
});

test("after a gap the whole table is asked for, and nothing is heard before it comes", () => {
  newest().hear({ ...sync(12), version: 3 });
  newest().hear(delta(4, 14));
  expect(heard).toHaveLength(1);
  expect(newest().sent).toEqual([JSON.stringify({ type: "resync", n: 12 })]);
  newest().hear({ ...sync(14), version: 9 });
  newest().hear(delta(9, 15));
  expect(heard.map((message) => (message as Sync).n)).toEqual([12, 14, 15]);
});

test("what was known on an earlier connection is not built upon", () => {
  newest().hear({ ...sync(12), version: 3 });
  newest().break();
  vi.runOnlyPendingTimers();
  newest().hear(delta(3, 13));
  expect(heard).toHaveLength(1);
});
