import { expect, test } from "vitest";
import { sources } from "./sources";

const SIDED =
  /(?<![\w-])((?:margin-|padding-|border-|scroll-margin-|scroll-padding-)?(?:left|right)(?:-(?:width|style|color))?|border-(?:top|bottom)-(?:left|right)-radius)\s*:/;
const SIDED_VALUE = /(?<![\w-])(?:text-align|float|clear)\s*:\s*(?:left|right)/;
const FOUR =
  /(?<![\w-])(?:margin|padding|inset|border-width|scroll-margin)\s*:\s*((?:[^;{}\s(]|\([^)]*\))+)((?:\s+(?:[^;{}\s(]|\([^)]*\))+){3})\s*;/;
const DIRECTIVE = /style:(?:left|right|(?:margin|padding|border)-(?:left|right))\b/;

/** What a line of a style says about left and right; nothing if it would be as good in a language that is read from the right. */
function sided(line: string): boolean {
  const four = FOUR.exec(line);
  const [, right, , left] = four ? `${four[1]}${four[2]}`.split(/\s+(?![^(]*\))/) : [];
  return SIDED.test(line) || SIDED_VALUE.test(line) || left !== right;
}

const styleOf = (text: string) => /<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? "";
const lines = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, "").split("\n");

test("what is sided is found", () => {
  for (const line of [
    "left: 0;",
    "margin-left: 1px;",
    "text-align: right;",
    "border-top-left-radius: 3px;",
    "padding: 1px 2px 3px 4px;",
  ]) {
    expect(sided(line), line).toBe(true);
  }
  for (const line of [
    "inset-inline-start: 0;",
    "padding: 1px 2px 3px 2px;",
    "margin: 0 auto;",
    "text-align: start;",
    "inset: 0 0 2.1rem;",
  ]) {
    expect(sided(line), line).toBe(false);
  }
});

test("no style knows left from right: a language read from the right needs nothing but its catalogue", () => {
  const found = sources(".svelte", ".css").flatMap(({ name, text }) =>
    lines(name.endsWith(".css") ? text : styleOf(text))
      .filter(sided)
      .map((line) => `${name}: ${line.trim()}`),
  );
  const directives = sources(".svelte").flatMap(({ name, text }) => (DIRECTIVE.test(text) ? [name] : []));
  expect([...found, ...directives]).toEqual([]);
});

test("whoever wants less motion gets less: every time of a movement is a token, or is turned off for them", () => {
  const timed = /(?:transition|animation)(?:-duration)?:(?![^;]*min\()[^;]*?(?<![\w.-])\d*\.?\d+m?s/;
  const found = sources(".svelte", ".css").flatMap(({ name, text }) => {
    const css = name.endsWith(".css") ? text : styleOf(text);
    return timed.test(css) && !css.includes("prefers-reduced-motion") ? [name] : [];
  });
  expect(found).toEqual([]);
});
