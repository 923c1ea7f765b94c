import type { CallOptions } from "./caller.js";
import type { BridgeClosedError } from "./errors.js";
import type { Callbacks } from "./generated/callbacks.js";
import type { EventName, EventNamed } from "./generated/events.js";
import { Methods } from "./generated/methods.js";
import type { BridgeInfo, Event, EventGap, EventPosition, JSONValue, NumberedOutcome } from "./generated/types.js";
import type { Listener } from "./listeners.js";
import { outcomeStream } from "./outcomes.js";
import type { OutcomeStreamOptions } from "./outcomes.js";
import type { ReconnectingConnection } from "./reconnecting.js";

/** The events that a listener receives, besides those of the SDK by name. */
export interface ClientEvents {
  /** Every event, known or unknown. */
  "*": Event;
  /** An event whose name this version of the interface does not know. */
  unknown: Event;
  /** Events that were missed; `events.list` may still have them. */
  gap: EventGap;
  /** A line of the standard error of the bridge process. */
  log: string;
  /** The connection was lost; the client reopens it. */
  disconnected: BridgeClosedError;
  /** The connection is open again, with all registrations; the position is that of the event stream, if subscribed. */
  reconnected: EventPosition | null;
}

/**
 * A connected bridge: every method of the SDK, its events, and its callbacks.
 *
 *     bridge.handle("provider.getToken", ({ provider }) => tokens[provider]);
 *     bridge.on("pushSubscribe.succeeded", (event) => console.log(event.value));
 *     await bridge.events.subscribe();
 *
 * If the connection is lost, or the process ends by itself, the client reconnects: it repeats the registrations,
 * and events resume after the last one received. Until then calls fail with a `BridgeClosedError`.
 */
export class BridgeClient extends Methods {
  /** Takes an open connection; use `Bridge.connect` or `Bridge.spawn`. */
  constructor(private readonly connection: ReconnectingConnection) {
    super(connection);
  }

  /** The information of the connected bridge about itself. */
  get info(): BridgeInfo {
    return this.connection.info;
  }

  /** Calls a method by name, even one that this version of the interface does not know. */
  call<Result = JSONValue>(method: string, parameters?: object, options?: CallOptions): Promise<Result> {
    return this.connection.call(method, parameters, options);
  }

  /**
   * Registers the handler of a request of the bridge; it replaces an earlier one. A handler that throws or rejects
   * counts as no answer, and so does one that takes longer than the bridge waits (10 s).
   */
  handle<Name extends keyof Callbacks>(name: Name, answer: Callbacks[Name]): this {
    this.connection.handlers.set(name, answer);
    return this;
  }

  /**
   * Calls `listener` for each event of that name, in order, after `events.subscribe` was called. Returns a function
   * that removes the listener.
   */
  on<Name extends EventName>(name: Name, listener: (event: EventNamed<Name>) => unknown): () => void;
  on<Name extends keyof ClientEvents>(name: Name, listener: (event: ClientEvents[Name]) => unknown): () => void;
  on(name: string, listener: Listener): () => void {
    return this.connection.listeners.add(name, listener);
  }

  /**
   * Reads the outcomes after a number, in order, then new ones, until the client is closed; one stream at a time.
   * Store `outcome` and `epoch` of each one that was processed: with them as `after` and `epoch`, a later process misses
   * and repeats none.
   *
   *     for await (const outcome of bridge.outcomeStream({ after })) await store(outcome);
   */
  outcomeStream(options: OutcomeStreamOptions = {}): AsyncGenerator<NumberedOutcome, void, undefined> {
    return outcomeStream(this.connection, options);
  }

  /**
   * Checks that the bridge answers within 1.5 s, and replaces a connection that does not; a process is restarted. In a
   * browser and in React Native this happens by itself when the app returns to the foreground.
   */
  probe(): Promise<void> {
    return this.connection.probe();
  }

  /**
   * Closes the client: calls in flight are answered, and listeners have received everything. A process that `spawn`
   * started has exited.
   */
  close(): Promise<void> {
    return this.connection.close();
  }

}
