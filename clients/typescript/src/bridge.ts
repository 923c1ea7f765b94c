import { readFile } from "node:fs/promises";

import type { CallOptions, Caller } from "./caller.js";
import { Connection } from "./connection.js";
import { BridgeClosedError } from "./errors.js";
import type { Callbacks } from "./generated/callbacks.js";
import { eventCodes } from "./generated/events.js";
import type { EventName, EventNamed, KnownEvent } from "./generated/events.js";
import { Methods } from "./generated/methods.js";
import type { EventsSubscribeParameters } from "./generated/methods.js";
import { interfaceVersion, schemaDigest } from "./generated/schema.js";
import type { BridgeInfo, Event, EventGap, EventPosition, JSONValue } from "./generated/types.js";
import { connectTransport, spawnTransport } from "./transport.js";
import type { ConnectOptions, SpawnOptions, Transport, TransportEvents } from "./transport.js";

/** Whether the name of the event says what its value is. */
export function isKnown(event: Event): event is KnownEvent {
  return Object.hasOwnProperty.call(eventCodes, event.name);
}

/** What can be listened to: an event by its name, or one of these. */
export interface Happenings {
  /** Every event, known or not. */
  "*": Event;
  /** An event whose name this version of the interface does not know. */
  unknown: Event;
  /** Events that were missed; `events.list` may still have them. */
  gap: EventGap;
  /** The connection was lost; it is being opened again. */
  disconnected: BridgeClosedError;
  /** It is open again: providers are registered, and events go on where they ended. */
  reconnected: EventPosition | null;
}

type Listener = (happening: never) => void;

export interface BridgeOptions {
  /** Told of what is no error, as an interface of another version. By default a warning of the process. */
  onWarning?: (message: string) => void;
  /** Whether to come back after a connection is lost or the process has ended by itself (true). */
  reconnects?: boolean;
}

/** Registers this connection for something, so it is to be registered again after it was lost. */
const registrations = [
  "setJWTProvider",
  "setAPNSTokenProvider",
  "setFCMTokenProvider",
  "setHMSTokenProvider",
  "notificationManager.setCustomPushProcessing",
  "notificationManager.setCustomClickProcessing",
];

/**
 * The bridge: every method of the SDK, its events, and the questions it asks.
 *
 *     const bridge = await Bridge.spawn({ dataDir: "/var/lib/app/altcraft" });
 *     bridge.handle("provider.getToken", () => token);
 *     bridge.on("pushSubscribe.succeeded", (event) => console.log(event.value));
 */
export class Bridge extends Methods {
  /** Starts a bridge of our own. It ends with this process. */
  static spawn(options: SpawnOptions & BridgeOptions = {}): Promise<Bridge> {
    return Bridge.open((events) => spawnTransport(options, events), undefined, options);
  }

  /** Connects to a bridge that is served on a socket or a port. */
  static connect(options: ConnectOptions & BridgeOptions): Promise<Bridge> {
    return Bridge.open((events) => connectTransport(options, events), options.token, options);
  }

  /** The token in a file, as the bridge writes it for its TCP port. */
  static async readToken(path: string): Promise<string> {
    return (await readFile(path, "utf8")).trim();
  }

  private static async open(
    transport: (events: TransportEvents) => Transport,
    token: string | undefined,
    options: BridgeOptions,
  ): Promise<Bridge> {
    const line = new Line(transport, token, options);
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

  /** Answers a question of the bridge from now on; the last one that was given counts. */
  handle<Name extends keyof Callbacks>(name: Name, answer: Callbacks[Name]): this {
    this.line.handlers.set(name, answer as (parameters: never) => unknown);
    return this;
  }

  /** Calls `listener` for each event of that name. Returns what takes it back. */
  on<Name extends EventName>(name: Name, listener: (event: EventNamed<Name>) => void): () => void;
  on<Name extends keyof Happenings>(name: Name, listener: (happening: Happenings[Name]) => void): () => void;
  on(name: string, listener: Listener): () => void {
    return this.line.listen(name, listener);
  }

  /**
   * Subscribes to events. After a lost connection they go on where they ended; what cannot be had any more
   * is told as `gap`.
   */
  subscribe(parameters: EventsSubscribeParameters = {}, options?: CallOptions): Promise<EventPosition> {
    return this.line.subscribe(parameters, options);
  }

  /** Ends in an orderly way: what is in flight is answered. A process of our own has ended then. */
  close(): Promise<void> {
    return this.line.close();
  }
}

/** The connection, opened again when it is lost. */
class Line implements Caller {
  readonly handlers = new Map<string, (parameters: never) => unknown>();
  info!: BridgeInfo;
  private connection!: Connection;
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly registered = new Map<string, object>();
  private subscription: EventsSubscribeParameters | undefined;
  private position: { epoch: string; seq: number } | undefined;
  private isClosing = false;

  constructor(
    private readonly transport: (events: TransportEvents) => Transport,
    private readonly token: string | undefined,
    private readonly options: BridgeOptions,
  ) {}

  async open(): Promise<void> {
    this.connection = new Connection(this.transport, {
      told: (method, parameters) => this.told(method, parameters),
      asked: (method, parameters) => this.asked(method, parameters),
      closed: (error) => this.closed(error),
    });
    if (this.token !== undefined) {
      await this.connection.call("bridge.authenticate", { token: this.token });
    }
    this.info = await this.connection.call<BridgeInfo>("bridge.info");
    if (this.info.schemaDigest !== schemaDigest) {
      this.warn(
        `the bridge has version ${this.info.version} of the interface, this client ${interfaceVersion}`,
      );
    }
  }

  async call<Result>(method: string, parameters: object = {}, options?: CallOptions): Promise<Result> {
    const result = await this.connection.call<Result>(method, parameters, options);
    if (registrations.includes(method)) this.registered.set(method, parameters);
    return result;
  }

  async subscribe(
    parameters: EventsSubscribeParameters,
    options?: CallOptions,
  ): Promise<EventPosition> {
    this.subscription = parameters;
    const position = await this.connection.call<EventPosition>("events.subscribe", parameters, options);
    this.position ??= { epoch: position.epoch, seq: position.seq };
    if (position.gap !== null) this.tell("gap", position.gap);
    return position;
  }

  listen(name: string, listener: Listener): () => void {
    const listeners = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  close(): Promise<void> {
    this.isClosing = true;
    return this.connection.close();
  }

  private told(method: string, parameters: JSONValue): void {
    if (method === "events.gap") return this.tell("gap", parameters);
    if (method !== "event") return;
    const event = parameters as unknown as Event;
    this.position = { epoch: event.epoch, seq: event.seq };
    this.tell(isKnown(event) ? event.name : "unknown", event);
    this.tell("*", event);
  }

  private tell(name: string, happening: unknown): void {
    for (const listener of [...(this.listeners.get(name) ?? [])]) {
      try {
        (listener as (happening: unknown) => void)(happening);
      } catch (error) {
        this.warn(`a listener of ${name} threw: ${String(error)}`);
      }
    }
  }

  private async asked(method: string, parameters: JSONValue): Promise<unknown> {
    const handler = this.handlers.get(method);
    if (handler === undefined) throw new Error(`nobody answers ${method} here`);
    return handler(parameters as never);
  }

  private closed(error: BridgeClosedError): void {
    if (this.isClosing || this.options.reconnects === false || this.info === undefined) return;
    this.tell("disconnected", error);
    void this.reopen();
  }

  /** Tries until it succeeds or is given up, less and less often. */
  private async reopen(): Promise<void> {
    for (let pause = 100; !this.isClosing; pause = Math.min(pause * 2, 10_000)) {
      await new Promise<void>((resolve) => void setTimeout(resolve, pause));
      try {
        await this.open();
        return this.tell("reconnected", await this.resume());
      } catch (error) {
        if (!(error instanceof BridgeClosedError)) this.warn(String(error));
      }
    }
  }

  private async resume(): Promise<EventPosition | null> {
    for (const [method, parameters] of this.registered) {
      await this.connection.call(method, parameters);
    }
    if (this.subscription === undefined) return null;
    const from = this.position && { since: this.position.seq, epoch: this.position.epoch };
    return this.subscribe({ ...this.subscription, ...from });
  }

  private warn(message: string): void {
    if (this.options.onWarning !== undefined) this.options.onWarning(message);
    else process.emitWarning(message, "AltcraftBridgeWarning");
  }
}
