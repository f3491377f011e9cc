/** How a colour of the game is painted. Its letter and its name are the palette's; notation has LETTERS in every palette. */
export interface Paint {
  letter: string;
  name: string;
  fill: string;
  isLight: boolean; // wants dark letters
}

export const LETTERS = ["K", "R", "Y", "G", "B"];

/** A piece of the view, which is in notation, as people read it: K3 is O3 where the best colour is orange. Unseen ones stay ?3. */
export function shown(piece: string, letters: string[]): string {
  const letter = letters[LETTERS.indexOf(piece[0]!)];
  return letter ? letter + piece.slice(1) : piece;
}

const PAINTS: Record<string, { fill: string; isLight?: boolean }[]> = {
  rainbow: LETTERS.map((letter) => ({ fill: `var(--piece-${letter})`, isLight: letter === "Y" })),
  xeno: [
    { fill: "#d8701b" },
    { fill: "#1f9fb5" },
    { fill: "#7a3fa6" },
    { fill: "#f3efe6", isLight: true },
    { fill: "rgb(176 205 214 / 0.72)", isLight: true },
  ],
  own: [
    { fill: "#c4942a", isLight: true },
    { fill: "#b4bac3", isLight: true },
    { fill: "#ad5f36" },
    { fill: "#6d7f86" },
    { fill: "#44474f" },
  ],
};

/** The five colours, best first. One's own have the colour of their name, where a browser knows it. */
export function paints(palette: string, names: string[], letters: string[], known: (name: string) => boolean): Paint[] {
  return letters.map((letter, n) => {
    const paint = (PAINTS[palette] ?? PAINTS.own!)[n]!;
    const name = names[n] ?? letter;
    const plain = name.toLowerCase().replaceAll(" ", "");
    const fill = palette === "own" && known(plain) ? plain : paint.fill;
    return { letter, name, fill, isLight: fill === paint.fill ? (paint.isLight ?? false) : false };
  });
}

/** A piece that is not seen. */
export const UNSEEN: Paint = { letter: "?", name: "unknown", fill: "var(--ink-soft)", isLight: false };
