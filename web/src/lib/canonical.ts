// JSON as the server seals it: keys in order, nothing between the signs, and every number as it was written. JSON.parse would
// forget whether a score was written 1 or 1.0, and the seal is over the signs.

/** A JSON text in the form that seals are made of, without some of its outermost fields. */
export function canonical(text: string, without: string[] = []): string {
  const reader = new Reader(text);
  const whole = reader.value(new Set(without));
  reader.end();
  return whole;
}

class Reader {
  #at = 0;
  constructor(readonly text: string) {}

  value(without = new Set<string>()): string {
    const sign = this.#peek();
    if (sign === "{") return this.#object(without);
    if (sign === "[") return this.#list();
    if (sign === '"') return JSON.stringify(this.#string());
    return this.#word(/(?:-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y);
  }

  end(): void {
    if (this.#peek()) this.#fail();
  }

  #object(without: Set<string>): string {
    const fields = new Map<string, string>();
    this.#each("{", "}", () => {
      const name = this.#string();
      this.#take(":");
      fields.set(name, this.value());
    });
    const names = [...fields.keys()].filter((name) => !without.has(name)).sort(byCodePoint);
    return `{${names.map((name) => `${JSON.stringify(name)}:${fields.get(name)}`).join(",")}}`;
  }

  #list(): string {
    const items: string[] = [];
    this.#each("[", "]", () => items.push(this.value()));
    return `[${items.join(",")}]`;
  }

  #each(open: string, close: string, read: () => void): void {
    this.#take(open);
    if (this.#peek() !== close) {
      read();
      while (this.#peek() === ",") {
        this.#take(",");
        read();
      }
    }
    this.#take(close);
  }

  #string(): string {
    return JSON.parse(this.#word(/"(?:[^"\\]|\\.)*"/y)) as string;
  }

  #word(pattern: RegExp): string {
    this.#peek();
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) this.#fail();
    this.#at += found.length;
    return found;
  }

  #peek(): string {
    while (/\s/.test(this.text[this.#at] ?? "")) this.#at++;
    return this.text[this.#at] ?? "";
  }

  #take(sign: string): void {
    if (this.#peek() !== sign) this.#fail();
    this.#at++;
  }

  #fail(): never {
    throw new SyntaxError(`sign ${this.#at + 1} of the file is not JSON`);
  }
}

/** As Python sorts: by code points, where JavaScript compares halves of pairs. */
function byCodePoint(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const order = left[i]!.codePointAt(0)! - right[i]!.codePointAt(0)!;
    if (order) return order;
  }
  return left.length - right.length;
}
