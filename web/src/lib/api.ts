// The server's REST, one function a request. What is refused is thrown as a sentence.
import { texts } from "./texts";
import type {
  BotInfo,
  Chances,
  Course,
  GameInfo,
  Lesson,
  Lobby,
  Look,
  Looked,
  Me,
  NewTable,
  Odds,
  Past,
  Preparation,
  ProgramInfo,
  Refusal,
  Review,
  ServerInfo,
  TableInfo,
} from "../types";

export class NotDone extends Error {
  constructor(
    readonly status: number, // 0: the server could not be reached
    why: string,
  ) {
    super(why);
  }
}

async function ask(path: string, method = "GET", body?: object, signal?: AbortSignal): Promise<Response> {
  const headers = body ? { "Content-Type": "application/json" } : undefined;
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, { method, headers, body: body && JSON.stringify(body), signal });
  } catch {
    throw new NotDone(0, texts.unreachable);
  }
  if (answer.ok) return answer;
  const refusal = (await answer.json().catch(() => ({}))) as Partial<Refusal>;
  throw new NotDone(answer.status, refusal.why ?? texts.answered(answer.status));
}

export const read = async <T>(path: string, method?: string, body?: object): Promise<T> =>
  (await (await ask(path, method, body)).json()) as T;

/** An answer that comes line by line; it ends when it is over, or when it is aborted. */
export async function* lines<T>(path: string, body: object, signal: AbortSignal): AsyncGenerator<T> {
  const answer = await ask(path, "POST", body, signal);
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let kept = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const whole = (kept + part.value).split("\n");
    kept = whole.pop()!;
    for (const line of whole) if (line) yield JSON.parse(line) as T; // an empty one only keeps the way open
  }
}

/** What does not change while the page is open is asked for once. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | null = null;
  return () => (kept ??= load().catch((error) => ((kept = null), Promise.reject(error))));
}

export const games = once(() => read<GameInfo[]>("/games"));
export const server = once(() => read<ServerInfo>("/server"));
export const bots = once(() => read<BotInfo[]>("/bots"));
export const programs = () => read<ProgramInfo[]>("/programs");
export const inviteBot = (table: string, user: string) => read<null>(`/tables/${table}/invite`, "POST", { user });
export const me = once(() => read<Me>("/me"));
export const rename = (name: string) => read<Me>("/me", "PUT", { name });
export const rules = async (game: string) => (await ask(`/games/${game}/rules`)).text();
export const lesson = (game: string) => read<Lesson>(`/games/${game}/lesson`);
export const look = (game: string, asked: Look) => read<Looked>(`/games/${game}/look`, "POST", asked);
export const preparation = () => read<Preparation[]>("/preparation");
export const lobby = () => read<Lobby>("/tables");
export const table = (id: string) => read<TableInfo>(`/tables/${id}`);
export const sit = (id: string, seat: number | null = null) => read<TableInfo>(`/tables/${id}/sit`, "POST", { seat });
export const leave = (id: string) => read<TableInfo>(`/tables/${id}/leave`, "POST");
export const past = (id: string, n: number, eyes: number | null = null) => read<Past>(`/tables/${id}/at/${n}${looking(eyes)}`);
export const review = (id: string, eyes: number | null) => read<Review>(`/tables/${id}/review${looking(eyes)}`);
export const chancesFrom = (id: string, n: number) => read<Chances[]>(`/tables/${id}/chances?n=${n}`);
export const record = async (id: string) => (await ask(`/tables/${id}/record`)).text();
export const odds = (id: string) => read<Odds>(`/tables/${id}/odds`);
export const oddsOf = (course: Course) => read<Odds>("/verify/odds", "POST", course);

/** With whose eyes; with everybody's if none is named. */
const looking = (eyes: number | null) => (eyes === null ? "" : `?eyes=${eyes}`);

/** Open a table. The server must know who asks, so it is asked first. */
export async function open(wish: NewTable): Promise<TableInfo> {
  await me();
  return read<TableInfo>("/tables", "POST", wish);
}
