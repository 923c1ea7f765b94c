import type { AbortSignalLike } from "./caller.js";

export interface BridgeOptions {
  /** If true, the client reconnects after a connection is lost or the process ends by itself (default: true). */
  reconnects?: boolean | undefined;
  /** The time limit of each call without its own `timeoutMs`. */
  callTimeoutMs?: number | undefined;
  /** Cancels the start when the signal is aborted, with a `CallAbortedError`. */
  signal?: AbortSignalLike | undefined;
  /** Waits for a bridge that does not run yet, instead of failing. Default: false. */
  waits?: boolean | undefined;
  /** Receives problems that are not errors, such as another version of the interface. Default: a warning of the process or the console. */
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
export type ConnectOptions = BridgeOptions & (SocketAddress | PortAddress | (WebSocketAddress & TokenFile));

export interface SocketAddress {
  /** The path of a Unix socket. */
  socket: string;
}

/** A token, or a function that returns it for each connection, because each start of the bridge writes a new token. */
export type Token = string | (() => string | Promise<string>);

export interface WebSocketAddress {
  /** The address of the WebSocket: `ws://127.0.0.1:8093`. */
  url: string;
  /** The content of `rpc.token` in the data directory. */
  token?: Token | undefined;
}

/** The address of a WebSocket for an app: the parts of an URL. */
export interface AppAddress {
  /** The host. Default: in development with React Native, that of the packager; otherwise `127.0.0.1`. */
  host?: string | undefined;
  /** The port (default: 8093). */
  port?: number | undefined;
  /** The content of `rpc.token` in the data directory. */
  token: Token;
}

export interface PortAddress extends TokenFile {
  /** A TCP port of this machine. */
  port: number;
  host?: string | undefined;
  /** The token of the port, if it requires one. */
  token?: Token | undefined;
}

export interface TokenFile {
  /**
   * Or the file with the token: `rpc.token` in the data directory. It is read for each connection, because each start
   * of the bridge writes a new token.
   */
  tokenFile?: string | undefined;
}
