import type { AbortSignalLike } from "./caller.js";

export interface BridgeOptions {
  /** If true, the client reconnects after a connection is lost or the process ends by itself (default: true). */
  reconnects?: boolean | undefined;
  /** The time limit of each call without its own `timeoutMs`. */
  callTimeoutMs?: number | undefined;
  /** Cancels the start when the signal is aborted, with a `CallAbortedError`. */
  signal?: AbortSignalLike | undefined;
  /** Receives problems that are not errors, such as another version of the interface. Default: a process warning. */
  onWarning?: ((message: string) => void) | undefined;
}

/** Options for starting a bridge. */
export interface SpawnOptions extends BridgeOptions {
  /** The program; by default `ALTCRAFT_BRIDGE`, that of this package, or the one on the PATH. */
  command?: string | undefined;
  /** The data directory of the bridge. */
  dataDir?: string | undefined;
  /** More arguments for `serve`. */
  args?: readonly string[] | undefined;
  /** Additional environment variables. */
  env?: Readonly<Record<string, string>> | undefined;
  /** Receives each line of the standard error of the process. */
  onLog?: ((line: string) => unknown) | undefined;
}

/** The address of a running bridge. */
export type ConnectOptions = BridgeOptions & (SocketAddress | PortAddress);

export interface SocketAddress {
  /** The path of a Unix socket. */
  socket: string;
}

export interface PortAddress {
  /** A TCP port of this machine. */
  port: number;
  host?: string | undefined;
  /** The token of the port, if it requires one. */
  token?: string | undefined;
  /**
   * Or the file with the token: `rpc.token` in the data directory. It is read for each connection, because each start
   * of the bridge writes a new token.
   */
  tokenFile?: string | undefined;
}
