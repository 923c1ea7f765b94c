import type { Token } from "./options.js";
import type { OpenTransport } from "./transport.js";

/** The way to a bridge. */
export interface Endpoint {
  readonly open: OpenTransport;
  /** Returns the token, for each connection. */
  readonly token?: (() => Promise<string | undefined>) | undefined;
  /** True if `open` presents the token; otherwise it is the first message. */
  readonly presentsToken?: boolean;
  /** Calls `probe` when the connection may have been frozen. Returns a function that stops it. */
  readonly watch?: (probe: () => void) => () => void;
}

/** Returns a function that reads the token. */
export function tokenReader(token: Token | undefined): Endpoint["token"] {
  if (token === undefined) return undefined;
  return async () => (typeof token === "function" ? await token() : token);
}
