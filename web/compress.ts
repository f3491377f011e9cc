// What is built is compressed once, when it is built, and not whenever somebody asks for it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(js|css|html|svg|webmanifest)$/;
const WORTH_IT = 0.95; // of the size: a file that stays larger is sent as it is

/** Beside every text that gets smaller by it, the same as .br and .gz. */
export function compressed(folder: string): Plugin {
  return {
    name: "compressed",
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf-8" })) {
        if (TEXT.test(name)) compress(join(folder, name));
      }
    },
  };
}

function compress(path: string): void {
  const text = readFileSync(path);
  const best = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  const packed = { br: brotliCompressSync(text, { params: best }), gz: gzipSync(text, { level: 9 }) };
  for (const [ending, bytes] of Object.entries(packed)) {
    if (bytes.length < WORTH_IT * text.length) writeFileSync(`${path}.${ending}`, bytes);
  }
}
