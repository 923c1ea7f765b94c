import { BridgeClosedError, describe } from "../errors.js";
import type { Ending } from "../errors.js";
import { offered, webSocketURL } from "../subprotocol.js";
import { exitTimeout } from "../transport.js";
import type { Transport, TransportEvents } from "../transport.js";

/** Connects to a running bridge with the WebSocket of a browser or of React Native. */
export function openWebSocket(address: string, token: string | undefined, events: TransportEvents): Transport {
  const url = webSocketURL(address);
  // A browser does not report the status and the text of a refusal.
  const unreachable = `the bridge at ${url} cannot be reached, or refuses the token or the origin of the page`;
  const socket = open(url, token, unreachable);
  let waiting: string[] | undefined = [];
  let detail = "";
  let isOver = false;
  let whenOver = (): void => {};
  const over = new Promise<void>((resolve) => (whenOver = resolve));
  const finish = (ending: Ending): void => {
    if (isOver) return;
    isOver = true;
    whenOver();
    events.closed(ending);
  };
  socket.onopen = () => {
    const lines = waiting ?? [];
    waiting = undefined;
    for (const line of lines) socket.send(line);
  };
  socket.onmessage = ({ data }) => {
    if (!isOver && typeof data === "string") events.line(data);
  };
  socket.onerror = ({ message }) => {
    if (message) detail = `: ${message}`;
  };
  socket.onclose = ({ code, reason }) => {
    const ended = `the connection to the bridge has ended: ${code} ${reason ?? ""}`.trim();
    finish({ message: waiting === undefined ? ended : unreachable + detail });
  };
  return {
    closesBothWays: true,
    send: (line) => {
      if (waiting !== undefined) waiting.push(line);
      else if (!isOver) socket.send(line);
    },
    close: async () => {
      socket.close(1000);
      const timer = setTimeout(() => finish({ message: "the bridge was closed" }), exitTimeout);
      await over;
      clearTimeout(timer);
    },
    kill: () => {
      // A frozen socket reports its end only after a long time.
      finish({ message: "the connection to the bridge was dropped" });
      socket.close();
    },
  };
}

function open(url: string, token: string | undefined, unreachable: string): WebSocket {
  try {
    return new WebSocket(url, offered(token));
  } catch (cause) {
    throw new BridgeClosedError({ message: `${unreachable}: ${describe(cause)}`, cause });
  }
}
