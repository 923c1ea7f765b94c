import type { JSONObject } from "./generated/types.js";

/** An error as the bridge answers it. */
export interface WireError {
  code: number;
  message: string;
  data?: JSONObject;
}

/** A call that the bridge refused. Each reason has a class of its own, such as `OutboxFullError`. */
export class BridgeError extends Error {
  readonly code: number;
  /** The name of the error: `outboxFull`. */
  readonly reason: string;
  /** Whether the same call may succeed later with nothing else changed. */
  readonly retryable: boolean;
  /** All that came with it. */
  readonly data: JSONObject;

  constructor(error: WireError) {
    super(error.message);
    this.name = new.target.name;
    this.code = error.code;
    this.data = error.data ?? {};
    this.reason = typeof this.data["reason"] === "string" ? this.data["reason"] : "";
    this.retryable = this.data["retryable"] === true;
  }

  protected member<T>(name: string): T | undefined {
    return this.data[name] as T | undefined;
  }
}

/** How a connection, and with it the process where this client started it, has ended. */
export interface Ending {
  readonly message: string;
  readonly exitCode?: number | null;
  readonly signal?: string | null;
  readonly stderrTail?: string;
  readonly cause?: unknown;
}

/**
 * The bridge is gone, or cannot be reached. What became of the call is not known; a durable one that had a
 * `requestId` can be made again.
 */
export class BridgeClosedError extends Error {
  /** Of the process, where this client started it and it has ended. */
  readonly exitCode: number | null;
  /** What ended the process, if anything did. */
  readonly signal: string | null;
  /** The last lines the process wrote to its standard error. */
  readonly stderrTail: string;

  constructor(ending: Ending) {
    const { message, exitCode = null, signal = null, stderrTail = "", cause } = ending;
    super(stderrTail === "" ? message : `${message}\n${stderrTail}`, cause === undefined ? {} : { cause });
    this.name = "BridgeClosedError";
    this.exitCode = exitCode;
    this.signal = signal;
    this.stderrTail = stderrTail;
  }
}

/** The time limit of the call has passed. Work that was accepted meanwhile goes on. */
export class CallTimeoutError extends Error {
  constructor(method: string, milliseconds: number) {
    super(`${method}: no answer within ${milliseconds} ms`);
    this.name = "CallTimeoutError";
  }
}

/**
 * The call was given up by its caller; `cause` is the reason of the signal. Work that was accepted meanwhile goes on.
 */
export class CallAbortedError extends Error {
  constructor(method: string, reason?: unknown) {
    super(`${method}: aborted`, reason === undefined ? {} : { cause: reason });
    this.name = "AbortError";
  }
}

/** Has the stack of an error lead to who made the call, not to who read the answer. */
export function calledFrom<Failure extends Error>(error: Failure, call: Error): Failure {
  const frames = (call.stack ?? "").split("\n").slice(1);
  error.stack = [`${error.name}: ${error.message}`, ...frames].join("\n");
  return error;
}

/** What people are told of anything that was thrown. */
export function describe(thrown: unknown): string {
  try {
    return thrown instanceof Error ? thrown.message : String(thrown);
  } catch {
    return "it failed";
  }
}
