import { readFile } from "node:fs/promises";

import { BridgeClient } from "./client.js";
import { tokenReader } from "./endpoint.js";
import type { Endpoint } from "./endpoint.js";
import { openNodeWebSocket } from "./node-websocket.js";
import type { ConnectOptions, SpawnOptions } from "./options.js";
import { startProcess } from "./process.js";
import { ReconnectingConnection } from "./reconnecting.js";
import { connectSocket } from "./socket.js";

declare global {
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
}

/**
 * The bridge: every method of the SDK, its events, and its callbacks.
 *
 *     const bridge = await Bridge.spawn({ dataDir: "/var/lib/app/altcraft" });
 *     bridge.handle("provider.getToken", ({ provider }) => tokens[provider]);
 *     bridge.on("pushSubscribe.succeeded", (event) => console.log(event.value));
 *     await bridge.events.subscribe();
 *
 * If the connection is lost, or the process ends by itself, the client reconnects: it repeats the registrations,
 * and events resume after the last one received. Until then calls fail with a `BridgeClosedError`.
 */
export class Bridge extends BridgeClient {
  /** Starts a bridge as a child process. It ends with this process. */
  static async spawn(options: SpawnOptions = {}): Promise<Bridge> {
    const connection = new ReconnectingConnection({ open: (events) => startProcess(options, events) }, options);
    if (options.onLog !== undefined) connection.listeners.add("log", options.onLog);
    await connection.open();
    return new Bridge(connection);
  }

  /** Connects to a running bridge, on a socket, a port or a WebSocket. */
  static async connect(options: ConnectOptions): Promise<Bridge> {
    const connection = new ReconnectingConnection(endpoint(options), options);
    await connection.open();
    return new Bridge(connection);
  }

  /** Closes the client at the end of an `await using`, if Node supports it. */
  declare readonly [Symbol.asyncDispose]: () => Promise<void>;

  static {
    if (Symbol.asyncDispose !== undefined) {
      Object.defineProperty(this.prototype, Symbol.asyncDispose, { value: this.prototype.close });
    }
  }
}

function endpoint(options: ConnectOptions): Endpoint {
  if ("socket" in options) return { open: (events) => connectSocket(options, events) };
  const { tokenFile } = options;
  const token =
    tokenFile === undefined ? tokenReader(options.token) : async () => (await readFile(tokenFile, "utf8")).trim();
  if ("port" in options) return { open: (events) => connectSocket(options, events), token };
  return { open: (events, token) => openNodeWebSocket(options.url, token, events), token, presentsToken: true };
}
