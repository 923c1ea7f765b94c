import type { Bridge } from "./bridge.js";
import { BridgeClosedError, BridgeError, describe } from "./errors.js";

/** How often work is done again when its connection is lost. */
const repetitions = 5;

/**
 * Does work that nobody waits for, again after a lost connection: it has to have a request id, or no effect when it is
 * repeated. What the SDK refuses is told by an event, all else by a warning.
 */
export async function persist(bridge: Bridge, work: (bridge: Bridge) => Promise<unknown>): Promise<void> {
  for (let count = 0; ; count += 1) {
    try {
      await work(bridge);
      return;
    } catch (error) {
      if (isOfSDK(error)) return;
      if (!(error instanceof BridgeClosedError) || count === repetitions) return warn(describe(error));
      await reconnection(bridge);
    }
  }
}

function reconnection(bridge: Bridge): Promise<void> {
  return new Promise((resolve) => {
    const stop = bridge.on("reconnected", () => {
      stop();
      resolve();
    });
  });
}

/** Null for what the SDK refuses, which is told by an event. */
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

export function warn(message: string): void {
  process.emitWarning(message, "AltcraftBridgeWarning");
}
