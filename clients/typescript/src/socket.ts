import { connect } from "node:net";

import type { Ending } from "./errors.js";
import { LineSplitter } from "./ndjson.js";
import type { PortAddress, SocketAddress } from "./options.js";
import { exitTimeout } from "./transport.js";
import type { Transport, TransportEvents } from "./transport.js";

/** Connects to a running bridge. */
export function connectSocket(address: SocketAddress | PortAddress, events: TransportEvents): Transport {
  const socket =
    "socket" in address
      ? connect({ path: address.socket })
      : connect({ host: address.host ?? "127.0.0.1", port: address.port });
  const lines = new LineSplitter((line) => events.line(line));
  let what = "the bridge cannot be reached";
  let ending: Ending | undefined;
  let whenOver = (): void => {};
  const over = new Promise<void>((resolve) => (whenOver = resolve));
  socket.setNoDelay();
  socket.on("connect", () => (what = "the connection to the bridge has ended"));
  socket.on("data", (chunk) => lines.push(chunk));
  socket.on("error", (cause) => (ending = { message: `${what}: ${cause.message}`, cause }));
  socket.on("close", () => {
    whenOver();
    events.closed(ending ?? { message: what });
  });
  return {
    send: (line) => void socket.write(line + "\n"),
    close: async () => {
      socket.end();
      const timer = setTimeout(() => socket.destroy(), exitTimeout);
      await over;
      clearTimeout(timer);
    },
    kill: () => socket.destroy(),
  };
}
