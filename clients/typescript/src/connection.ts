import type { CallOptions, Caller } from "./caller.js";
import { BridgeClosedError, BridgeError, CallAbortedError, CallTimeoutError, calledFrom, describe } from "./errors.js";
import type { Ending, WireError } from "./errors.js";
import { TooLargeError, errorClasses } from "./generated/errors.js";
import type { JSONValue } from "./generated/types.js";
import { parseJSON, stringifyJSON } from "./json.js";
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
  error?: WireError;
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

  constructor(open: OpenTransport, private readonly host: Host) {
    this.transport = open({
      line: (text) => this.read(text),
      logged: (line) => host.logged(line),
      closed: (ending) => this.closed(ending),
    });
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
  close(): Promise<void> {
    this.end ??= { message: "the bridge was closed" };
    return this.transport.close();
  }

  /** Ends the connection immediately. */
  kill(): void {
    this.transport.kill();
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
    if (line.length * 3 <= max || Buffer.byteLength(line) <= max) return line;
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
    if (error === undefined) pending?.resolve(result);
    else if (pending !== undefined) pending.reject(errorOf(error));
    else if (id === null) this.host.warn(`the bridge refused a message: ${error.message}`);
  }

  private async respond(id: JSONValue, method: string, parameters: JSONValue): Promise<void> {
    let line: string;
    try {
      const result = (await this.host.requested(method, parameters)) ?? null;
      line = this.line({ id, result });
    } catch (error) {
      // Converted through UTF-8, which has no unpaired surrogates.
      const text = Buffer.from(describe(error).slice(0, 1000)).toString("utf8");
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

/** Returns the error of the class for its reason; for an unknown reason a plain `BridgeError`. */
function errorOf(error: WireError): BridgeError {
  const reason = error.data?.["reason"];
  const known: { [reason: string]: new (error: WireError) => BridgeError } = errorClasses;
  const found = typeof reason === "string" && Object.hasOwn(known, reason) ? known[reason] : undefined;
  return new (found ?? BridgeError)(error);
}
