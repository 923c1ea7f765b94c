import { readFile } from "node:fs/promises";

import type { CallOptions, Caller } from "./caller.js";
import { Connection } from "./connection.js";
import type { Host } from "./connection.js";
import { BridgeClosedError, BridgeError, describe } from "./errors.js";
import type { Ending } from "./errors.js";
import { eventCodes } from "./generated/events.js";
import type { KnownEvent } from "./generated/events.js";
import { interfaceVersion, schemaDigest } from "./generated/schema.js";
import type { BridgeInfo, Event, EventGap, EventPosition, JSONValue } from "./generated/types.js";
import { Listeners } from "./listeners.js";
import type { BridgeOptions, PortAddress } from "./options.js";
import { Registrations } from "./registrations.js";
import { Subscription } from "./subscription.js";
import type { OpenTransport } from "./transport.js";

/** Whether the name of the event says what its value is. */
export function isKnown(event: Event): event is KnownEvent {
  return Object.hasOwn(eventCodes, event.name);
}

/** How many milliseconds a bridge may take to say who it is, and to take each registration. */
const handshake = 30_000;

/** The pauses between attempts to come back, in milliseconds. */
const firstPause = 100;
const longestPause = 10_000;

/** The way to the bridge: a connection that is opened again when it is lost, and is then as it was. */
export class Line implements Caller, Host {
  info!: BridgeInfo;
  readonly handlers = new Map<string, (parameters: never) => unknown>();
  readonly listeners = new Listeners((message) => this.warn(message));
  private readonly registrations = new Registrations();
  private readonly subscription = new Subscription();
  private connection!: Connection;
  private opening: Connection | undefined;
  private reopening: Promise<void> | undefined;
  private staysAway: boolean;
  private wake = (): void => {};

  constructor(
    private readonly transport: OpenTransport,
    private readonly credentials: Pick<PortAddress, "token" | "tokenFile">,
    private readonly options: BridgeOptions,
  ) {
    this.staysAway = options.reconnects === false;
  }

  async open(): Promise<void> {
    await this.connect(this.options.signal);
  }

  call<Result>(method: string, parameters?: object, options: CallOptions = {}): Promise<Result> {
    const timeoutMs = options.timeoutMs ?? this.options.callTimeoutMs ?? Infinity;
    return this.connection.call(method, parameters, { ...options, timeoutMs });
  }

  async close(): Promise<void> {
    this.staysAway = true;
    this.wake();
    await Promise.all([this.connection.close(), this.opening?.close(), this.reopening]);
    await this.listeners.haveBeenTold();
  }

  warn(message: string): void {
    try {
      if (this.options.onWarning !== undefined) return this.options.onWarning(message);
    } catch (error) {
      message += ` (and the warning failed: ${describe(error)})`;
    }
    process.emitWarning(message, "AltcraftBridgeWarning");
  }

  // What a connection says.

  told(method: string, parameters: JSONValue): void {
    if (method === "event") {
      const event = parameters as unknown as Event;
      this.subscription.passed(event.seq);
      this.listeners.tell(isKnown(event) ? event.name : "unknown", event);
      this.listeners.tell("*", event);
    } else if (method === "events.gap") {
      const gap = parameters as unknown as EventGap;
      if (gap.to !== null) this.subscription.passed(gap.to);
      this.listeners.tell("gap", gap);
    }
  }

  asked(method: string, parameters: JSONValue): unknown {
    const handler = this.handlers.get(method);
    if (handler === undefined) throw new Error(`nobody answers ${method} here`);
    return handler(parameters as never);
  }

  succeeded(method: string, parameters: object, result: JSONValue): void {
    this.registrations.note(method, parameters);
    switch (method) {
      case "events.subscribe":
      case "subscribeToEvents": {
        const position = result as unknown as EventPosition;
        this.subscription.began(parameters, position);
        if (position.gap !== null) this.listeners.tell("gap", position.gap);
        return;
      }
      case "events.unsubscribe":
      case "unsubscribeFromEvent":
        return this.subscription.ended();
      case "bridge.shutdown":
        this.staysAway = true;
    }
  }

  logged(line: string): void {
    this.listeners.tell("log", line);
  }

  closed(connection: Connection, ending: Ending): void {
    // One that ends while it is being opened is the business of who opens it.
    if (this.staysAway || connection !== this.connection) return;
    this.listeners.tell("disconnected", new BridgeClosedError(ending));
    this.reopening = this.reopen();
  }

  // How it comes, and comes back.

  /** Tries until it succeeds or is given up, less and less often. */
  private async reopen(): Promise<void> {
    for (let pause = firstPause; await this.rests(pause); pause = Math.min(pause * 2, longestPause)) {
      try {
        const position = await this.connect();
        this.listeners.tell("reconnected", position);
        return;
      } catch (error) {
        // One that is not there may be there the next time.
        if (!(error instanceof BridgeClosedError)) this.warn(`the bridge is not back: ${describe(error)}`);
      }
    }
  }

  /** Waits, and says whether to go on then. */
  private async rests(milliseconds: number): Promise<boolean> {
    if (this.staysAway) return false;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    return !this.staysAway;
  }

  /** Opens a connection that is as the last one was, and only then has calls go that way. */
  private async connect(signal?: BridgeOptions["signal"]): Promise<EventPosition | null> {
    const options = { timeoutMs: handshake, ...(signal && { signal }) };
    const connection = new Connection(this.transport, this);
    this.opening = connection;
    try {
      const info = await this.greet(connection, options);
      await this.register(connection, info);
      const position = await this.resubscribe(connection);
      if (connection.end !== undefined) throw new BridgeClosedError(connection.end);
      this.connection = connection;
      this.info = info;
      return position;
    } catch (error) {
      if (signal?.aborted) connection.kill();
      await connection.close();
      throw error;
    } finally {
      this.opening = undefined;
    }
  }

  private async greet(connection: Connection, options: CallOptions): Promise<BridgeInfo> {
    const { tokenFile } = this.credentials;
    const token = tokenFile === undefined ? this.credentials.token : (await readFile(tokenFile, "utf8")).trim();
    if (token !== undefined) await connection.call("bridge.authenticate", { token }, options);
    const info = await connection.call<BridgeInfo>("bridge.info", {}, options);
    if (info.schemaDigest !== schemaDigest) {
      this.warn(`the bridge has version ${info.version} of the interface, this client ${interfaceVersion}`);
    }
    const longest = info.limits?.["frameBytes"];
    if (typeof longest === "number") connection.longestMessage = longest;
    return info;
  }

  private async register(connection: Connection, info: BridgeInfo): Promise<void> {
    for (const [method, parameters] of this.registrations.again(this.info?.epoch !== info.epoch)) {
      try {
        await connection.call(method, parameters, { timeoutMs: handshake });
      } catch (error) {
        if (!(error instanceof BridgeError)) throw error;
        this.warn(`${method} could not be repeated: ${error.message}`);
      }
    }
  }

  private async resubscribe(connection: Connection): Promise<EventPosition | null> {
    const parameters = this.subscription.again;
    if (parameters === undefined) return null;
    return connection.call<EventPosition>("events.subscribe", parameters, { timeoutMs: handshake });
  }
}
