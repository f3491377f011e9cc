// The page's own sources, for tests that read them.

export interface Source {
  name: string;
  text: string;
}

const FILES = import.meta.glob<string>("../src/**/*.{svelte,ts,css}", { query: "?raw", import: "default", eager: true });

export function sources(...endings: string[]): Source[] {
  return Object.entries(FILES)
    .map(([path, text]) => ({ name: path.replace("../src/", ""), text }))
    .filter(({ name }) => endings.some((ending) => name.endsWith(ending)));
}
