import type { CallOptions, Caller } from "./caller.js";
import { BridgeClosedError, BridgeError, CallAbortedError, CallTimeoutError, calledFrom, describe } from "./errors.js";
import type { Ending, WireError } from "./errors.js";
import { TooLargeError, errorClasses } from "./generated/errors.js";
import type { JSONValue } from "./generated/types.js";
import { parseJSON, stringifyJSON } from "./json.js";
import type { OpenTransport, Transport } from "./transport.js";

/** Who is told and asked by the bridge. */
export interface Host {
  /** A notification. */
  told(method: string, parameters: JSONValue): void;
  /** A question; what this resolves to is the answer. */
  asked(method: string, parameters: JSONValue): unknown;
  /** A call has this result. No message that came after it has been looked at. */
  succeeded(method: string, parameters: object, result: JSONValue): void;
  /** A line of the standard error of a process. */
  logged(line: string): void;
  /** No message will come any more. */
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

/** A timer of Node cannot be longer. */
const longestTimeout = 2 ** 31 - 1;

/** JSON-RPC over one transport: matches answers to calls, and answers questions. */
export class Connection implements Caller {
  /** How many bytes a message may have, as soon as that is known. */
  longestMessage = Infinity;
  /** How it has ended, or why nothing is sent any more. */
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
    // An error is made where the answer is read. This one remembers who called.
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

      const giveUp = (error: Error): void => {
        settle();
        this.notify("$/cancelRequest", { id });
        fail(error);
      };
      const timer =
        timeoutMs <= longestTimeout
          ? setTimeout(() => giveUp(new CallTimeoutError(method, timeoutMs)), timeoutMs)
          : undefined;
      const aborted = (): void => giveUp(new CallAbortedError(method, signal?.reason));
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

  /** Lets the bridge answer what is in flight, and waits for its end. */
  close(): Promise<void> {
    this.end ??= { message: "the bridge was closed" };
    return this.transport.close();
  }

  /** Ends it at once. */
  kill(): void {
    this.transport.kill();
  }

  private notify(method: string, parameters: object): void {
    if (this.end === undefined) this.transport.send(this.line({ method, params: parameters }));
  }

  /**
   * The message on one line. One that is too long is refused here with the bridge's own error, for there it
   * would be refused without its id.
   */
  private line(message: object): string {
    const line = stringifyJSON({ jsonrpc: "2.0", ...message });
    const max = this.longestMessage;
    // No character of a text has more than three bytes.
    if (line.length * 3 <= max || Buffer.byteLength(line) <= max) return line;
    throw new TooLargeError({
      code: -32003,
      message: `over the limit frameBytes of ${max} bytes`,
      data: { reason: "tooLarge", retryable: false, limit: "frameBytes", max },
    });
  }

  private read(text: string): void {
    try {
      const message = parseJSON(text);
      if (typeof message !== "object" || Array.isArray(message)) throw new TypeError("it is no message");
      this.received(message as Message);
    } catch (error) {
      this.host.warn(`what the bridge sent cannot be read: ${describe(error)}`);
    }
  }

  private received(message: Message): void {
    if (message.method === undefined) {
      this.answered(message);
    } else if (message.id === undefined) {
      this.host.told(message.method, message.params ?? null);
    } else {
      this.answer(message.id, message.method, message.params ?? null).catch((error) => {
        this.host.warn(`${message.method} cannot be answered: ${describe(error)}`);
      });
    }
  }

  private answered({ id = null, result = null, error }: Message): void {
    const pending = this.pending.get(id);
    if (error === undefined) pending?.resolve(result);
    else if (pending !== undefined) pending.reject(errorOf(error));
    else if (id === null) this.host.warn(`the bridge refused a message: ${error.message}`);
  }

  private async answer(id: JSONValue, method: string, parameters: JSONValue): Promise<void> {
    let line: string;
    try {
      const result = (await this.host.asked(method, parameters)) ?? null;
      line = this.line({ id, result });
    } catch (error) {
      // By way of UTF-8, which has no half characters.
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

/** The error of the class that its reason has; one of a reason nobody knows is a plain `BridgeError`. */
function errorOf(error: WireError): BridgeError {
  const reason = error.data?.["reason"];
  const known: { [reason: string]: new (error: WireError) => BridgeError } = errorClasses;
  const found = typeof reason === "string" && Object.hasOwn(known, reason) ? known[reason] : undefined;
  return new (found ?? BridgeError)(error);
}
