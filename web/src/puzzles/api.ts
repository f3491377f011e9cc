// The server's REST about puzzles and second attempts, one function a request.
import { read } from "../lib/api";
import type { Attempted, Guessed, Puzzle, PuzzleInfo, Task } from "../types";

export const puzzles = () => read<PuzzleInfo[]>("/puzzles");
export const today = () => read<PuzzleInfo>("/puzzles/today");
export const puzzle = (game: string, number: number) => read<Puzzle>(`/puzzles/${game}/${number}`);
export const solve = (game: string, number: number, action: string) =>
  read<Attempted>(`/puzzles/${game}/${number}`, "POST", { action });

const attempts = (table: string, n: number, seat: number) => `/tables/${table}/attempts/${n}?seat=${seat}`;
export const task = (table: string, n: number, seat: number) => read<Task>(attempts(table, n, seat));
export const tryAgain = (table: string, n: number, seat: number, action: string) =>
  read<Attempted>(attempts(table, n, seat), "POST", { action });
export const guesses = (table: string, n: number, seat: number) => read<Guessed[]>(`/tables/${table}/guesses/${n}?seat=${seat}`);
