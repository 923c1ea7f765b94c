// Successful calls, and both ways to authenticate on a port.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";

import { Bridge, BridgeClosedError, UnauthorizedError, isKnown } from "../dist/index.mjs";
import { FakeBridge, never } from "./fake.mjs";
import * as support from "./support.mjs";

async function open(t, options = {}) {
  const dataDir = join(await support.temporaryDirectory(t), "data");
  const bridge = await Bridge.spawn({ command: support.command, dataDir, args: support.limits, ...options });
  t.after(() => bridge.close());
  return bridge;
}

test("a typed method is a function with a typed answer", async (t) => {
  const bridge = await open(t);

  assert.equal(await bridge.bridge.ping(), "pong");
  assert.deepEqual(await bridge.actionField({ key: "_fname", action: "set", value: "Ann" }), {
    _fname: { action: "set", value: "Ann" },
  });
  assert.equal((await bridge.outbox.list({ limit: 5 })).next, null);
  assert.equal((await bridge.rpc.discover()).info.title, "altcraft-bridge");
  assert.equal(bridge.info.name, "altcraft-bridge");
});

test("parameters may be given by position, and undefined ones are omitted", async (t) => {
  const bridge = await open(t);

  assert.equal(await bridge.call("setUserDefaultsValue", ["s", "k", 1]), true);
  const position = await bridge.events.subscribe({ since: undefined, codes: [200] });
  assert.equal(position.gap, null);
  assert.equal(await bridge.bridge.getUserDefaultsValue({ suiteName: "s", key: "k" }), 1);
});

test("calls run concurrently", async (t) => {
  const bridge = await open(t);
  const values = Array.from({ length: 500 }, (_, index) => index);

  const fields = await Promise.all(values.map((value) => bridge.actionField({ key: "k", action: "incr", value })));

  assert.deepEqual(fields.map((field) => field.k.value), values);
});

test("a message may have the maximum length of the bridge, in both directions", async (t) => {
  const bridge = await open(t, { args: ["--limit", "frameBytes=8000000", "--limit", "stringBytes=8000000"] });
  const long = "é<&>\u2028\u{1F600}".repeat(100_000);

  assert.deepEqual(await bridge.actionField({ key: "k", action: "set", value: long }), {
    k: { action: "set", value: long },
  });
});

test("TCP with a token, passed directly or in a file", async (t) => {
  const dataDir = join(await support.temporaryDirectory(t), "data");
  const args = ["--listen", "127.0.0.1:0", "--require-token", "--data-dir", dataDir];
  const { ready } = await support.start(t, ["serve", ...args]);
  const port = Number(ready.listen[0].split(":").at(-1));
  const tokenFile = join(dataDir, "rpc.token");
  const token = (await support.readText(tokenFile)).trim();

  for (const credentials of [{ token }, { tokenFile }]) {
    const bridge = await Bridge.connect({ port, ...credentials });
    assert.equal(await bridge.bridge.ping(), "pong");
    await bridge.close();
  }

  await assert.rejects(Bridge.connect({ port, token: "wrong" }), UnauthorizedError);
  await assert.rejects(Bridge.connect({ port }), (error) => [UnauthorizedError, BridgeClosedError].includes(error.constructor));
  await assert.rejects(Bridge.connect({ port, tokenFile: join(dataDir, "none") }), { code: "ENOENT" });
});

test("a time limit may apply to every call, and a call may have another", async (t) => {
  const fake = await FakeBridge.start(t);
  const bridge = await fake.connect({ callTimeoutMs: 20 });
  fake.answers.slow = never;

  await assert.rejects(bridge.call("slow"), /slow: no answer within 20 ms/);
  await assert.rejects(bridge.call("slow", {}, { timeoutMs: 30 }), /within 30 ms/);
});

test("an undeclared event is unknown, and a declared one has its name", async (t) => {
  const fake = await FakeBridge.start(t);
  const bridge = await fake.connect();
  const received = [];
  bridge.on("unknown", (event) => received.push(["unknown", event.name, isKnown(event)]));
  bridge.on("push.foreign", (event) => received.push(["push.foreign", event.name, isKnown(event)]));
  bridge.on("*", (event) => received.push(["*", event.name]));

  fake.event({ seq: 1, name: "new.one", value: { a: 1 } });
  fake.event({ seq: 2, name: "push.foreign", value: null });

  await support.eventually("four", () => received.length === 4);
  assert.deepEqual(received, [
    ["unknown", "new.one", false], ["*", "new.one"], ["push.foreign", "push.foreign", true], ["*", "push.foreign"],
  ]);
});
