// The WebSocket of the client in Node: frames, refusals, and a connection that does not answer.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";

import { Bridge, BridgeClosedError, schemaDigest } from "../dist/index.mjs";
import { missing } from "./engines.mjs";
import * as support from "./support.mjs";

const info = { name: "altcraft-bridge", version: "0.0.0", epoch: "e-1", schemaDigest, limits: {} };

/** A server that answers `bridge.info` and `bridge.ping`, and writes the frames of a test. */
class FakeServer {
  received = [];
  headers = [];
  connections = 0;
  /** Returns the answer to a message, or nothing. */
  answer = ({ method }) => (method === "bridge.info" ? info : "pong");

  static async start(t, refusal) {
    const fake = new FakeServer();
    const server = createServer((request, response) => {
      response.writeHead(refusal?.status ?? 404, { connection: "close" });
      response.end(refusal?.text ?? "not here\n");
    });
    server.on("upgrade", (request, socket) => fake.upgrade(request, socket, refusal));
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    t.after(() => {
      fake.socket?.destroy();
      server.close();
    });
    fake.url = `ws://127.0.0.1:${server.address().port}`;
    return fake;
  }

  upgrade(request, socket, refusal) {
    this.headers.push(request.headers);
    this.path = request.url;
    socket.on("error", () => {});
    if (refusal !== undefined) {
      return socket.end(`HTTP/1.1 ${refusal.status} No\r\nConnection: close\r\n\r\n${refusal.text ?? ""}`);
    }
    this.socket = socket;
    this.connections += 1;
    const accept = createHash("sha1")
      .update(`${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
    socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
      `Sec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: altcraft-bridge.v1\r\n\r\n`);
    let rest = Buffer.alloc(0);
    socket.on("data", (chunk) => {
      rest = this.read(Buffer.concat([rest, chunk]));
    });
  }

  /** Reads the complete frames of the client, and returns the rest. */
  read(bytes) {
    for (;;) {
      if (bytes.length < 2) return bytes;
      const short = bytes[1] & 0x7f;
      const start = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (bytes.length < start) return bytes;
      const size = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
      if (bytes.length < start + 4 + size) return bytes;
      const mask = bytes.subarray(start, start + 4);
      const payload = Buffer.from(bytes.subarray(start + 4, start + 4 + size).map((byte, index) => byte ^ mask[index & 3]));
      this.frame(bytes[0], bytes[1] & 0x80, payload);
      bytes = bytes.subarray(start + 4 + size);
    }
  }

  frame(first, masked, payload) {
    assert.ok(masked, "a frame of a client has a mask");
    const opcode = first & 0x0f;
    const message = opcode === 1 ? JSON.parse(payload) : payload;
    this.received.push({ opcode, message, size: payload.length });
    if (opcode === 8) this.socket.end(frame(8, payload));
    if (message.id === undefined) return;
    const result = this.answer(message);
    if (result !== undefined) this.socket.write(frame(1, JSON.stringify({ jsonrpc: "2.0", id: message.id, result })));
  }

  async connect(t, options = {}) {
    const bridge = await Bridge.connect({ url: this.url, ...options });
    t.after(() => bridge.close());
    return bridge;
  }
}

function frame(opcode, text, isLast = true) {
  const payload = Buffer.from(text);
  const head = [(isLast ? 0x80 : 0) | opcode];
  const { length } = payload;
  if (length < 126) head.push(length);
  else if (length < 65_536) head.push(126, length >> 8, length & 255);
  else head.push(127, 0, 0, 0, 0, ...[24, 16, 8, 0].map((bits) => (length >> bits) & 255));
  return Buffer.concat([Buffer.from(head), payload]);
}

test("the token is a subprotocol, and there is no origin", async (t) => {
  const fake = await FakeServer.start(t);
  const bridge = await fake.connect(t, { token: "secret" });

  assert.equal(await bridge.bridge.ping(), "pong");
  assert.equal(fake.path, "/rpc");
  const [headers] = fake.headers;
  assert.equal(headers["sec-websocket-protocol"], "altcraft-bridge.v1, altcraft-bridge.token.secret");
  assert.equal(headers.origin, undefined);
  assert.deepEqual(fake.received.map(({ message }) => message.method), ["bridge.info", "bridge.ping"]);
});

test("a function returns the token of each connection", async (t) => {
  const fake = await FakeServer.start(t);
  const tokens = ["one", "two"];
  const bridge = await fake.connect(t, { token: async () => tokens.shift() });
  const back = new Promise((resolve) => bridge.on("reconnected", resolve));

  fake.socket.destroy();

  await back;
  const offers = fake.headers.map((headers) => headers["sec-websocket-protocol"].split(".").at(-1));
  assert.deepEqual(offers, ["one", "two"]);
});

for (const size of [10, 125, 126, 65_535, 65_536, 300_000]) {
  test(`a message of ${size} bytes is exact in both directions`, async (t) => {
    const fake = await FakeServer.start(t);
    const text = "é".repeat(size / 2) + "a".repeat(size % 2);
    fake.answer = ({ method, params }) => (method === "bridge.info" ? info : params.text);
    const bridge = await fake.connect(t);

    assert.equal(await bridge.call("echo", { text }), text);
  });
}

test("a message in pieces, with a ping in between, arrives; each ping is answered with its bytes", async (t) => {
  const fake = await FakeServer.start(t);
  const bridge = await fake.connect(t);
  fake.answer = ({ id }) => {
    const text = JSON.stringify({ jsonrpc: "2.0", id, result: "whole é" });
    const bytes = Buffer.concat([
      frame(1, text.slice(0, 20), false), frame(9, "are you there"), frame(0, text.slice(20, 30), false), frame(0, text.slice(30)),
    ]);
    // Written byte by byte, so that each part of a frame arrives on its own.
    for (const byte of bytes) fake.socket.write(Buffer.from([byte]));
  };

  assert.equal(await bridge.call("any"), "whole é");
  const pong = await support.eventually("a pong", () => fake.received.find(({ opcode }) => opcode === 10));
  assert.equal(pong.message.toString(), "are you there");
});

test("closing waits for the answers, and ends with a close frame", async (t) => {
  const fake = await FakeServer.start(t);
  const bridge = await fake.connect(t);
  let id;
  fake.answer = (message) => void (id = message.id);
  const answer = bridge.call("slow");
  await support.eventually("the call", () => id !== undefined);

  const closed = bridge.close();
  setTimeout(() => fake.socket.write(frame(1, JSON.stringify({ jsonrpc: "2.0", id, result: "late" }))), 50);

  assert.equal(await answer, "late");
  await closed;
  const last = fake.received.at(-1);
  assert.deepEqual([last.opcode, last.message.readUInt16BE(0)], [8, 1000]);
});

for (const [what, refusal, expected] of [
  ["a status with its sentence", { status: 401, text: "the token is wrong" }, /status 401: the token is wrong/],
  ["a status alone", { status: 503 }, /status 503/],
  ["only the first line of a page", { status: 404, text: `<!doctype html>${"x".repeat(300)}\n<title>Page</title>` }, /status 404: <!doctype html>x{185}$/],
]) {
  test(`the error of a refused connection has ${what}`, async (t) => {
    const fake = await FakeServer.start(t, refusal);

    await assert.rejects(Bridge.connect({ url: fake.url, token: "x" }), (error) => {
      assert.ok(error instanceof BridgeClosedError);
      return expected.test(error.message);
    });
  });
}

test("the forms of an address that a bridge prints are accepted", async (t) => {
  const fake = await FakeServer.start(t);

  for (const url of [fake.url.replace("ws://", "ws:"), `${fake.url}/`, `${fake.url}/rpc`]) {
    const bridge = await Bridge.connect({ url, token: "x" });
    await bridge.close();
    assert.equal(fake.path, "/rpc");
  }
});

test("an address that is none, or where nothing listens, is an error", async () => {
  for (const url of ["wss://127.0.0.1:1", "127.0.0.1:1", "ws://127.0.0.1:1"]) {
    await assert.rejects(Bridge.connect({ url }), (error) => error instanceof BridgeClosedError, url);
  }
});

test("the code and the reason of a close are in the error", async (t) => {
  const fake = await FakeServer.start(t);
  fake.answer = ({ method }) => {
    if (method === "bridge.info") return info;
    fake.socket.write(frame(8, Buffer.concat([Buffer.from([1008 >> 8, 1008 & 255]), Buffer.from("too slow")])));
  };
  const bridge = await fake.connect(t, { reconnects: false });

  await assert.rejects(bridge.bridge.ping(), /1008 too slow/);
});

test("a connection that does not answer a probe is replaced at once; one that answers stays", async (t) => {
  const fake = await FakeServer.start(t);
  const bridge = await fake.connect(t);
  await bridge.probe();
  assert.equal(fake.connections, 1);
  const back = new Promise((resolve) => bridge.on("reconnected", resolve));
  const first = fake.socket;
  fake.answer = ({ method }) => (fake.socket !== first && method === "bridge.info" ? info : undefined);

  const call = bridge.call("in.flight");
  await Promise.all([bridge.probe(), bridge.probe()]);

  await assert.rejects(call, /frozen/);
  await back;
  assert.equal(fake.connections, 2);
});

test("a client may wait for a bridge that does not run yet, and reports the reason once", { skip: missing.websocket }, async (t) => {
  const directory = join(await support.temporaryDirectory(t), "data");
  const serve = (port) => support.start(t, ["serve", "--websocket", `127.0.0.1:${port}`, "--data-dir", directory]);
  const first = await serve(0);
  const port = Number(first.ready.listen[0].split(":").at(-1));
  process.kill(first.ready.pid, "SIGKILL");
  await new Promise((resolve) => first.child.once("close", resolve));
  const warnings = [];
  const onWarning = (message) => warnings.push(message);

  const connecting = Bridge.connect({ url: `ws://127.0.0.1:${port}`, tokenFile: join(directory, "rpc.token"), waits: true, onWarning });
  await support.eventually("a warning", () => warnings.length > 0);
  await serve(port);

  const bridge = await connecting;
  t.after(() => bridge.close());
  assert.equal(await bridge.bridge.ping(), "pong");
  // A bridge that is starting may refuse in another way.
  assert.equal(new Set(warnings).size, warnings.length, warnings.join("; "));
});

test("the bridge refuses a wrong token with a sentence", { skip: missing.websocket }, async (t) => {
  const directory = join(await support.temporaryDirectory(t), "data");
  const { ready } = await support.start(t, ["serve", "--websocket", "127.0.0.1:0", "--data-dir", directory]);
  const url = `ws://127.0.0.1:${ready.listen[0].split(":").at(-1)}`;

  await assert.rejects(Bridge.connect({ url, token: "wrong" }), /status 401: .*token/);
});
