import { parse } from "svelte/compiler";
import { expect, test } from "vitest";
import { sources } from "./sources";

const SPOKEN = ["aria-label", "aria-roledescription", "title", "placeholder", "alt"];
const WORD = /\p{L}{2,}/u;

interface Node {
  type: string;
  [field: string]: unknown;
}

/** All nodes under one, with whether they are inside an attribute and which. */
function* walk(node: unknown, attribute = ""): Generator<[Node, string]> {
  if (Array.isArray(node)) {
    for (const one of node) yield* walk(one, attribute);
  } else if (node && typeof node === "object" && "type" in node) {
    const found = node as Node;
    yield [found, attribute];
    const inside =
      found.type === "Attribute" ? String(found.name) : /Directive$|SpreadAttribute|AttachTag/.test(found.type) ? "-" : attribute;
    for (const [field, value] of Object.entries(found)) if (field !== "parent") yield* walk(value, inside);
  }
}

/** What an expression's own strings say; what it compares with is not shown. */
function strings(expression: unknown): string[] {
  return [...walk(expression)].flatMap(([node]) => {
    if (node.type === "TemplateElement") return [(node.value as { cooked: string }).cooked];
    return node.type === "ConditionalExpression" || node.type === "LogicalExpression"
      ? [node.consequent, node.alternate, node.right].flatMap((part) =>
          typeof (part as Node)?.value === "string" ? [String((part as Node).value)] : [],
        )
      : [];
  });
}

/** The words that a component's markup says by itself. */
function literal(markup: string): string[] {
  const isShown = (attribute: string) => attribute === "" || SPOKEN.includes(attribute);
  const said = [...walk(parse(markup, { modern: true }).fragment)].flatMap(([node, attribute]) => {
    if (!isShown(attribute)) return [];
    return node.type === "Text" ? [String(node.data)] : node.type === "ExpressionTag" ? strings(node.expression) : [];
  });
  return said.filter((words) => WORD.test(words)).map((words) => words.trim());
}

test("words in the markup are found", () => {
  expect(literal(`<p class="small">Hello {name}</p><img alt="a cat" />`)).toEqual(["Hello", "a cat"]);
  expect(literal("<p>{is ? `by ${name}` : 'alone'}</p>")).toEqual(["alone", "by"]);
  expect(literal(`<p aria-label={texts.hello}>{name}: <b>×</b></p>`)).toEqual([]);
});

test("every word that people read is in a catalogue", () => {
  const found = sources(".svelte")
    .filter(({ name }) => !name.startsWith("fixtures/")) // for whoever works on boards
    .flatMap(({ name, text }) => literal(text).map((words) => `${name}: ${words}`));
  expect(found).toEqual([]);
});

/** A sentence in code: words with a space, begun by a capital. */
const SENTENCE = /(["`])[A-Z]\p{L}*(?: [\p{L}'$]+)+[^"`]*\1/u;

test("no sentence is written in code either", () => {
  const found = sources(".ts", ".svelte")
    .filter(({ name }) => !/texts\.ts$|^fixtures\/|^types\.ts$/.test(name))
    .flatMap(({ name, text }) =>
      text
        .split("\n")
        .filter((line) => SENTENCE.test(line.replace(/\/\/.*|d="[^"]*"/g, "")))
        .map((line) => `${name}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});
