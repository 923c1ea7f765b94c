/**
 * The functions of the Altcraft React Native SDK for Node. They start a bridge, or use that of `connect` or `useBridge`.
 */
import { randomFillSync } from "node:crypto";

import { Bridge } from "./bridge.js";
import type { AppAddress, BridgeOptions } from "./options.js";
import { setRandomSource } from "./platform.js";
import { adopt, functionsWith, startWith } from "./sdk.js";
import { addressOf } from "./subprotocol.js";

export * from "./sdk-exports.js";

setRandomSource(randomFillSync);
startWith(() => Bridge.spawn());

/**
 * Makes the functions of this module use the bridge at that WebSocket. Waits for one that does not run yet; replaces an
 * earlier connection.
 */
export function connect({ host, port, token, ...options }: AppAddress & BridgeOptions): Promise<Bridge> {
  const url = addressOf(host ?? "127.0.0.1", port);
  return adopt((signal) => Bridge.connect({ url, token, waits: true, signal, ...options }));
}

/** The SDK: all its functions. */
export const AltcraftSDK = /* @__PURE__ */ functionsWith(connect);
export default AltcraftSDK;
