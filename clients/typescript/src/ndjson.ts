/** Splits a stream into lines of any length. Blank lines are left out. */
export class LineSplitter {
  private parts: Buffer[] = [];

  constructor(private readonly line: (text: string) => void) {}

  push(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      this.parts.push(rest.subarray(0, end));
      this.flush();
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) this.parts.push(rest);
  }

  /** The last line needs no newline. */
  flush(): void {
    const text = Buffer.concat(this.parts).toString("utf8");
    this.parts = [];
    if (text.trim() !== "") this.line(text);
  }
}

/** The last lines that a process wrote, for the error that reports its end. */
export class Tail {
  private lines: string[] = [];

  add(line: string): void {
    this.lines.push(line);
    if (this.lines.length > 20) this.lines.shift();
  }

  toString(): string {
    return this.lines.join("\n").slice(-4096);
  }
}
