// SHA-256 of a text. Browsers have their own only over https or on the server's own machine, and people also play elsewhere.

const primes = (count: number): number[] => {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
};
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0; // its first 32 bits
const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = primes(64).map((prime) => fraction(Math.cbrt(prime)));
const BLOCK = 64; // bytes
const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** In hexadecimal digits. */
export function sha256(text: string): string {
  const blocks = padded(new TextEncoder().encode(text));
  const state = [...START];
  for (let at = 0; at < blocks.byteLength; at += BLOCK) {
    const mixed = mix(state, schedule(blocks, at));
    for (let i = 0; i < 8; i++) state[i] = (state[i]! + mixed[i]!) | 0;
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** A bit, zeros, and how many bits there were, to whole blocks. */
function padded(data: Uint8Array): DataView {
  const bytes = new Uint8Array(Math.ceil((data.length + 9) / BLOCK) * BLOCK);
  bytes.set(data);
  bytes[data.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(bytes.length - 4, data.length * 8);
  return view;
}

function schedule(blocks: DataView, at: number): number[] {
  const words = Array.from({ length: 16 }, (_, i) => blocks.getInt32(at + 4 * i));
  for (let i = 16; i < 64; i++) {
    const [early, late] = [words[i - 15]!, words[i - 2]!];
    const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words.push((words[i - 16]! + first + words[i - 7]! + second) | 0);
  }
  return words;
}

function mix(state: number[], words: number[]): number[] {
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (const [i, word] of words.entries()) {
    const choice = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUNDS[i]! + word) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h];
}
