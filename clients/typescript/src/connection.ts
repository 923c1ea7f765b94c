import type { CallOptions, Caller } from "./caller.js";
import { BridgeClosedError, BridgeError, CallAbortedError, CallTimeoutError } from "./errors.js";
import type { WireError } from "./errors.js";
import { errorClasses } from "./generated/errors.js";
import type { JSONValue } from "./generated/types.js";
import { parseJSON, stringifyJSON } from "./json.js";
import type { Transport, TransportEvents } from "./transport.js";

/** What comes from the bridge beside the answers to our calls. */
export interface Host {
  /** A notification. */
  told(method: string, parameters: JSONValue): void;
  /** A question; what this resolves to is the answer. */
  asked(method: string, parameters: JSONValue): Promise<unknown>;
  /** No message will come any more. */
  closed(error: BridgeClosedError): void;
}

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

interface Message {
  id?: JSONValue;
  method?: string;
  params?: JSONValue;
  result?: JSONValue;
  error?: WireError;
}

/** JSON-RPC over one transport: matches answers to calls, and answers questions. */
export class Connection implements Caller {
  private readonly transport: Transport;
  private readonly pending = new Map<number, Pending>();
  private lastID = 0;
  private end: BridgeClosedError | undefined;

  constructor(open: (events: TransportEvents) => Transport, private readonly host: Host) {
    this.transport = open({
      message: (text) => this.received(text),
      closed: (error) => this.closed(error),
    });
  }

  call<Result>(method: string, parameters: object = {}, options: CallOptions = {}): Promise<Result> {
    if (this.end !== undefined) return Promise.reject(this.end);
    if (options.signal?.aborted) return Promise.reject(new CallAbortedError(method));
    const id = ++this.lastID;
    const message = stringifyJSON({ jsonrpc: "2.0", id, method, params: parameters });
    return new Promise<Result>((resolve, reject) => {
      const { timeoutMs, signal } = options;
      const giveUp = (error: Error): void => {
        this.notify("$/cancelRequest", { id });
        this.pending.get(id)?.reject(error);
      };
      const aborted = (): void => giveUp(new CallAbortedError(method));
      const timer =
        timeoutMs === undefined
          ? undefined
          : setTimeout(() => giveUp(new CallTimeoutError(method, timeoutMs)), timeoutMs);
      const settled = (): void => {
        this.pending.delete(id);
        clearTimeout(timer);
        signal?.removeEventListener("abort", aborted);
      };
      signal?.addEventListener("abort", aborted);
      this.pending.set(id, {
        resolve: (result) => {
          settled();
          resolve(result as Result);
        },
        reject: (error) => {
          settled();
          reject(error);
        },
      });
      this.transport.send(message);
    });
  }

  notify(method: string, parameters: object): void {
    if (this.end === undefined) {
      this.transport.send(stringifyJSON({ jsonrpc: "2.0", method, params: parameters }));
    }
  }

  close(): Promise<void> {
    return this.end === undefined ? this.transport.close() : Promise.resolve();
  }

  private received(text: string): void {
    const message = parseJSON(text) as Message;
    if (message.method === undefined) {
      this.answered(message);
    } else if (message.id === undefined) {
      this.host.told(message.method, message.params ?? null);
    } else {
      void this.answer(message.id, message.method, message.params ?? null);
    }
  }

  private answered(message: Message): void {
    const pending = this.pending.get(message.id as number);
    if (message.error === undefined) pending?.resolve(message.result ?? null);
    else pending?.reject(errorOf(message.error));
  }

  private async answer(id: JSONValue, method: string, parameters: JSONValue): Promise<void> {
    let answer: object;
    try {
      answer = { result: (await this.host.asked(method, parameters)) ?? null };
    } catch (error) {
      answer = { error: { code: -32000, message: String(error) } };
    }
    if (this.end === undefined) {
      this.transport.send(stringifyJSON({ jsonrpc: "2.0", id, ...answer }));
    }
  }

  private closed(error: BridgeClosedError): void {
    this.end = error;
    for (const pending of [...this.pending.values()]) pending.reject(error);
    this.host.closed(error);
  }
}

/** The error of the class that its reason has; one of a reason nobody knows is a plain `BridgeError`. */
function errorOf(error: WireError): BridgeError {
  const reason = error.data?.["reason"];
  const known = errorClasses as { [reason: string]: new (error: WireError) => BridgeError };
  const found = typeof reason === "string" && Object.hasOwnProperty.call(known, reason) ? known[reason] : undefined;
  return new (found ?? BridgeError)(error);
}
