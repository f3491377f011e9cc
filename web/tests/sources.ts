// The page's own sources, for tests that read them.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const SRC = fileURLToPath(new URL("../src/", import.meta.url));

export interface Source {
  name: string;
  text: string;
}

export function sources(...endings: string[]): Source[] {
  const names = readdirSync(SRC, { recursive: true, encoding: "utf-8" }).filter((name) => endings.some((one) => name.endsWith(one)));
  return names.sort().map((name) => ({ name, text: readFileSync(SRC + name, "utf-8") }));
}
