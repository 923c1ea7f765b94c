// A connection to the bridge by JSON-RPC over WebSocket. It connects again by itself, with the session that the ticket
// of the address was exchanged for.

class RpcError extends Error {
  constructor(error) {
    super(error?.message ?? "the bridge is not connected");
    this.code = error?.code ?? 0;
    this.data = error?.data ?? null;
  }
}

class RpcConnection {
  // `handlers`: `state(name)` with "connecting", "open", "waiting" or "refused"; `notification(method, params)`;
  // `request(method, params)`, whose promise is the answer to a callback of the bridge.
  constructor(url, handlers) {
    this.url = url;
    this.handlers = handlers;
    this.role = null;
    this.state = "connecting";
    this.prefix = `page-${Math.random().toString(36).slice(2, 10)}-`;
    this.calls = new Map();
    this.count = 0;
    this.pause = 500;
    this.ticket = takeTicket();
    this.session = storedSession();
  }

  // True if there is something to authenticate with.
  get isInvited() { return Boolean(this.ticket || this.session); }

  get canControl() { return this.role === "control"; }

  open() {
    clearTimeout(this.timer);
    this.change("connecting");
    const socket = new WebSocket(this.url, ["altcraft-bridge.v1"]);
    this.socket = socket;
    socket.onopen = () => this.authenticate();
    socket.onmessage = event => { if (this.socket === socket) this.receive(event.data); };
    socket.onclose = () => { if (this.socket === socket) this.closed(); };
  }

  async authenticate() {
    const proof = this.ticket ? { ticket: this.ticket } : { token: this.session.token };
    this.ticket = null;
    try {
      const answer = await this.call("bridge.authenticate", proof);
      if (answer?.session) this.session = { token: answer.session, role: answer.role };
      this.role = answer?.role ?? this.session?.role ?? "observer";
      storeSession(this.session);
    } catch (error) {
      if (error.code !== -32001) return;
      // The address may have been opened again, in a page that has a session.
      if (proof.ticket && this.session) return this.authenticate();
      this.refusal = proof.ticket ? error.message : null;
      this.session = null;
      storeSession(null);
      this.change("refused");
      this.socket.close();
      return;
    }
    this.pause = 500;
    this.change("open");
  }

  closed() {
    for (const call of this.calls.values()) call.reject(new RpcError());
    this.calls.clear();
    if (this.state === "refused") return;
    if (!this.isInvited) return this.change("refused");
    this.change("waiting");
    this.timer = setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(this.pause * 1.7, 10000);
  }

  change(state) {
    if (this.state === state && state !== "connecting") return;
    this.state = state;
    this.handlers.state?.(state);
  }

  // Calls a method of the bridge. Rejects with an RpcError.
  call(method, params) {
    return new Promise((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) return reject(new RpcError());
      const id = this.prefix + ++this.count;
      this.calls.set(id, { resolve, reject });
      this.send(params === undefined ? { jsonrpc: "2.0", id, method } : { jsonrpc: "2.0", id, method, params });
    });
  }

  // Sends a message as it stands, an object or a text.
  send(message) { this.socket.send(typeof message === "string" ? message : JSON.stringify(message)); }

  receive(text) {
    const message = parsedJSON(text);
    if (message === undefined) return;
    for (const item of Array.isArray(message) ? message : [message]) {
      if (typeof item.method === "string") {
        if (item.id === undefined) this.handlers.notification?.(item.method, item.params ?? {});
        else this.answer(item);
      } else {
        const call = this.calls.get(item.id);
        this.calls.delete(item.id);
        if (item.error) call?.reject(new RpcError(item.error));
        else call?.resolve(item.result);
      }
    }
  }

  async answer(item) {
    let answer;
    try {
      if (!this.handlers.request) throw new RpcError({ code: -32601, message: "no answer" });
      answer = { jsonrpc: "2.0", id: item.id, result: await this.handlers.request(item.method, item.params ?? {}) };
    } catch (error) {
      answer = { jsonrpc: "2.0", id: item.id, error: { code: error.code || -32603, message: error.message } };
    }
    if (this.socket?.readyState === WebSocket.OPEN) this.send(answer);
  }
}

// Takes the ticket out of the address, so that it is in no history and in no bookmark.
function takeTicket() {
  const ticket = /^#ticket=([\w-]+)/.exec(location.hash)?.[1] ?? null;
  if (ticket) history.replaceState(null, "", location.pathname + location.search);
  return ticket;
}

// A page from a file has no storage in some browsers.
function storedSession() {
  try { return JSON.parse(sessionStorage.getItem("session")); } catch { return null; }
}

function storeSession(session) {
  try {
    if (session) sessionStorage.setItem("session", JSON.stringify(session));
    else sessionStorage.removeItem("session");
  } catch {}
}
