import type { JSONObject } from "./generated/types.js";

/** The error object of a response. */
export interface WireError {
  code: number;
  message: string;
  data?: JSONObject;
}

/** A call that the bridge refused. Each reason has its own class, such as `OutboxFullError`. */
export class BridgeError extends Error {
  readonly code: number;
  /** The name of the error: `outboxFull`. */
  readonly reason: string;
  /** True if the same call may succeed later without a change. */
  readonly retryable: boolean;
  /** The data of the error. */
  readonly data: JSONObject;

  constructor(error: WireError) {
    super(error.message);
    this.code = error.code;
    this.data = error.data ?? {};
    this.reason = typeof this.data["reason"] === "string" ? this.data["reason"] : "";
    this.retryable = this.data["retryable"] === true;
    this.name = new.target === BridgeError ? "BridgeError" : nameOf(this.reason);
  }

  protected member<T>(name: string): T | undefined {
    return this.data[name] as T | undefined;
  }
}

/** Returns the name of the class of a reason. A bundler may shorten the names in the code. */
function nameOf(reason: string): string {
  const name = reason.slice(0, 1).toUpperCase() + reason.slice(1);
  return name.endsWith("Error") ? name : `${name}Error`;
}

/** The way a connection ended, and the process if this client started it. */
export interface Ending {
  readonly message: string;
  readonly exitCode?: number | null;
  readonly signal?: string | null;
  readonly stderrTail?: string;
  readonly cause?: unknown;
}

/**
 * The connection to the bridge is lost, or cannot be opened. The outcome of the call is unknown; a durable call with
 * a `requestId` can be repeated.
 */
export class BridgeClosedError extends Error {
  /** The exit code of the process, if this client started it and it has ended. */
  readonly exitCode: number | null;
  /** The signal that ended the process, if one did. */
  readonly signal: string | null;
  /** The last lines the process wrote to its standard error. */
  readonly stderrTail: string;

  constructor(ending: Ending) {
    const { message, exitCode = null, signal = null, stderrTail = "", cause } = ending;
    super(stderrTail === "" ? message : `${message}\n${stderrTail}`);
    setCause(this, cause);
    this.name = "BridgeClosedError";
    this.exitCode = exitCode;
    this.signal = signal;
    this.stderrTail = stderrTail;
  }
}

/** The time limit of the call has passed. A job that was accepted before continues. */
export class CallTimeoutError extends Error {
  constructor(method: string, milliseconds: number) {
    super(`${method}: no answer within ${milliseconds} ms`);
    this.name = "CallTimeoutError";
  }
}

/**
 * The caller cancelled the call; `cause` is the reason of the signal. A job that was accepted before continues.
 */
export class CallAbortedError extends Error {
  constructor(method: string, reason?: unknown) {
    super(`${method}: aborted`);
    setCause(this, reason);
    this.name = "AbortError";
  }
}

/** Sets the cause of an error, also where constructors do not. */
export function setCause(error: Error, cause: unknown): void {
  if (cause === undefined) return;
  Object.defineProperty(error, "cause", { value: cause, configurable: true, enumerable: false, writable: true });
}

/** Makes the stack of an error point to the caller, not to the reader of the response. */
export function calledFrom<Failure extends Error>(error: Failure, call: Error): Failure {
  const frames = (call.stack ?? "").split("\n").slice(1);
  error.stack = [`${error.name}: ${error.message}`, ...frames].join("\n");
  return error;
}

/** A readable description of any thrown value. */
export function describe(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return "it failed";
  }
}
