// What this browser saw of a table's dice before the first event: with it, it can say later that the house kept its word.

import { remember, remembered } from "./memory";

export interface Witnessed {
  commitment: string;
  salts: string[]; // that this browser gave; the first one counts, others are of later visits to the waiting table
}

const key = (table: string) => `dice ${table}`;

export function witness(table: string, commitment: string, salt: string): void {
  const before = witnessed(table);
  const seen: Witnessed = { commitment: before?.commitment ?? commitment, salts: [...(before?.salts ?? []), salt] };
  remember(key(table), JSON.stringify(seen)); // a browser that keeps nothing can't tell later
}

export function witnessed(table: string): Witnessed | null {
  try {
    return JSON.parse(remembered(key(table), "null")) as Witnessed | null;
  } catch {
    return null;
  }
}
