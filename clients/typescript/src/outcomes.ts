import { BridgeClosedError } from "./errors.js";
import type { NumberedOutcome } from "./generated/types.js";
import type { ReconnectingConnection } from "./reconnecting.js";

/**
 * Outcomes that are no longer kept, by their numbers. With the reason "rolledBack" the position is not of this data
 * directory, because an older copy of it was put back: all kept outcomes follow.
 */
export interface OutcomeGap {
  readonly epoch: string;
  readonly from: number;
  readonly to: number;
  readonly reason: "notKept" | "rolledBack";
}

export interface OutcomeStreamOptions {
  /** The number of the last outcome that the host has processed; 0 for all that are kept, without it only new ones. */
  after?: number;
  /** The `epoch` of that outcome. With it the stream notices that an older copy of the data directory was put back. */
  epoch?: string;
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

const position = (after?: number, epoch?: string): object => ({
  ...(after === undefined ? {} : { after }),
  ...(epoch === undefined ? {} : { epoch }),
});

/** Reads the outcomes in order, over lost connections, until the client is closed. */
export async function* outcomeStream(
  connection: ReconnectingConnection,
  options: OutcomeStreamOptions,
): AsyncGenerator<NumberedOutcome, void, undefined> {
  const queue = queueOf(connection.listeners);
  const subscribe = (parameters: object): Promise<{ last: number; epoch: string }> => connection.call("outcomes.subscribe", parameters);
  try {
    const { after, epoch: start } = options;
    let { last, epoch }: { last: number; epoch: string | undefined } = await subscribe(position(after, start));
    if (after !== undefined) [last, epoch] = [after, start];
    for (;;) {
      const item = await queue.next();
      if (item === "closed") {
        return;
      } else if (item === "reconnected") {
        try {
          await subscribe(position(last, epoch));
        } catch (error) {
          // The connection was lost again.
          if (!(error instanceof BridgeClosedError)) throw error;
        }
      } else if ("gap" in item) {
        if (item.gap.to <= last && item.gap.reason !== "rolledBack") continue;
        if (options.onGap === undefined) connection.warn(`the outcomes ${item.gap.from} to ${item.gap.to} are no longer kept`);
        else await options.onGap(item.gap);
        [last, epoch] = [item.gap.to, item.gap.epoch];
      } else if (item.outcome.outcome > last) {
        [last, epoch] = [item.outcome.outcome, item.outcome.epoch];
        yield item.outcome;
      }
    }
  } finally {
    queue.end();
    connection.call("outcomes.unsubscribe").catch(() => {});
  }
}
