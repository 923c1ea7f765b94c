import type { Ending } from "./errors.js";

/** A bidirectional stream of lines to the bridge. */
export interface Transport {
  /** True if `close` ends both directions, so that answers must arrive before. */
  readonly closesBothWays?: boolean;
  send(line: string): void;
  /** Closes the write side; resolves when the other side has ended, or its time is over. */
  close(): Promise<void>;
  /** Ends the stream immediately. */
  kill(): void;
}

export interface TransportEvents {
  line(text: string): void;
  /** A line for people, from the standard error of the process. */
  logged(line: string): void;
  /** Called once, when no further line will arrive. */
  closed(ending: Ending): void;
}

export type OpenTransport = (events: TransportEvents, token: string | undefined) => Transport;

/** The time that the other side may take to end by itself, in milliseconds. */
export const exitTimeout = 6000;
