import type { Ending } from "./errors.js";

/** A way to the bridge and back, line by line. */
export interface Transport {
  send(line: string): void;
  /** Says that nothing more will be sent; resolves when the other side is done, or has taken too long. */
  close(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
}

export interface TransportEvents {
  line(text: string): void;
  /** The other side wrote that for people. */
  logged(line: string): void;
  /** Once, when no line will come any more. */
  closed(ending: Ending): void;
}

export type OpenTransport = (events: TransportEvents) => Transport;

/** How many milliseconds the other side may take to end by itself. */
export const patience = 6000;
