// The globals of React Native 0.72 that a client without native modules can use: timers, WebSocket, AppState. Functions
// whose names begin with host_ are those of quickjs_host.py. There is no crypto, URL, TextEncoder or AbortController.
{
  const bodies = new Map();
  const sockets = new Map();
  let last = 0;
  const global = globalThis;
  global.setTimeout = (body, milliseconds = 0) => {
    last += 1;
    bodies.set(last, body);
    host_timer(last, milliseconds);
    return last;
  };
  global.clearTimeout = (id) => void bodies.delete(id);
  global.setImmediate = (body) => global.setTimeout(body, 0);
  global.console = { log: (text) => host_log(String(text)), warn: (text) => host_log(`warning: ${text}`) };
  global.__DEV__ = true;
  // Object.hasOwn is missing in this engine, as in older ones of React Native.

  const listeners = new Set();
  global.reactNative = {
    AppState: {
      addEventListener(type, listener) {
        if (type !== "change") throw new Error(type);
        listeners.add(listener);
        return { remove: () => void listeners.delete(listener) };
      },
    },
    NativeModules: { SourceCode: { scriptURL: "http://[::1]:8081/index.bundle?platform=android" } },
  };

  global.WebSocket = class WebSocket {
    constructor(url, protocols) {
      last += 1;
      this.id = last;
      this.readyState = 0;
      sockets.set(this.id, this);
      host_connect(this.id, url, protocols.join(", "));
    }
    send(text) {
      if (this.readyState === 0) throw new Error("INVALID_STATE_ERR");
      if (this.readyState === 1) host_send(this.id, text);
    }
    close(code = 1000) {
      if (this.readyState > 1) return;
      this.readyState = 2;
      host_close(this.id, code);
    }
  };

  global.testHost = {
    tell: (text) => host_tell(text),
    foreground() {
      for (const state of ["background", "active"]) for (const listener of [...listeners]) listener(state);
    },
  };

  /** Called by the host. */
  global.host_event = (kind, id, detail, code) => {
    if (kind === "command") return void global.testHost.received(detail);
    if (kind === "timer") {
      const body = bodies.get(id);
      bodies.delete(id);
      return void body?.();
    }
    const socket = sockets.get(id);
    if (kind === "open") socket.readyState = 1;
    if (kind === "close") {
      socket.readyState = 3;
      sockets.delete(id);
    }
    const event = { data: detail, message: detail, reason: detail, code };
    socket[`on${kind}`]?.(event);
  };
}
