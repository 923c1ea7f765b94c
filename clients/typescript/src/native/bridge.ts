import { AppState, NativeModules } from "react-native";

import { BridgeClient } from "../client.js";
import type { BridgeOptions, WebSocketAddress } from "../options.js";
import { openConnection } from "../web/endpoint.js";

/**
 * The bridge: every method of the SDK, its events, and its callbacks.
 *
 *     const bridge = await Bridge.connect({ url: "ws://10.0.2.2:8093", token });
 *     bridge.handle("provider.getJWT", () => session.jwt());
 *     await bridge.events.subscribe();
 *
 * If the connection is lost, or was frozen while the app was in the background, the client reconnects: it repeats the
 * registrations, and events resume after the last one received. Until then calls fail with a `BridgeClosedError`.
 */
export class Bridge extends BridgeClient {
  /** Connects to a running bridge, on its WebSocket. */
  static async connect(options: BridgeOptions & WebSocketAddress): Promise<Bridge> {
    return new Bridge(await openConnection(options, whenActive));
  }
}

/** Calls `listener` when the app returns to the foreground. */
function whenActive(listener: () => void): () => void {
  const subscription = AppState.addEventListener("change", (state) => {
    if (state === "active") listener();
  });
  return () => subscription.remove();
}

/** Returns the host of the packager in development: the machine that runs the bridge too. Otherwise that of this device. */
export function developmentHost(): string {
  const { __DEV__: isDevelopment } = globalThis as { __DEV__?: boolean };
  const { SourceCode } = NativeModules;
  const script = SourceCode?.scriptURL ?? SourceCode?.getConstants?.().scriptURL ?? "";
  const found = isDevelopment === true ? /^https?:\/\/(\[[^\]]*\]|[^:/]+)/.exec(script) : null;
  return found?.[1] ?? "127.0.0.1";
}
