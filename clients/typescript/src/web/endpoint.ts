import { tokenReader } from "../endpoint.js";
import type { Endpoint } from "../endpoint.js";
import type { BridgeOptions, WebSocketAddress } from "../options.js";
import { ReconnectingConnection } from "../reconnecting.js";
import { openWebSocket } from "./socket.js";

/** Connects to a running bridge; `watch` calls its argument when the app returns to the foreground. */
export async function openConnection(
  options: BridgeOptions & WebSocketAddress,
  watch: NonNullable<Endpoint["watch"]>,
): Promise<ReconnectingConnection> {
  const endpoint: Endpoint = {
    open: (events, token) => openWebSocket(options.url, token, events),
    token: tokenReader(options.token),
    presentsToken: true,
    watch,
  };
  const connection = new ReconnectingConnection(endpoint, options);
  await connection.open();
  return connection;
}
