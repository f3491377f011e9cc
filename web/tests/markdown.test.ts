import { expect, test } from "vitest";
import { blocks, inlines, plain, slug } from "../src/lib/markdown";

test("a heading has GitHub's address", () => {
  expect(slug("Safe squares, and the bounce")).toBe("safe-squares-and-the-bounce");
  expect(blocks("## The end")).toEqual([
    { kind: "heading", level: 2, id: "the-end", parts: [{ kind: "text", text: "The end" }] },
  ]);
});

test("lines of a paragraph are one text", () => {
  expect(blocks("One\ntwo.\n\nThree.")).toHaveLength(2);
  expect(blocks("One\ntwo.")[0]).toEqual({ kind: "paragraph", parts: [{ kind: "text", text: "One two." }] });
});

test("spans can hold spans", () => {
  expect(inlines("a **b *c*** `d*e`")).toEqual([
    { kind: "text", text: "a " },
    {
      kind: "strong",
      parts: [
        { kind: "text", text: "b " },
        { kind: "em", parts: [{ kind: "text", text: "c" }] },
      ],
    },
    { kind: "text", text: " " },
    { kind: "code", text: "d*e" },
  ]);
});

test("what is indented below an item belongs to it", () => {
  const [list] = blocks("1. **Throw.** Each\n   has two sides.\n2. Move.\n\nAfter.");
  expect(list).toMatchObject({ kind: "list", ordered: true });
  expect(list?.kind === "list" && list.items).toHaveLength(2);
});

test("a table has a head and rows", () => {
  const [table] = blocks("| a | b |\n|---|---|\n| 1 | `x` |\n| 2 | |");
  expect(table).toMatchObject({
    kind: "table",
    rows: [
      [[{ text: "1" }], [{ kind: "code", text: "x" }]],
      [[{ text: "2" }], []],
    ],
  });
});

test("a figure has a caption and says what is drawn", () => {
  const [figure] = blocks(
    "```board\nA *4*,\nand a move.\nposition: r9/10/10 c - - 0\nactions: chance throw 4; 0 10-14\neyes: 0\n```",
  );
  const look = {
    position: "r9/10/10 c - - 0",
    actions: [
      ["chance", "throw 4"],
      [0, "10-14"],
    ],
    eyes: [0],
  };
  expect(figure).toEqual({ kind: "figure", caption: "A *4*, and a move.", look });
});

test("other fences are text as it is", () => {
  expect(blocks("```\nposition: 1\n```")).toEqual([{ kind: "code", text: "position: 1" }]);
});

test("what is said, without its dress", () => {
  expect(plain(inlines("1. **Place** `a` [b](#c)"))).toBe("1. Place a b");
});

test("no script comes in by a link", () => {
  expect(inlines("[x](javascript:alert(1))")[0]).toEqual({ kind: "text", text: "x" });
});

test("the rules of every game are read to the last line", () => {
  const pages = import.meta.glob<string>("../../src/pyramidion/games/*/RULES.md", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  expect(Object.keys(pages).length).toBeGreaterThan(4);
  for (const [path, text] of Object.entries(pages)) {
    const read = blocks(text);
    expect(JSON.stringify(read).length, path).toBeGreaterThan(text.length * 0.9);
    const unread = read.filter((block) => block.kind === "paragraph" && /"text":"[|#]/.test(JSON.stringify(block.parts[0])));
    expect(unread, path).toEqual([]);
  }
});
