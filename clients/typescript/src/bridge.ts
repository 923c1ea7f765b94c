import type { CallOptions } from "./caller.js";
import type { BridgeClosedError } from "./errors.js";
import type { Callbacks } from "./generated/callbacks.js";
import type { EventName, EventNamed } from "./generated/events.js";
import { Methods } from "./generated/methods.js";
import type { BridgeInfo, Event, EventGap, EventPosition, JSONValue } from "./generated/types.js";
import { Line } from "./line.js";
import type { Listener } from "./listeners.js";
import type { ConnectOptions, SpawnOptions } from "./options.js";
import { startProcess } from "./process.js";
import { connectSocket } from "./socket.js";

/** What can be listened to beside events by their names. */
export interface Happenings {
  /** Every event, known or not. */
  "*": Event;
  /** An event whose name this version of the interface does not know. */
  unknown: Event;
  /** Events that were missed; `events.list` may still have them. */
  gap: EventGap;
  /** A line that a process of our own wrote to its standard error. */
  log: string;
  /** The connection was lost; it is being opened again. */
  disconnected: BridgeClosedError;
  /** It is open again, with all that was registered; the position is that of the events, if they were subscribed to. */
  reconnected: EventPosition | null;
}

declare global {
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
}

/**
 * The bridge: every method of the SDK, its events, and the questions it asks.
 *
 *     const bridge = await Bridge.spawn({ dataDir: "/var/lib/app/altcraft" });
 *     bridge.handle("provider.getToken", ({ provider }) => tokens[provider]);
 *     bridge.on("pushSubscribe.succeeded", (event) => console.log(event.value));
 *     await bridge.events.subscribe();
 *
 * After a lost connection, or when a process of our own has ended by itself, it comes back: what was registered is
 * registered again, and events go on where they ended. Calls fail with a `BridgeClosedError` until then.
 */
export class Bridge extends Methods {
  /** Starts a bridge of our own. It ends with this process. */
  static spawn(options: SpawnOptions = {}): Promise<Bridge> {
    const line = new Line((events) => startProcess(options, events), {}, options);
    if (options.onLog !== undefined) line.listeners.add("log", options.onLog);
    return Bridge.open(line);
  }

  /** Connects to a bridge that runs already, on a socket or a port. */
  static connect(options: ConnectOptions): Promise<Bridge> {
    const credentials = "port" in options ? options : {};
    return Bridge.open(new Line((events) => connectSocket(options, events), credentials, options));
  }

  private static async open(line: Line): Promise<Bridge> {
    await line.open();
    return new Bridge(line);
  }

  private constructor(private readonly line: Line) {
    super(line);
  }

  /** What the bridge at the other end says of itself. */
  get info(): BridgeInfo {
    return this.line.info;
  }

  /** Calls a method by name, also one that this version of the interface does not know. */
  call<Result = JSONValue>(method: string, parameters?: object, options?: CallOptions): Promise<Result> {
    return this.line.call(method, parameters, options);
  }

  /**
   * Answers a question of the bridge from now on, at once or later; the last answer that was given counts. One that
   * throws or rejects counts as none, and so does one that takes longer than the bridge waits (10 s).
   */
  handle<Name extends keyof Callbacks>(name: Name, answer: Callbacks[Name]): this {
    this.line.handlers.set(name, answer);
    return this;
  }

  /**
   * Calls `listener` for each event of that name, in order, once `events.subscribe` was called. Returns what takes
   * the listener back.
   */
  on<Name extends EventName>(name: Name, listener: (event: EventNamed<Name>) => unknown): () => void;
  on<Name extends keyof Happenings>(name: Name, listener: (happening: Happenings[Name]) => unknown): () => void;
  on(name: string, listener: Listener): () => void {
    return this.line.listeners.add(name, listener);
  }

  /**
   * Ends in an orderly way: what is in flight is answered, and listeners have been told. A process of our own has
   * ended then.
   */
  close(): Promise<void> {
    return this.line.close();
  }

  /** Closes it at the end of an `await using`, where Node has that. */
  declare readonly [Symbol.asyncDispose]: () => Promise<void>;

  static {
    if (Symbol.asyncDispose !== undefined) {
      Object.defineProperty(this.prototype, Symbol.asyncDispose, { value: this.prototype.close });
    }
  }
}
