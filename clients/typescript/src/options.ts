import type { AbortSignalLike } from "./caller.js";

export interface BridgeOptions {
  /** Whether to come back after a connection is lost or the process has ended by itself (true). */
  reconnects?: boolean | undefined;
  /** Limits each call that names no `timeoutMs` of its own. */
  callTimeoutMs?: number | undefined;
  /** Gives the start up when it is aborted, with a `CallAbortedError`. */
  signal?: AbortSignalLike | undefined;
  /** Told of what is no error, as an interface of another version. By default a warning of the process. */
  onWarning?: ((message: string) => void) | undefined;
}

/** How a bridge of our own is started. */
export interface SpawnOptions extends BridgeOptions {
  /** The program; by default `ALTCRAFT_BRIDGE`, that of this package, or the one on the PATH. */
  command?: string | undefined;
  /** Where work is kept. */
  dataDir?: string | undefined;
  /** More arguments for `serve`. */
  args?: readonly string[] | undefined;
  /** Variables beside those of this process. */
  env?: Readonly<Record<string, string>> | undefined;
  /** Gets each line of the standard error of the process. */
  onLog?: ((line: string) => unknown) | undefined;
}

/** Where a bridge is that runs already. */
export type ConnectOptions = BridgeOptions & (SocketAddress | PortAddress);

export interface SocketAddress {
  /** The path of a Unix socket. */
  socket: string;
}

export interface PortAddress {
  /** A TCP port of this machine. */
  port: number;
  host?: string | undefined;
  /** The token of the port, where it asks for one. */
  token?: string | undefined;
  /**
   * Or the file that has it: `rpc.token` in the data directory. It is read at each connection, for each start
   * of the bridge makes a new one.
   */
  tokenFile?: string | undefined;
}
