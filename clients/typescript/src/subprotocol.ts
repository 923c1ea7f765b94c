/** The subprotocol of the bridge. */
export const subprotocol = "altcraft-bridge.v1";

/** Returns the subprotocols to offer: a browser cannot send a header with the token. */
export function offered(token: string | undefined): string[] {
  return token === undefined ? [subprotocol] : [subprotocol, `altcraft-bridge.token.${token.trim()}`];
}

/** Returns the address of the WebSocket of a bridge; the path may be left out, and the slashes, as in `serve`'s output. */
export function webSocketURL(address: string): string {
  return address.replace(/^(wss?:)(?!\/\/)/, "$1//").replace(/^(wss?:\/\/[^/]+)\/?$/, "$1/rpc");
}

/** The port that `connect` uses if it is given none. */
export const defaultPort = 8093;

/** Returns the address of the WebSocket at a host and a port. */
export function addressOf(host: string, port: number = defaultPort): string {
  return `ws://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${port}/rpc`;
}
