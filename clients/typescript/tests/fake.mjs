// The peer of a client, with behaviour that the current bridge does not have.
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";

import { Bridge, schemaDigest } from "../dist/index.mjs";
import * as support from "./support.mjs";

/** The members of the `bridge.info` result that a client reads. */
export const info = { name: "altcraft-bridge", version: "0.0.0", epoch: "e-1", schemaDigest, limits: {} };

/** A bridge on a socket. Answers to methods are values, functions of the parameters, or errors; else null. */
export class FakeBridge {
  answers = { "bridge.info": info };
  calls = [];
  connections = 0;

  static async start(t, answers = {}) {
    const fake = new FakeBridge();
    Object.assign(fake.answers, answers);
    fake.path = join(await support.temporaryDirectory(t), "s");
    fake.t = t;
    const server = createServer((socket) => fake.serve(socket));
    server.listen(fake.path);
    await once(server, "listening");
    t.after(() => {
      fake.socket?.destroy();
      server.close();
    });
    return fake;
  }

  async connect(options = {}) {
    const bridge = await Bridge.connect({ socket: this.path, ...options });
    this.t.after(() => bridge.close());
    return bridge;
  }

  serve(socket) {
    this.socket = socket;
    this.connections += 1;
    let text = "";
    socket.setEncoding("utf8");
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      text += chunk;
      const lines = text.split("\n");
      text = lines.pop();
      for (const line of lines) this.received(JSON.parse(line));
    });
  }

  received(message) {
    this.calls.push(message);
    if (message.method === undefined || message.id === undefined) return;
    const known = this.answers[message.method];
    const answer = typeof known === "function" ? known(message.params) : known ?? null;
    if (answer === never) return;
    const { id } = message;
    this.send(answer instanceof Refusal ? { id, error: answer.error } : { id, result: answer });
  }

  /** Writes messages in one piece, so that they are read together. */
  send(...messages) {
    this.write(...messages.map((message) => JSON.stringify({ jsonrpc: "2.0", ...message })));
  }

  write(...lines) {
    this.socket.write(lines.map((line) => line + "\n").join(""));
  }

  event(members) {
    this.send({ method: "event", params: { epoch: "e-1", type: "event", code: 1, name: "new.one", ...members } });
  }

  /** Ends the connection, and discards its received messages. */
  drop() {
    this.calls = [];
    this.socket.destroy();
  }

  parametersOf(method) {
    return this.calls.filter((call) => call.method === method).map((call) => call.params);
  }

  get methods() {
    return this.calls.map((call) => call.method);
  }
}

/** An answer that never arrives. */
export const never = Symbol("never");

export class Refusal {
  constructor(code, message, data) {
    this.error = { code, message, data };
  }
}

/** Resolves with the next event of that name. */
export function next(bridge, name) {
  return new Promise((resolve) => {
    const stop = bridge.on(name, (event) => {
      stop();
      resolve(event);
    });
  });
}
