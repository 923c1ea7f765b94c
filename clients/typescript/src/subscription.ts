import type { EventsSubscribeParameters } from "./generated/methods.js";
import type { EventPosition } from "./generated/types.js";

/** The subscription to events, and how far it has come. */
export class Subscription {
  private parameters: EventsSubscribeParameters | undefined;
  private epoch = "";
  private seq = 0;

  /** It begins, or begins again. */
  began(parameters: object, position: EventPosition): void {
    this.parameters = byName(parameters);
    this.epoch = position.epoch;
    const { since } = this.parameters;
    if (since === undefined || since === null) this.seq = position.seq;
    else if (position.gap === null) this.seq = since;
    else this.seq = position.oldest === null ? position.seq : position.oldest - 1;
  }

  /** The events up to that one were told, or are known to be missing. */
  passed(seq: number): void {
    if (seq > this.seq) this.seq = seq;
  }

  ended(): void {
    this.parameters = undefined;
  }

  /** What to subscribe with so that it goes on where it was; undefined without a subscription. */
  get again(): EventsSubscribeParameters | undefined {
    return this.parameters && { ...this.parameters, since: this.seq, epoch: this.epoch };
  }
}

function byName(parameters: EventsSubscribeParameters | unknown[]): EventsSubscribeParameters {
  if (!Array.isArray(parameters)) return parameters;
  const [since, epoch, codes] = parameters;
  return { since, epoch, codes };
}
