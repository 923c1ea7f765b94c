import { spawn } from "node:child_process";

import { bridgeCommand } from "./command.js";
import { BridgeClosedError, describe } from "./errors.js";
import type { Ending } from "./errors.js";
import { LineSplitter, Tail } from "./ndjson.js";
import type { SpawnOptions } from "./options.js";
import { exitTimeout } from "./transport.js";
import type { Transport, TransportEvents } from "./transport.js";

/** The time to read the remaining output of a process that has ended, in milliseconds. */
const drainTimeout = 1000;

/** Starts a bridge process and communicates over its standard input and output. */
export function startProcess(options: SpawnOptions, events: TransportEvents): Transport {
  const child = spawnBridge(options);
  let whenOver = (): void => {};
  const over = new Promise<void>((resolve) => (whenOver = resolve));
  child.on("error", (cause) => {
    if (child.pid !== undefined) return;
    whenOver();
    events.closed(notStarted(cause));
  });

  const tail = new Tail();
  const log = new LineSplitter((line) => {
    tail.add(line);
    events.logged(line);
  });
  const lines = new LineSplitter((line) => events.line(line));
  child.stdout?.on("data", (chunk) => lines.push(chunk));
  child.stderr?.on("data", (chunk) => log.push(chunk));
  // The end of the process is reported separately.
  child.stdin?.on("error", () => {});

  let reading: Timer | undefined;
  child.on("exit", () => {
    // A child of the process may hold its output open.
    reading = setTimeout(() => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    }, drainTimeout);
  });
  child.on("close", (exitCode, signal) => {
    clearTimeout(reading);
    if (child.pid === undefined) return;
    // A message that is cut off is dropped.
    log.flush();
    const how = signal === null ? `status ${exitCode}` : `signal ${signal}`;
    whenOver();
    events.closed({ message: `the bridge has ended with ${how}`, exitCode, signal, stderrTail: tail.toString() });
  });

  const kill = (): void => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // The process has already ended.
    }
  };
  return {
    send: (line) => void child.stdin?.write(line + "\n"),
    close: async () => {
      child.stdin?.end();
      const timer = setTimeout(kill, exitTimeout);
      await over;
      clearTimeout(timer);
    },
    kill,
  };
}

function spawnBridge(options: SpawnOptions) {
  const args = ["serve", "--stdio", ...(options.args ?? [])];
  if (options.dataDir !== undefined) args.push("--data-dir", options.dataDir);
  try {
    return spawn(options.command ?? bridgeCommand(), args, {
      stdio: ["pipe", "pipe", "pipe"],
      // Its own process group: an interrupt from the keyboard is handled by this process.
      detached: true,
      env: { ...process.env, ...options.env },
    });
  } catch (cause) {
    throw new BridgeClosedError(notStarted(cause));
  }
}

function notStarted(cause: unknown): Ending {
  const message = `the bridge cannot be started: ${describe(cause)}`;
  const isMissing = (cause as { code?: unknown }).code === "ENOENT";
  const advice = "; name the program with `command` or ALTCRAFT_BRIDGE, or put it on the PATH";
  return { message: isMissing ? message + advice : message, cause };
}
