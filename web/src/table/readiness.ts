// Getting ready at a table: the page commits to a salt, and reveals it when everybody else has committed to theirs. So nobody,
// not even somebody who knows the table's secret, can choose a salt to suit the others'.
import { sha256 } from "../lib/sha256";
import type { Sync, Up } from "../types";

export class Readiness {
  salt = "";
  #commitment = "";
  #isTold = false; // on this connection
  #isHeard = false; // the table has it
  #isRevealed = false; // on this connection
  #revealedTo = ""; // the commitments that the salt was revealed for: for others it is another one

  constructor(private readonly newSalt: () => string = randomSalt) {
    this.#choose();
  }

  #choose(): void {
    this.salt = this.newSalt();
    this.#commitment = sha256(this.salt);
    this.#isHeard = this.#isRevealed = false;
    this.#revealedTo = "";
  }

  /** What was on its way may be lost. */
  reconnect(): void {
    this.#isTold = this.#isHeard = this.#isRevealed = false;
  }

  /** What to say at a table like this. */
  answers(sync: Sync): Up[] {
    const seat = sync.yours[0];
    if (sync.status !== "waiting" || seat === undefined) return [];
    const own = sync.salt_commitments[seat]!;
    this.#isHeard ||= own === this.#commitment;
    if (this.#isTold && !this.#isHeard) return []; // it is on its way
    if (this.#isTold && own && own !== this.#commitment) return []; // another page of ours has come, and gets us ready
    if (this.#revealedTo && this.#revealedTo !== this.known(sync).join()) this.#choose(); // somebody might know the old one
    return [...this.#commit(own), ...this.#reveal(sync)];
  }

  #commit(own: string): Up[] {
    if (own === this.#commitment) return [];
    [this.#isTold, this.#isHeard] = [true, false];
    return [{ type: "ready", salt_commitment: this.#commitment }];
  }

  #reveal(sync: Sync): Up[] {
    const known = this.known(sync);
    if (this.#isRevealed || !known.every((one, seat) => one || sync.chairs[seat]!.bot)) return [];
    [this.#isRevealed, this.#revealedTo] = [true, known.join()];
    return [{ type: "reveal", salt: this.salt }];
  }

  /** Everybody's commitments, with our own. */
  known(sync: Sync): string[] {
    return sync.salt_commitments.map((one, seat) => (sync.yours.includes(seat) ? this.#commitment : one));
  }
}

/** Something that nobody can guess. */
function randomSalt(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
