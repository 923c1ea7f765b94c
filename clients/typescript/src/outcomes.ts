import { BridgeClosedError } from "./errors.js";
import type { NumberedOutcome } from "./generated/types.js";
import type { ReconnectingConnection } from "./reconnecting.js";

/** Outcomes that are no longer kept, by their numbers. */
export interface OutcomeGap {
  readonly from: number;
  readonly to: number;
}

export interface OutcomeStreamOptions {
  /** The number of the last outcome that the host has processed; 0 for all that are kept, without it only new ones. */
  after?: number;
  /** Receives outcomes that are no longer kept, before those that follow them; by default there is a warning. */
  onGap?: (gap: OutcomeGap) => unknown;
}

type Item = { outcome: NumberedOutcome } | { gap: OutcomeGap } | "reconnected" | "closed";

/**
 * The queue of what the connection reports. It is not a part of the generator: the QuickJS of 2021 loses the variables that a
 * suspended generator shares with its closures.
 */
function queueOf(listeners: ReconnectingConnection["listeners"]): { next(): Promise<Item>; end(): void } {
  const items: Item[] = [];
  let wake = (): void => {};
  const put = (item: Item): void => {
    items.push(item);
    wake();
  };
  const removals = [
    listeners.add("outcome", (outcome: NumberedOutcome) => put({ outcome })),
    listeners.add("outcomeGap", (gap: OutcomeGap) => put({ gap })),
    listeners.add("reconnected", () => put("reconnected")),
    listeners.add("closed", () => put("closed")),
  ];
  return {
    async next() {
      while (items.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return items.shift() as Item;
    },
    end() {
      for (const remove of removals) remove();
    },
  };
}

/** Reads the outcomes in order, over lost connections, until the client is closed. */
export async function* outcomeStream(
  connection: ReconnectingConnection,
  options: OutcomeStreamOptions,
): AsyncGenerator<NumberedOutcome, void, undefined> {
  const queue = queueOf(connection.listeners);
  const subscribe = (parameters: object): Promise<{ last: number }> => connection.call("outcomes.subscribe", parameters);
  try {
    const { after } = options;
    let last = (await subscribe(after === undefined ? {} : { after })).last;
    if (after !== undefined) last = after;
    for (;;) {
      const item = await queue.next();
      if (item === "closed") {
        return;
      } else if (item === "reconnected") {
        try {
          await subscribe({ after: last });
        } catch (error) {
          // The connection was lost again.
          if (!(error instanceof BridgeClosedError)) throw error;
        }
      } else if ("gap" in item) {
        if (item.gap.to <= last) continue;
        if (options.onGap === undefined) connection.warn(`the outcomes ${item.gap.from} to ${item.gap.to} are no longer kept`);
        else await options.onGap(item.gap);
        last = item.gap.to;
      } else if (item.outcome.outcome > last) {
        last = item.outcome.outcome;
        yield item.outcome;
      }
    }
  } finally {
    queue.end();
    connection.call("outcomes.unsubscribe").catch(() => {});
  }
}
