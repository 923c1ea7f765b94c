// What is this client's own: options, errors, endings, numbers, both kinds of module, and the React Native names.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";

import * as esm from "../dist/esm/index.js";
import { parseJSON, stringifyJSON } from "../dist/esm/json.js";
import * as reactNative from "../dist/esm/react-native.js";
import { LineSplitter } from "../dist/esm/transport.js";
import * as support from "./support.mjs";

const { Bridge, BridgeClosedError, CallAbortedError, CallTimeoutError } = esm;

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
  assert.equal(bridge.info.name, "altcraft-bridge");
});

test("a call can be given up after a time, and by a signal", async (t) => {
  const bridge = await open(t);
  await bridge.initialization({ configuration: { apiUrl: "https://platform.example", rToken: "r" } });

  await assert.rejects(bridge.pushSubscribe({ wait: "outcome" }, { timeoutMs: 50 }), CallTimeoutError);
  const controller = new AbortController();
  const call = bridge.pushSubscribe({ wait: "outcome" }, { signal: controller.signal });
  controller.abort();
  await assert.rejects(call, CallAbortedError);
  await assert.rejects(bridge.bridge.ping({ signal: controller.signal }), CallAbortedError);
  assert.equal(await bridge.bridge.ping({ timeoutMs: 10_000 }), "pong");
});

test("a process that cannot start or ends by itself says how, and what it said last", async (t) => {
  const dataDir = join(await support.temporaryDirectory(t), "data");
  await assert.rejects(Bridge.spawn({ command: "/nowhere/altcraft-bridge" }), /cannot be started/);
  await assert.rejects(
    Bridge.spawn({ command: support.command, dataDir, args: ["--limit", "nonsense=1"] }),
    (error) => error instanceof BridgeClosedError && error.exitCode === 64 && /nonsense/.test(error.stderrTail),
  );
});

test("a process that is killed fails what is in flight, with its signal", async (t) => {
  const bridge = await open(t, { reconnects: false });
  await bridge.initialization({ configuration: { apiUrl: "https://platform.example", rToken: "r" } });
  const waiting = bridge.pushSubscribe({ wait: "outcome" });

  process.kill(bridge.info.pid, "SIGKILL");

  await assert.rejects(waiting, (error) => error instanceof BridgeClosedError && error.signal === "SIGKILL");
  await assert.rejects(bridge.bridge.ping(), BridgeClosedError);
});

test("closing ends the process in an orderly way", async (t) => {
  const bridge = await open(t);
  const { pid } = bridge.info;

  await bridge.close();

  assert.throws(() => process.kill(pid, 0));
  await assert.rejects(bridge.bridge.ping(), BridgeClosedError);
});

test("what the process logs can be had", async (t) => {
  const lines = [];
  await open(t, { onLog: (line) => lines.push(line) });

  await support.eventually("a ready line", () => lines.some((line) => line.includes('"ready":true')));
});

test("TCP with a token", async (t) => {
  const dataDir = join(await support.temporaryDirectory(t), "data");
  const args = ["--listen", "127.0.0.1:0", "--require-token", "--data-dir", dataDir];
  const { ready } = await support.start(t, ["serve", ...args]);
  const port = Number(ready.listen[0].split(":").at(-1));
  const token = await Bridge.readToken(join(dataDir, "rpc.token"));

  const bridge = await Bridge.connect({ port, token });
  t.after(() => bridge.close());

  assert.equal(await bridge.bridge.ping(), "pong");
  await assert.rejects(Bridge.connect({ port, token: "wrong", reconnects: false }), esm.UnauthorizedError);
});

test("an interface of another version is a warning", async (t) => {
  const warnings = [];
  const { Connection } = await import("../dist/esm/connection.js");
  const original = Connection.prototype.call;
  t.after(() => (Connection.prototype.call = original));
  Connection.prototype.call = async function (method, ...rest) {
    const result = await original.call(this, method, ...rest);
    return method === "bridge.info" ? { ...result, schemaDigest: "sha256:0" } : result;
  };

  await open(t, { onWarning: (message) => warnings.push(message) });

  assert.match(warnings.join(), /version .* of the interface/);
});

test("an event nobody knows is unknown, and throws nothing", async (t) => {
  const bridge = await open(t);
  const unknown = [];
  bridge.on("unknown", (event) => unknown.push(event.name));
  bridge.on("unknown", () => {
    throw new Error("a listener's own fault");
  });
  const event = { epoch: "e", seq: 1, type: "event", code: 999, name: "new.one", value: { a: 1 } };

  bridge.line.told("event", event);
  bridge.line.told("some.notice", {});

  assert.deepEqual(unknown, ["new.one"]);
  assert.equal(esm.isKnown(event), false);
});

test("integers of any size are read and written digit for digit", () => {
  for (const text of ["9007199254740993", "-9223372036854775808", "18446744073709551615", "1", "0.1"]) {
    assert.equal(stringifyJSON(parseJSON(text)), text);
  }
  assert.equal(parseJSON('{"a":[9007199254740993]}').a[0], 9007199254740993n);
  assert.equal(stringifyJSON({ a: [1n, { b: 2n ** 64n - 1n, c: undefined }] }), '{"a":[1,{"b":18446744073709551615}]}');
  const tricky = String.raw`{"n": 12345678901234567890, "s": "12345678901234567890 \" ] }", "e": [], "o": {}, "__proto__": 1}`;
  assert.deepEqual(Object.entries(parseJSON(tricky)), [
    ["n", 12345678901234567890n], ["s", '12345678901234567890 " ] }'], ["e", []], ["o", {}], ["__proto__", 1],
  ]);
  for (const bad of ["1234567890123456x", "[1234567890123456", '{"a":1234567890123456,}', "12345678901234567890 1"]) {
    assert.throws(() => parseJSON(bad), SyntaxError, bad);
  }
});

test("lines may be long, and may come in any pieces", () => {
  const lines = [];
  const splitter = new LineSplitter((line) => lines.push(line));
  const long = "x".repeat(5_000_000);
  const bytes = Buffer.from(`a\n\u{1F600}\n${long}\nrest`);
  for (let at = 0; at < bytes.length; at += 65_537) splitter.push(bytes.subarray(at, at + 65_537));
  splitter.flush();
  assert.deepEqual(lines.map((line) => line.length), [1, 2, 5_000_000, 4]);
});

test("it can be required as well as imported", () => {
  const require = createRequire(import.meta.url);
  const cjs = require("../dist/cjs/index.js");
  assert.deepEqual(Object.keys(cjs).sort(), Object.keys(esm).sort());
});

test("the React Native functions keep their names, order and emitter", async (t) => {
  const platform = await support.startPlatform(t);
  const bridge = await open(t);
  reactNative.useBridge(bridge);
  const events = [];
  const emitted = [];
  reactNative.subscribeToEvents((event) => events.push(event));
  const subscription = reactNative.SDKEventEmitter.addListener("AltcraftSdkEvent", (event) => emitted.push(event));
  await reactNative.initialize({ apiUrl: platform, rToken: "r", android_icon: null });
  await reactNative.setPushToken("ios-firebase", "t-1");

  reactNative.pushSubscribe(true, { _fname: "Ann" }, { plan: "pro", count: 3 }, ["news"], false, true);
  reactNative.mobileEvent("px", "buy", null, { price: 1.5 }, null, null, null, { type: "email", resource_id: 1, email: "a@b.c" });

  await support.eventually("both are told", () => [230, 237].every((code) => events.some((event) => event.code === code)));
  assert.ok(emitted.length > 0);
  subscription.remove();
  const { requests } = await (await fetch(`${platform}/__requests`)).json();
  const subscribe = requests.find((request) => request.path.includes("/subscribe/"));
  assert.deepEqual(subscribe.body.profile_fields, { _fname: "Ann" });
  assert.equal(subscribe.body.subscription.fields.count, 3);
  assert.equal(subscribe.body.skip_triggers, true);
  assert.equal((await reactNative.getPushToken()).token, "t-1");
  assert.equal((await reactNative.getStatusOfLatestSubscription()).httpCode, 200);
});

test("the example logs in and out, and survives a restart of the bridge", { timeout: 60_000 }, async (t) => {
  const platform = await support.startPlatform(t);
  const dataDir = join(await support.temporaryDirectory(t), "data");
  const script = join(support.root, "clients/typescript/examples/login.mjs");
  const env = { ...process.env, ALTCRAFT_BRIDGE: support.command };

  const said = execFileSync(process.execPath, [script, platform, dataDir], { env }).toString();

  const story = said.split("\n").filter((line) => !line.includes("event"));
  assert.deepEqual(story, [
    "anonymous:", "  subscribed", "logged in:", "  subscribed", "the bridge is killed:", "logged out:", "  subscribed", "",
  ]);
  assert.ok(said.includes("event 230 pushSubscribe.succeeded") && said.includes("event 234 unSuspend.succeeded"));
});

test("the five lines of the README work when pasted", { timeout: 60_000 }, async (t) => {
  const platform = await support.startPlatform(t);
  const directory = await support.temporaryDirectory(t);
  const readme = await support.readText(join(support.root, "clients/typescript/README.md"));
  const lines = /```ts\n([^]*?)```/.exec(readme)[1];
  const module = join(support.root, "clients/typescript/dist/esm/index.js");
  const pasted = lines.replace('"altcraft-bridge"', JSON.stringify(module)).replace("https://pxl.example.com", platform);
  await writeFile(join(directory, "pasted.mjs"), pasted);
  const env = { ...process.env, ALTCRAFT_BRIDGE: support.command };

  const said = execFileSync(process.execPath, ["pasted.mjs"], { cwd: directory, env }).toString();

  assert.match(said, /state: 'delivered'/);
});
