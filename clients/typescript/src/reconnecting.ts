import type { CallOptions, Caller } from "./caller.js";
import { Connection, has } from "./connection.js";
import type { Host } from "./connection.js";
import type { Endpoint } from "./endpoint.js";
import { BridgeClosedError, BridgeError, CallTimeoutError, describe } from "./errors.js";
import type { Ending } from "./errors.js";
import { eventCodes } from "./generated/events.js";
import type { KnownEvent } from "./generated/events.js";
import { interfaceVersion, schemaDigest } from "./generated/schema.js";
import type { BridgeInfo, Event, EventGap, EventPosition, JSONValue } from "./generated/types.js";
import { Listeners } from "./listeners.js";
import type { BridgeOptions } from "./options.js";
import { warn } from "./platform.js";
import { Registrations } from "./registrations.js";
import { Subscription } from "./subscription.js";

/** Returns whether this version of the interface knows the name of the event. */
export function isKnown(event: Event): event is KnownEvent {
  return has(eventCodes, event.name);
}

/** The time for the first call on a connection and for each registration, in milliseconds. */
const handshakeTimeout = 30_000;

/** The pauses between attempts to reconnect, in milliseconds. */
const firstPause = 100;
const longestPause = 10_000;

/** The time for the answer to a probe, in milliseconds. */
const probeTimeout = 1500;

/** A connection that is reopened when it is lost, and then restored to its earlier state. */
export class ReconnectingConnection implements Caller, Host {
  info!: BridgeInfo;
  readonly handlers = new Map<string, (parameters: never) => unknown>();
  readonly listeners = new Listeners((message) => this.warn(message));
  private readonly registrations = new Registrations();
  private readonly subscription = new Subscription();
  private connection!: Connection;
  private opening: Connection | undefined;
  private reopening: Promise<void> | undefined;
  private staysClosed: boolean;
  private isClosing = false;
  /** True if it reconnects without a pause. */
  private isUrgent = false;
  private probing: Promise<void> | undefined;
  private wake = (): void => {};
  private unwatch = (): void => {};

  constructor(private readonly endpoint: Endpoint, private readonly options: BridgeOptions) {
    this.staysClosed = options.reconnects === false;
  }

  async open(): Promise<void> {
    const { waits = false, signal } = this.options;
    if (waits) await this.waitForBridge();
    else await this.connect(signal);
    this.unwatch = this.endpoint.watch?.(() => void this.probe()) ?? this.unwatch;
  }

  call<Result>(method: string, parameters?: object, options: CallOptions = {}): Promise<Result> {
    const timeoutMs = options.timeoutMs ?? this.options.callTimeoutMs ?? Infinity;
    return this.connection.call(method, parameters, { ...options, timeoutMs });
  }

  /**
   * Checks that the bridge answers, and replaces a connection that does not. Resolves when the bridge has answered, or
   * the connection is dropped.
   */
  probe(): Promise<void> {
    this.probing ??= this.check().finally(() => (this.probing = undefined));
    return this.probing;
  }

  async close(): Promise<void> {
    this.staysClosed = true;
    this.isClosing = true;
    this.unwatch();
    this.wake();
    await Promise.all([this.connection.close(), this.opening?.close(), this.reopening]);
    this.listeners.emit("closed", null);
    await this.listeners.drained();
  }

  warn(message: string): void {
    try {
      if (this.options.onWarning !== undefined) return this.options.onWarning(message);
    } catch (error) {
      message += ` (and the warning failed: ${describe(error)})`;
    }
    warn(message);
  }

  // Notifications of a connection.

  notified(method: string, parameters: JSONValue): void {
    if (method === "event") {
      const event = parameters as unknown as Event;
      this.subscription.advance(event.seq);
      this.listeners.emit(isKnown(event) ? event.name : "unknown", event);
      this.listeners.emit("*", event);
    } else if (method === "events.gap") {
      const gap = parameters as unknown as EventGap;
      if (gap.to !== null) this.subscription.advance(gap.to);
      this.listeners.emit("gap", gap);
    } else if (method === "outcome") {
      this.listeners.emit("outcome", parameters);
    } else if (method === "outcomes.gap") {
      this.listeners.emit("outcomeGap", parameters);
    }
  }

  requested(method: string, parameters: JSONValue): unknown {
    const handler = this.handlers.get(method);
    if (handler === undefined) throw new Error(`no handler for ${method}`);
    return handler(parameters as never);
  }

  succeeded(method: string, parameters: object, result: JSONValue): void {
    this.registrations.record(method, parameters);
    switch (method) {
      case "events.subscribe":
      case "subscribeToEvents": {
        const position = result as unknown as EventPosition;
        this.subscription.begin(parameters, position);
        if (position.gap !== null) this.listeners.emit("gap", position.gap);
        return;
      }
      case "events.unsubscribe":
      case "unsubscribeFromEvent":
        return this.subscription.end();
      case "bridge.shutdown":
        this.staysClosed = true;
    }
  }

  logged(line: string): void {
    this.listeners.emit("log", line);
  }

  closed(connection: Connection, ending: Ending): void {
    // A connection that ends while it is being opened is handled by the function that opens it.
    if (connection === this.connection && this.staysClosed) this.listeners.emit("closed", null);
    if (this.staysClosed || connection !== this.connection) return;
    this.listeners.emit("disconnected", new BridgeClosedError(ending));
    this.reopening = this.reopen();
  }

  // Connecting and reconnecting.

  /** Connects for the first time, with growing pauses, and reports each kind of failure once. */
  private async waitForBridge(): Promise<void> {
    const { signal } = this.options;
    let reported = "";
    for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
      try {
        return void (await this.connect(signal));
      } catch (error) {
        if (signal?.aborted || error instanceof BridgeError) throw error;
        if (describe(error) !== reported) this.warn(describe(error));
        reported = describe(error);
      }
      await this.pause(pause, signal);
    }
  }

  /** Retries with growing pauses until it succeeds or is cancelled. */
  private async reopen(): Promise<void> {
    for (let pause = firstPause; await this.sleep(pause); pause = Math.min(pause * 2, longestPause)) {
      try {
        const position = await this.connect();
        this.listeners.emit("reconnected", position);
        return;
      } catch (error) {
        // A bridge that is not running may be started later, and then writes its token.
        const isExpected = error instanceof BridgeClosedError || (error as { code?: unknown }).code === "ENOENT";
        if (!isExpected && !this.isClosing) this.warn(`reconnecting failed: ${describe(error)}`);
      }
    }
  }

  /** Drops the connection, or the attempt to open one, that does not answer in time, and reconnects without a pause. */
  private async check(): Promise<void> {
    const { connection, opening } = this;
    if (this.staysClosed) return;
    const frozen = { message: `the bridge did not answer within ${probeTimeout} ms: the connection was frozen` };
    if (connection.end === undefined) {
      try {
        await connection.call("bridge.ping", {}, { timeoutMs: probeTimeout });
      } catch (error) {
        // Any other failure is an answer, or ends the connection without a probe.
        if (!(error instanceof CallTimeoutError)) return;
        this.isUrgent = true;
        connection.kill(frozen);
      }
      return;
    }
    this.isUrgent = true;
    this.wake();
    if (opening === undefined) return;
    await this.pause(probeTimeout);
    if (opening === this.opening) opening.kill(frozen);
  }

  private pause(milliseconds: number, signal?: BridgeOptions["signal"]): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      signal?.addEventListener("abort", end);
    });
  }

  /** Waits, and returns whether to continue. */
  private async sleep(milliseconds: number): Promise<boolean> {
    if (this.staysClosed) return false;
    if (this.isUrgent) {
      this.isUrgent = false;
      return true;
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    return !this.staysClosed;
  }

  /** Opens a connection, restores the state of the last one, and only then uses it for calls. */
  private async connect(signal?: BridgeOptions["signal"]): Promise<EventPosition | null> {
    const options = { timeoutMs: handshakeTimeout, ...(signal && { signal }) };
    const token = await this.endpoint.token?.();
    if (this.isClosing) throw new BridgeClosedError({ message: "the bridge was closed" });
    const connection = new Connection(this.endpoint.open, token, this);
    this.opening = connection;
    try {
      const info = await this.handshake(connection, token, options);
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

  private async handshake(
    connection: Connection,
    token: string | undefined,
    options: CallOptions,
  ): Promise<BridgeInfo> {
    const isPresented = this.endpoint.presentsToken === true;
    if (token !== undefined && !isPresented) await connection.call("bridge.authenticate", { token }, options);
    const info = await connection.call<BridgeInfo>("bridge.info", {}, options);
    if (info.schemaDigest !== schemaDigest) {
      this.warn(`the bridge has version ${info.version} of the interface, this client has ${interfaceVersion}`);
    }
    const longest = info.limits?.["frameBytes"];
    if (typeof longest === "number") connection.longestMessage = longest;
    return info;
  }

  private async register(connection: Connection, info: BridgeInfo): Promise<void> {
    for (const [method, parameters] of this.registrations.toRepeat(this.info?.epoch !== info.epoch)) {
      try {
        await connection.call(method, parameters, { timeoutMs: handshakeTimeout });
      } catch (error) {
        if (!(error instanceof BridgeError)) throw error;
        this.warn(`${method} could not be registered again: ${error.message}`);
      }
    }
  }

  private async resubscribe(connection: Connection): Promise<EventPosition | null> {
    const parameters = this.subscription.resumeParameters;
    if (parameters === undefined) return null;
    return connection.call<EventPosition>("events.subscribe", parameters, { timeoutMs: handshakeTimeout });
  }
}
