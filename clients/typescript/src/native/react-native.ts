/** The functions of the Altcraft React Native SDK for React Native. They use the bridge of `connect` or `useBridge`. */
import { Bridge, developmentHost } from "./bridge.js";
import type { AppAddress, BridgeOptions } from "../options.js";
import { adopt, functionsWith } from "../sdk.js";
import { addressOf } from "../subprotocol.js";

export * from "../sdk-exports.js";

/**
 * Makes the functions of this module use the bridge at that WebSocket. Waits for one that does not run yet; replaces an
 * earlier connection.
 */
export function connect({ host, port, token, ...options }: AppAddress & BridgeOptions): Promise<Bridge> {
  const url = addressOf(host ?? developmentHost(), port);
  return adopt((signal) => Bridge.connect({ url, token, waits: true, signal, ...options }));
}

/** The SDK: all its functions. */
export const AltcraftSDK = /* @__PURE__ */ functionsWith(connect);
export default AltcraftSDK;
