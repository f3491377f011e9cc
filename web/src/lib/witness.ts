// What this browser saw of a table's dice before the first event: with it, it can say later that the server kept its word.

import { remember, remembered } from "./memory";

export interface Witnessed {
  commitment: string;
  salts: string[]; // that this browser revealed: one counts, others are of other visits to the waiting table
  saltCommitments?: string[]; // of all seats, when the last of them was revealed
}

const key = (table: string) => `dice ${table}`;

export function witness(table: string, commitment: string, salt: string, saltCommitments: string[]): void {
  const before = witnessed(table);
  const salts = [...(before?.salts ?? []), salt];
  const seen: Witnessed = { commitment: before?.commitment ?? commitment, salts, saltCommitments };
  remember(key(table), JSON.stringify(seen)); // a browser that keeps nothing can't tell later
}

export function witnessed(table: string): Witnessed | null {
  try {
    return JSON.parse(remembered(key(table), "null")) as Witnessed | null;
  } catch {
    return null;
  }
}
