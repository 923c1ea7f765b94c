import type { BridgeClient } from "./client.js";
import { BridgeClosedError, BridgeError, describe } from "./errors.js";
import { warn } from "./platform.js";

/** The number of repetitions after a lost connection. */
const repetitions = 5;

/**
 * Performs a call in the background, and repeats it after a lost connection: it must have a request id, or be safe to
 * repeat. An event reports a refusal by the SDK, and a warning any other error.
 */
export async function persist(bridge: BridgeClient, call: (bridge: BridgeClient) => Promise<unknown>): Promise<void> {
  for (let count = 0; ; count += 1) {
    try {
      await call(bridge);
      return;
    } catch (error) {
      if (isOfSDK(error)) return;
      if (!(error instanceof BridgeClosedError) || count === repetitions) return warn(describe(error));
      await reconnection(bridge);
    }
  }
}

function reconnection(bridge: BridgeClient): Promise<void> {
  return new Promise((resolve) => {
    const stop = bridge.on("reconnected", () => {
      stop();
      resolve();
    });
  });
}

/** Returns null for a refusal by the SDK, which an event reports. */
export async function orNull<Result>(answer: Promise<Result>): Promise<Result | null> {
  try {
    return await answer;
  } catch (error) {
    if (isOfSDK(error)) return null;
    throw error;
  }
}

/** The codes of the SDK's events are positive, those of the protocol and the bridge negative. */
function isOfSDK(error: unknown): boolean {
  return error instanceof BridgeError && error.code > 0;
}
