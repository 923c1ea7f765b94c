// The declarations of Node that this client uses, so that it builds without any package. None is in the public types.

interface Buffer {
  readonly length: number;
  toString(encoding: "utf8"): string;
  subarray(start: number, end?: number): Buffer;
  indexOf(value: number): number;
}

declare const Buffer: {
  from(text: string): Buffer;
  concat(list: readonly Buffer[]): Buffer;
  byteLength(text: string): number;
};

declare const process: {
  readonly env: Record<string, string | undefined>;
  readonly platform: string;
  readonly arch: string;
  kill(pid: number, signal: string): void;
  emitWarning(message: string, type: string): void;
};

declare const require: { resolve(name: string): string };

interface Timer {
  readonly timer: unique symbol;
}

declare function setTimeout(body: () => void, milliseconds: number): Timer;
declare function clearTimeout(timer: Timer | undefined): void;
declare function setImmediate(body: () => void): void;

declare module "node:child_process" {
  interface Readable {
    on(event: "data", listener: (chunk: Buffer) => void): void;
    destroy(): void;
  }
  interface Writable {
    write(text: string): boolean;
    end(): void;
    on(event: "error", listener: (error: Error) => void): void;
  }
  interface Child {
    readonly pid?: number;
    readonly exitCode: number | null;
    readonly signalCode: string | null;
    // Undefined if this process cannot open more files.
    readonly stdin?: Writable;
    readonly stdout?: Readable;
    readonly stderr?: Readable;
    on(event: "error", listener: (error: Error) => void): void;
    on(event: "exit" | "close", listener: (code: number | null, signal: string | null) => void): void;
  }
  function spawn(
    command: string,
    args: readonly string[],
    options: { stdio: ["pipe", "pipe", "pipe"]; detached: boolean; env?: Record<string, string | undefined> },
  ): Child;
}

declare module "node:net" {
  interface Socket {
    on(event: "connect" | "close", listener: () => void): void;
    on(event: "data", listener: (chunk: Buffer) => void): void;
    on(event: "error", listener: (error: Error) => void): void;
    write(text: string): boolean;
    end(): void;
    destroy(): void;
    setNoDelay(): void;
  }
  function connect(options: { path: string } | { host: string; port: number }): Socket;
}

declare module "node:crypto" {
  function randomUUID(): string;
}

declare module "node:fs/promises" {
  function readFile(path: string, encoding: "utf8"): Promise<string>;
}

declare module "node:fs" {
  function existsSync(path: string): boolean;
}

declare module "node:path" {
  function dirname(path: string): string;
  function join(...parts: string[]): string;
}
