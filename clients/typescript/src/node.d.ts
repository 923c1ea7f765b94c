// The declarations of Node that this client uses, so that it builds without any package. None is in the public types.

interface Buffer extends Uint8Array {
  toString(encoding?: "utf8" | "base64" | "base64url"): string;
  subarray(start: number, end?: number): Buffer;
  readUInt16BE(offset: number): number;
  readBigUInt64BE(offset: number): bigint;
  writeUInt16BE(value: number, offset: number): number;
  writeBigUInt64BE(value: bigint, offset: number): number;
}

declare const Buffer: {
  from(text: string): Buffer;
  alloc(size: number): Buffer;
  concat(list: readonly Buffer[]): Buffer;
};

declare const process: {
  readonly env: Record<string, string | undefined>;
  readonly platform: string;
  readonly arch: string;
  readonly pid: number;
  kill(pid: number, signal: string): void;
};

interface FetchResponse {
  readonly ok: boolean;
  text(): Promise<string>;
}

declare function fetch(url: string, options: { method: string; body?: string }): Promise<FetchResponse>;

declare const URLSearchParams: new (parameters: string[][]) => object;

declare const require: { resolve(name: string): string };

declare module "node:child_process" {
  interface Readable {
    on(event: "data", listener: (chunk: Buffer) => void): void;
    destroy(): void;
    unref(): void;
    ref(): void;
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
    kill(signal: string): boolean;
    ref(): void;
    unref(): void;
  }
  function spawn(
    command: string,
    args: readonly string[],
    options: {
      stdio: ("pipe" | "ignore")[];
      detached?: boolean;
      env?: Record<string, string | undefined>;
    },
  ): Child;
}

declare module "node:net" {
  interface Socket {
    on(event: "connect" | "close", listener: () => void): void;
    on(event: "data", listener: (chunk: Buffer) => void): void;
    on(event: "error", listener: (error: Error) => void): void;
    write(data: string | Buffer): boolean;
    end(): void;
    destroy(): void;
    setNoDelay(): void;
  }
  function connect(options: { path: string } | { host: string; port: number }): Socket;
}

declare module "node:http" {
  import type { Socket } from "node:net";
  interface Response {
    readonly statusCode: number;
    readonly headers: Record<string, string | undefined>;
    on(event: "data", listener: (chunk: Buffer) => void): void;
    on(event: "close", listener: () => void): void;
  }
  interface Request {
    on(event: "upgrade", listener: (response: Response, socket: Socket, head: Buffer) => void): void;
    on(event: "response", listener: (response: Response) => void): void;
    on(event: "error", listener: (error: Error) => void): void;
    end(): void;
    destroy(): void;
  }
  function get(url: string, options: { headers: Record<string, string>; agent: false }): Request;
}

declare module "node:crypto" {
  function randomFillSync(bytes: Uint8Array): void;
  function randomBytes(count: number): Buffer;
  function createHash(name: "sha1"): { update(text: string): { digest(encoding: "base64"): string } };
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
