import type { CallOptions, Caller } from "./caller.js";
import { BridgeClosedError, BridgeError, CallAbortedError, CallTimeoutError, calledFrom, describe } from "./errors.js";
import type { Ending, WireError } from "./errors.js";
import { TooLargeError, errorClasses } from "./generated/errors.js";
import type { JSONValue } from "./generated/types.js";
import { parseJSON, stringifyJSON } from "./json.js";
import { utf8Length, wellFormed } from "./text.js";
import { exitTimeout } from "./transport.js";
import type { OpenTransport, Transport } from "./transport.js";

/** Receives notifications and requests of the bridge. */
export interface Host {
  /** A notification. */
  notified(method: string, parameters: JSONValue): void;
  /** A request of the bridge; the resolved value is the answer. */
  requested(method: string, parameters: JSONValue): unknown;
  /** A call has this result. No later message has been processed. */
  succeeded(method: string, parameters: object, result: JSONValue): void;
  /** A line of the standard error of a process. */
  logged(line: string): void;
  /** No further message will arrive. */
  closed(connection: Connection, ending: Ending): void;
  warn(message: string): void;
}

interface Pending {
  resolve(result: JSONValue): void;
  reject(error: Error): void;
}

interface Message {
  id?: JSONValue;
  method?: string;
  params?: JSONValue;
  result?: JSONValue;
  error?: WireError | null;
}

/** The longest timer of Node. */
const longestTimeout = 2 ** 31 - 1;

/** JSON-RPC over one transport: matches responses to calls, and answers requests. */
export class Connection implements Caller {
  /** The maximum size of a message in bytes, as soon as it is known. */
  longestMessage = Infinity;
  /** The way the connection ended, or the reason why nothing is sent any more. */
  end: Ending | undefined;
  private readonly transport: Transport;
  private readonly pending = new Map<JSONValue, Pending>();
  private lastID = 0;
  private whenAnswered = (): void => {};
  private reasonToKill: Ending | undefined;

  constructor(open: OpenTransport, token: string | undefined, private readonly host: Host) {
    const events = {
      line: (text: string) => this.read(text),
      logged: (line: string) => host.logged(line),
      closed: (ending: Ending) => this.closed(this.reasonToKill ?? ending),
    };
    this.transport = open(events, token);
  }

  call<Result>(method: string, parameters: object = {}, options: CallOptions = {}): Promise<Result> {
    // The error is created when the response is read. This one records the caller.
    const origin = new Error();
    return new Promise((resolve, reject) => {
      const { timeoutMs = Infinity, signal } = options;
      const fail = (error: Error): void => reject(calledFrom(error, origin));
      if (this.end !== undefined) return fail(new BridgeClosedError(this.end));
      if (signal?.aborted) return fail(new CallAbortedError(method, signal.reason));
      const id = this.lastID + 1;
      let line: string;
      try {
        line = this.line({ id, method, params: parameters });
      } catch (error) {
        return fail(error as Error);
      }
      this.lastID = id;

      const cancel = (error: Error): void => {
        settle();
        this.notify("$/cancelRequest", { id });
        fail(error);
      };
      const timer =
        timeoutMs <= longestTimeout
          ? setTimeout(() => cancel(new CallTimeoutError(method, timeoutMs)), timeoutMs)
          : undefined;
      const aborted = (): void => cancel(new CallAbortedError(method, signal?.reason));
      signal?.addEventListener("abort", aborted);
      const settle = (): void => {
        this.pending.delete(id);
        clearTimeout(timer);
        signal?.removeEventListener("abort", aborted);
        if (this.pending.size === 0) this.whenAnswered();
      };
      this.pending.set(id, {
        resolve: (result) => {
          settle();
          resolve(result as Result);
          this.host.succeeded(method, parameters, result);
        },
        reject: (error) => {
          settle();
          fail(error);
        },
      });
      this.transport.send(line);
    });
  }

  /** Closes the write side, so that the bridge answers the calls in flight, and waits for its end. */
  async close(): Promise<void> {
    this.end ??= { message: "the bridge was closed" };
    if (this.transport.closesBothWays && this.pending.size > 0) await this.answered();
    await this.transport.close();
  }

  /** Ends the connection immediately; calls in flight fail for that reason. */
  kill(reason?: Ending): void {
    this.reasonToKill = reason;
    this.transport.kill();
  }

  /** Waits until no call is in flight, or the time is over. */
  private answered(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, exitTimeout);
      this.whenAnswered = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private notify(method: string, parameters: object): void {
    if (this.end === undefined) this.transport.send(this.line({ method, params: parameters }));
  }

  /**
   * Returns the message on one line. Throws the error of the bridge for a message over its limit, because the bridge
   * would answer without the id of the call.
   */
  private line(message: object): string {
    const line = stringifyJSON({ jsonrpc: "2.0", ...message });
    const max = this.longestMessage;
    // A UTF-16 code unit has at most three bytes in UTF-8.
    if (line.length * 3 <= max || utf8Length(line) <= max) return line;
    throw new TooLargeError({
      code: -32003,
      message: `the limit frameBytes of ${max} bytes is exceeded`,
      data: { reason: "tooLarge", retryable: false, limit: "frameBytes", max },
    });
  }

  private read(text: string): void {
    try {
      const message = parseJSON(text);
      if (typeof message !== "object" || Array.isArray(message)) throw new TypeError("it is not a message");
      this.received(message as Message);
    } catch (error) {
      this.host.warn(`the bridge sent an invalid message: ${describe(error)}`);
    }
  }

  private received(message: Message): void {
    if (message.method === undefined) {
      this.complete(message);
    } else if (message.id === undefined) {
      this.host.notified(message.method, message.params ?? null);
    } else {
      this.respond(message.id, message.method, message.params ?? null).catch((error) => {
        this.host.warn(`${message.method} cannot be answered: ${describe(error)}`);
      });
    }
  }

  private complete({ id = null, result = null, error }: Message): void {
    const pending = this.pending.get(id);
    if (error === undefined || error === null) pending?.resolve(result);
    else if (pending !== undefined) pending.reject(errorOf(error));
    else if (id === null) this.host.warn(`the bridge refused a message: ${error.message}`);
  }

  private async respond(id: JSONValue, method: string, parameters: JSONValue): Promise<void> {
    let line: string;
    try {
      const result = (await this.host.requested(method, parameters)) ?? null;
      line = this.line({ id, result });
    } catch (error) {
      const text = wellFormed(describe(error).slice(0, 1000));
      line = this.line({ id, error: { code: -32000, message: text } });
    }
    if (this.end === undefined) this.transport.send(line);
  }

  private closed(ending: Ending): void {
    this.end = ending;
    for (const pending of [...this.pending.values()]) pending.reject(new BridgeClosedError(ending));
    this.host.closed(this, ending);
  }
}

/** Returns whether an object has a member of its own. */
export function has(object: object, member: string): boolean {
  return Object.prototype.hasOwnProperty.call(object, member);
}

/** Returns the error of the class for its reason; for an unknown reason, and for an error that is not an object, a plain `BridgeError`. */
function errorOf(error: WireError): BridgeError {
  if (typeof error !== "object") {
    return new BridgeError({ code: -32603, message: `the bridge sent an invalid error: ${JSON.stringify(error)}` });
  }
  const reason = error.data?.["reason"];
  const known: { [reason: string]: new (error: WireError) => BridgeError } = errorClasses;
  const found = typeof reason === "string" && has(known, reason) ? known[reason] : undefined;
  return new (found ?? BridgeError)(error);
}
