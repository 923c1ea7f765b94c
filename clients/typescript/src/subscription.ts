import type { EventsSubscribeParameters } from "./generated/methods.js";
import type { EventPosition } from "./generated/types.js";

/** The subscription to events, and its position. */
export class Subscription {
  private parameters: EventsSubscribeParameters | undefined;
  private epoch = "";
  private seq = 0;

  /** Starts or restarts the subscription. */
  begin(parameters: object, position: EventPosition): void {
    this.parameters = byName(parameters);
    this.epoch = position.epoch;
    const { since } = this.parameters;
    if (since === undefined || since === null) this.seq = position.seq;
    else if (position.gap === null) this.seq = since;
    else this.seq = position.oldest === null ? position.seq : position.oldest - 1;
  }

  /** Records that the events up to that one were delivered, or are known to be missing. */
  advance(seq: number): void {
    if (seq > this.seq) this.seq = seq;
  }

  end(): void {
    this.parameters = undefined;
  }

  /** Returns the parameters that resume the subscription; undefined without one. */
  get resumeParameters(): EventsSubscribeParameters | undefined {
    return this.parameters && { ...this.parameters, since: this.seq, epoch: this.epoch };
  }
}

function byName(parameters: EventsSubscribeParameters | unknown[]): EventsSubscribeParameters {
  if (!Array.isArray(parameters)) return parameters;
  const [since, epoch, codes] = parameters;
  return { since, epoch, codes };
}
