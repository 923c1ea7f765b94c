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

/** The bridge is gone, or cannot be reached. What became of the call is not known. */
export class BridgeClosedError extends Error {
  constructor(
    message: string,
    /** Of the process, where this client started it and it has ended. */
    readonly exitCode: number | null = null,
    readonly signal: string | null = null,
    /** The last lines it wrote to its standard error. */
    readonly stderrTail: string = "",
  ) {
    super(stderrTail === "" ? message : `${message}\n${stderrTail}`);
    this.name = "BridgeClosedError";
  }
}

/** The time limit of the call has passed. Work that was accepted meanwhile goes on. */
export class CallTimeoutError extends Error {
  constructor(method: string, milliseconds: number) {
    super(`${method}: no answer within ${milliseconds} ms`);
    this.name = "CallTimeoutError";
  }
}

/** The call was given up by its caller. Work that was accepted meanwhile goes on. */
export class CallAbortedError extends Error {
  constructor(method: string) {
    super(`${method}: aborted`);
    this.name = "AbortError";
  }
}
