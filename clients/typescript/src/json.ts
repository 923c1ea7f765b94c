import type { JSONValue } from "./generated/types.js";

/** Reads JSON. An integer that a number cannot hold exactly becomes a bigint. */
export function parseJSON(text: string): JSONValue {
  // So many digits in a row may be a number that would lose some of them.
  return /[0-9]{16}/.test(text) ? new Parser(text).parse() : (JSON.parse(text) as JSONValue);
}

/** Writes JSON on one line; a bigint is written as the integer it is. */
export function stringifyJSON(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // JSON.stringify knows no bigint.
    if (error instanceof TypeError && hasBigInt(value, new Set())) return write(value) ?? "null";
    throw error;
  }
}

function hasBigInt(value: unknown, above: Set<unknown>): boolean {
  if (typeof value === "bigint") return true;
  if (typeof value !== "object" || value === null || above.has(value)) return false;
  above.add(value);
  const found = Object.values(value).some((member) => hasBigInt(member, above));
  above.delete(value);
  return found;
}

/** Undefined for what JSON.stringify leaves out. */
function write(value: unknown): string | undefined {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (typeof (value as { toJSON?: unknown }).toJSON === "function") {
    return write((value as { toJSON(): unknown }).toJSON());
  }
  if (Array.isArray(value)) return `[${value.map((item) => write(item) ?? "null").join(",")}]`;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const text = write(member);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(",")}}`;
}

/** Reads what JSON.parse would read, number by number. Strings are left to JSON.parse. */
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
      // A member named __proto__ is a member like any other.
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
    throw new SyntaxError(`no JSON at position ${this.position}`);
  }
}
