import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";

import { BridgeClosedError } from "./errors.js";

/** A way to the bridge and back, message by message. */
export interface Transport {
  send(message: string): void;
  /** Says that nothing more will be sent; resolves when the other side is done. */
  close(): Promise<void>;
}

export interface TransportEvents {
  message(text: string): void;
  /** Once, when no message will come any more. */
  closed(error: BridgeClosedError): void;
}

export interface SpawnOptions {
  /** The program; by default `ALTCRAFT_BRIDGE`, that of this package, or the one on the PATH. */
  command?: string;
  /** Where work is kept. */
  dataDir?: string;
  /** More arguments for `serve`. */
  args?: readonly string[];
  /** Variables beside those of this process. */
  env?: Record<string, string>;
  /** Gets each line of the standard error of the process. */
  onLog?: (line: string) => void;
}

export interface ConnectOptions {
  /** The path of a Unix socket. */
  socket?: string;
  /** Or a TCP port of this machine. */
  port?: number;
  host?: string;
  /** The token of the TCP port, where it asks for one. */
  token?: string;
}

/** Cuts a stream into lines of any length. */
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
    if (text !== "") this.line(text);
  }
}

/** The last lines a process wrote, for the error that tells of its end. */
class Tail {
  private lines: string[] = [];

  add(line: string): void {
    this.lines.push(line);
    if (this.lines.length > 20) this.lines.shift();
  }

  toString(): string {
    return this.lines.join("\n").slice(-4096);
  }
}

/** How long a process may take to end by itself. */
const patience = 6000;

/** Starts a process of our own and speaks to it by its standard input and output. */
export function spawnTransport(options: SpawnOptions, events: TransportEvents): Transport {
  const args = ["serve", "--stdio", ...(options.args ?? [])];
  if (options.dataDir !== undefined) args.push("--data-dir", options.dataDir);
  const child = spawn(options.command ?? bridgeCommand(), args, {
    stdio: ["pipe", "pipe", "pipe"],
    // A process group of its own: an interrupt from the keyboard is this process's business.
    detached: true,
    env: { ...process.env, ...options.env },
  });
  const tail = new Tail();
  const log = new LineSplitter((line) => {
    tail.add(line);
    options.onLog?.(line);
  });
  const lines = new LineSplitter((line) => events.message(line));
  let isOver = false;
  let whenOver: () => void = () => {};
  const over = new Promise<void>((resolve) => (whenOver = resolve));
  const end = (error: BridgeClosedError): void => {
    if (isOver) return;
    isOver = true;
    whenOver();
    events.closed(error);
  };
  child.stdout.on("data", (chunk) => lines.push(chunk));
  child.stderr.on("data", (chunk) => log.push(chunk));
  child.stdin.on("error", () => {});
  child.on("error", (error) => end(new BridgeClosedError(`the bridge cannot be started: ${error.message}`)));
  child.on("close", (code, signal) => {
    lines.flush();
    log.flush();
    const how = signal === null ? `status ${code}` : `signal ${signal}`;
    end(new BridgeClosedError(`the bridge has ended with ${how}`, code, signal, tail.toString()));
  });
  return {
    send: (message) => void child.stdin.write(message + "\n"),
    close: async () => {
      child.stdin.end();
      const timer = setTimeout(() => child.kill("SIGKILL"), patience);
      await over;
      clearTimeout(timer);
    },
  };
}

/** Connects to a bridge that is there already. */
export function connectTransport(options: ConnectOptions, events: TransportEvents): Transport {
  const socket =
    options.socket === undefined
      ? connect({ host: options.host ?? "127.0.0.1", port: options.port ?? 0 })
      : connect({ path: options.socket });
  const lines = new LineSplitter((line) => events.message(line));
  let reason = "the connection to the bridge has ended";
  let whenOver: () => void = () => {};
  const over = new Promise<void>((resolve) => (whenOver = resolve));
  socket.setNoDelay();
  socket.on("data", (chunk) => lines.push(chunk));
  socket.on("error", (error) => (reason = error.message));
  socket.on("close", () => {
    lines.flush();
    whenOver();
    events.closed(new BridgeClosedError(reason));
  });
  return {
    send: (message) => void socket.write(message + "\n"),
    close: async () => {
      socket.end();
      const timer = setTimeout(() => socket.destroy(), patience);
      await over;
      clearTimeout(timer);
    },
  };
}

/** The program to start. */
function bridgeCommand(): string {
  const named = process.env["ALTCRAFT_BRIDGE"];
  if (named !== undefined && named !== "") return named;
  return packagedCommand() ?? "altcraft-bridge";
}

/** The program of the package for this platform, where that is installed beside this one. */
function packagedCommand(): string | undefined {
  const name = `altcraft-bridge-${process.platform}-${process.arch}`;
  for (const folder of moduleFolders()) {
    const path = join(folder, name, "bin", "altcraft-bridge");
    if (existsSync(path)) return path;
  }
  return undefined;
}

/** `node_modules` of this package and above: found by the stack, which both kinds of module have. */
function moduleFolders(): string[] {
  const file = /(?:file:\/\/)?(\/[^\s():]+)\/dist\/(?:esm|cjs)\//.exec(new Error().stack ?? "");
  const parts = (file?.[1] ?? "").split("/");
  return parts.flatMap((part, index) =>
    part === "node_modules" ? [parts.slice(0, index + 1).join("/")] : [],
  );
}
