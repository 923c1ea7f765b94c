import type { JSONValue } from "./generated/types.js";

/** Reads JSON. An integer that a number cannot hold exactly becomes a bigint. */
export function parseJSON(text: string): JSONValue {
  // A number with this many digits may be an integer that would lose some of them.
  return /(?:^|[^.0-9])[0-9]{16}/.test(text) ? new Parser(text).parse() : (JSON.parse(text) as JSONValue);
}

/**
 * Writes JSON on one line; a bigint is written as an integer. Throws a TypeError for values without a JSON form: NaN,
 * an unpaired surrogate, a function, an object that contains itself.
 */
export function stringifyJSON(value: unknown): string {
  const text = write(value);
  if (text === undefined) throw new TypeError(`invalid in JSON: ${typeof value}`);
  if (halfCharacter.test(text)) throw new TypeError("invalid in JSON: an unpaired surrogate");
  return text;
}

// JSON.stringify escapes unpaired surrogates, and no other character in this way. It doubles a backslash of the text.
const halfCharacter = /(?:^|[^\\])(?:\\\\)*\\ud[89a-f]/;

function write(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, checkValue);
  } catch (error) {
    // JSON.stringify does not support bigint.
    if (error instanceof TypeError && hasBigInt(value, new Set())) return writeExactly(value);
    throw error;
  }
}

function checkValue(_name: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`invalid in JSON: ${value}`);
  if (typeof value === "function" || typeof value === "symbol") throw new TypeError(`invalid in JSON: ${typeof value}`);
  return value;
}

/** Throws a TypeError for a value that contains itself. */
function hasBigInt(value: unknown, above: Set<unknown>): boolean {
  if (typeof value === "bigint") return true;
  if (typeof value !== "object" || value === null) return false;
  if (above.has(value)) throw new TypeError("invalid in JSON: an object that contains itself");
  above.add(value);
  const found = Object.values(value).filter((member) => hasBigInt(member, above));
  above.delete(value);
  return found.length > 0;
}

/** Returns undefined for a value that JSON.stringify leaves out. */
function writeExactly(value: unknown): string | undefined {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return JSON.stringify(value, checkValue);
  if (typeof (value as { toJSON?: unknown }).toJSON === "function") {
    return writeExactly((value as { toJSON(): unknown }).toJSON());
  }
  if (Array.isArray(value)) return `[${value.map((item) => writeExactly(item) ?? "null").join(",")}]`;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const text = writeExactly(member);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(",")}}`;
}

/** Parses the same JSON as JSON.parse, number by number. Strings are left to JSON.parse. */
class Parser {
  private position = 0;

  constructor(private readonly text: string) {}

  parse(): JSONValue {
    const value = this.value();
    this.skipSpace();
    if (this.position < this.text.length) this.fail();
    return value;
  }

  private value(): JSONValue {
    this.skipSpace();
    switch (this.text[this.position]) {
      case "{":
        return this.object();
      case "[":
        return this.array();
      case '"':
        return this.string();
      default:
        return this.plain();
    }
  }

  private object(): JSONValue {
    const object: { [member: string]: JSONValue } = {};
    this.position += 1;
    this.skipSpace();
    if (this.takes("}")) return object;
    do {
      this.skipSpace();
      const name = this.string();
      this.skipSpace();
      this.expect(":");
      // A member named __proto__ is an ordinary member.
      Object.defineProperty(object, name, {
        value: this.value(),
        configurable: true,
        enumerable: true,
        writable: true,
      });
      this.skipSpace();
    } while (this.takes(","));
    this.expect("}");
    return object;
  }

  private array(): JSONValue {
    const array: JSONValue[] = [];
    this.position += 1;
    this.skipSpace();
    if (this.takes("]")) return array;
    do {
      array.push(this.value());
      this.skipSpace();
    } while (this.takes(","));
    this.expect("]");
    return array;
  }

  private string(): string {
    const match = /"(?:[^"\\]|\\.)*"/y;
    return JSON.parse(this.match(match)) as string;
  }

  private plain(): JSONValue {
    const text = this.match(/[^\s,\]}]+/y);
    const value = JSON.parse(text) as JSONValue;
    const isInteger = /^-?[0-9]+$/.test(text);
    return isInteger && !Number.isSafeInteger(value) ? BigInt(text) : value;
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text);
    if (found === null) return this.fail();
    const text = found[0] ?? "";
    this.position += text.length;
    return text;
  }

  private skipSpace(): void {
    while (/\s/.test(this.text[this.position] ?? "")) this.position += 1;
  }

  private takes(character: string): boolean {
    if (this.text[this.position] !== character) return false;
    this.position += 1;
    return true;
  }

  private expect(character: string): void {
    if (!this.takes(character)) this.fail();
  }

  private fail(): never {
    throw new SyntaxError(`invalid JSON at position ${this.position}`);
  }
}
