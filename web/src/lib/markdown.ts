// A reader of Markdown for our own rules pages: what they use, and no more. It makes a tree that Svelte draws, never HTML.
import { figure, type Figure } from "./figure";

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "strong"; parts: Inline[] }
  | { kind: "em"; parts: Inline[] }
  | { kind: "link"; parts: Inline[]; to: string };

export type Block =
  | { kind: "heading"; level: number; id: string; parts: Inline[] }
  | { kind: "paragraph"; parts: Inline[] }
  | { kind: "code"; text: string }
  | ({ kind: "figure" } & Figure)
  | { kind: "list"; ordered: boolean; items: Block[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] };

const ITEM = /^(\d+\.|[-*])\s+/;
const FENCE = /^```/;

export function blocks(markdown: string): Block[] {
  const lines = markdown.replace(/\r/g, "").split("\n");
  const found: Block[] = [];
  while (lines.length) {
    if (!lines[0]!.trim()) lines.shift();
    else found.push(nextBlock(lines));
  }
  return found;
}

/** Takes the lines of the next block away, and reads it. */
function nextBlock(lines: string[]): Block {
  const line = lines[0]!;
  if (line.startsWith("#")) return heading(lines.shift()!);
  if (FENCE.test(line)) return fenced(lines);
  if (line.startsWith("    ")) return indented(lines);
  if (line.startsWith("|")) return table(takeWhile(lines, (next) => next.startsWith("|")));
  if (ITEM.test(line)) return list(lines);
  const text = takeWhile(lines, (next) => next.trim() !== "" && !/^(#|\||```)/.test(next) && !ITEM.test(next));
  return { kind: "paragraph", parts: inlines(text.map((next) => next.trim()).join(" ")) };
}

function takeWhile(lines: string[], goesOn: (line: string) => boolean): string[] {
  const end = lines.findIndex((line, i) => i > 0 && !goesOn(line));
  return lines.splice(0, end < 0 ? lines.length : end);
}

function heading(line: string): Block {
  const [, marks, text] = /^(#+)\s*(.*)$/.exec(line)!;
  return { kind: "heading", level: marks!.length, id: slug(text!), parts: inlines(text!) };
}

/** What is said, without its dress. */
export function plain(parts: Inline[]): string {
  return parts.map((part) => ("text" in part ? part.text : plain(part.parts))).join("");
}

/** A heading's address, as GitHub makes it. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replace(/\s+/g, "-");
}

/** What stands between fences: text as it is, or a figure. */
function fenced(lines: string[]): Block {
  const isFigure = lines.shift() === "```board";
  const end = lines.findIndex((line) => FENCE.test(line));
  const text = lines.splice(0, end < 0 ? lines.length : end);
  lines.shift();
  return isFigure ? { kind: "figure", ...figure(text) } : { kind: "code", text: text.join("\n") };
}

function indented(lines: string[]): Block {
  const text = takeWhile(lines, (line) => line.startsWith("    ") || !line.trim());
  return {
    kind: "code",
    text: text
      .map((line) => line.slice(4))
      .join("\n")
      .trimEnd(),
  };
}

function table(lines: string[]): Block {
  const cells = (line: string) =>
    line
      .replace(/^\||\|\s*$/g, "")
      .split(/(?<!\\)\|/)
      .map((cell) => inlines(cell.trim().replace(/\\\|/g, "|")));
  const [head, , ...rows] = lines;
  return { kind: "table", head: cells(head!), rows: rows.map(cells) };
}

/** A list; what is indented below an item belongs to it. */
function list(lines: string[]): Block {
  const ordered = /^\d/.test(lines[0]!);
  const items: Block[][] = [];
  while (lines.length && ITEM.test(lines[0]!) && /^\d/.test(lines[0]!) === ordered) {
    const own = takeWhile(lines, (line) => /^\s+\S/.test(line));
    const indent = ITEM.exec(own[0]!)![0].length;
    items.push(blocks([own[0]!.slice(indent), ...own.slice(1).map((line) => line.replace(/^ {1,4}/, ""))].join("\n")));
    while (lines.length > 1 && !lines[0]!.trim() && ITEM.test(lines[1]!)) lines.shift();
  }
  return { kind: "list", ordered, items };
}

const SPANS = /`([^`]+)`|\*\*(.+?)\*\*(?!\*)|(?<![\w*])\*([^*\s](?:[^*]*[^*\s])?)\*|\[([^\]]+)\]\(([^)\s]+)\)/;

export function inlines(text: string): Inline[] {
  const found = SPANS.exec(text);
  if (!found) return text ? [{ kind: "text", text }] : [];
  const [whole, code, strong, em, label, to] = found;
  const before: Inline[] = found.index ? [{ kind: "text", text: text.slice(0, found.index) }] : [];
  return [...before, span(code, strong, em, label, to), ...inlines(text.slice(found.index + whole.length))];
}

function span(code?: string, strong?: string, em?: string, label?: string, to?: string): Inline {
  if (code !== undefined) return { kind: "code", text: code };
  if (strong !== undefined) return { kind: "strong", parts: inlines(strong) };
  if (em !== undefined) return { kind: "em", parts: inlines(em) };
  const isSafe = /^(#|\/|https?:\/\/)/.test(to!);
  return isSafe ? { kind: "link", parts: inlines(label!), to: to! } : { kind: "text", text: label! };
}
