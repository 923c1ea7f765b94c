import { BridgeClient } from "../client.js";
import type { BridgeOptions, WebSocketAddress } from "../options.js";
import { openConnection } from "./endpoint.js";

/**
 * The bridge: every method of the SDK, its events, and its callbacks.
 *
 *     const bridge = await Bridge.connect({ url: "ws://127.0.0.1:8093", token });
 *     bridge.handle("provider.getJWT", () => session.jwt());
 *     await bridge.events.subscribe();
 *
 * If the connection is lost, or was frozen while the page was hidden, the client reconnects: it repeats the
 * registrations, and events resume after the last one received. Until then calls fail with a `BridgeClosedError`.
 */
export class Bridge extends BridgeClient {
  /** Connects to a running bridge, on its WebSocket. */
  static async connect(options: BridgeOptions & WebSocketAddress): Promise<Bridge> {
    return new Bridge(await openConnection(options, whenVisible));
  }
}

/** Calls `listener` when the page becomes visible, or the network is back. */
function whenVisible(listener: () => void): () => void {
  // A worker has no document.
  const { document } = globalThis as { document?: EventTargetLike & { readonly visibilityState: string } };
  const page = globalThis as unknown as Partial<EventTargetLike>;
  const changed = (): void => {
    if (document?.visibilityState === "visible") listener();
  };
  document?.addEventListener("visibilitychange", changed);
  for (const type of ["pageshow", "online"]) page.addEventListener?.(type, listener);
  return () => {
    document?.removeEventListener("visibilitychange", changed);
    for (const type of ["pageshow", "online"]) page.removeEventListener?.(type, listener);
  };
}
