// Failures of calls, and the ends of the bridge and its host.
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import {
  Bridge, BridgeClosedError, BridgeError, CallAbortedError, CallTimeoutError, OutboxFullError, TooLargeError, UnauthorizedError,
} from "../dist/index.mjs";
import { FakeBridge, Refusal, info, never } from "./fake.mjs";
import * as support from "./support.mjs";

const here = fileURLToPath(import.meta.url);
const module = join(support.root, "clients/typescript/dist/index.mjs");

async function spawn(t, options = {}) {
  const dataDir = join(await support.temporaryDirectory(t), "data");
  const bridge = await Bridge.spawn({ command: support.command, dataDir, args: support.limits, ...options });
  t.after(() => bridge.close());
  return bridge;
}

async function connect(t) {
  const directory = await support.temporaryDirectory(t);
  const socket = join(directory, "run", "s");
  const args = ["--limit", "frameBytes=20000", "--socket", socket, "--data-dir", join(directory, "data")];
  await support.start(t, ["serve", ...args]);
  const bridge = await Bridge.connect({ socket, reconnects: false });
  t.after(() => bridge.close());
  return bridge;
}

for (const [way, open] of [
  ["a process", (t) => spawn(t, { args: ["--limit", "frameBytes=20000"] })],
  ["a socket", connect],
]) {
  test(`a call larger than the longest message fails, and no other one: ${way}`, async (t) => {
    const bridge = await open(t);
    const store = (length) =>
      bridge.setUserDefaultsValue({ suiteName: "s", key: "k", value: "ä".repeat(length) }, { timeoutMs: 5000 });
    const ping = bridge.bridge.ping();

    const failure = await store(10_000).catch((error) => error);

    assert.ok(failure instanceof TooLargeError, String(failure));
    assert.deepEqual([failure.code, failure.limit, failure.max, failure.retryable], [-32003, "frameBytes", 20000, false]);
    assert.equal(await ping, "pong");
    assert.equal(await store(9900), true);
  });
}

test("the longest message that the bridge accepts is sent", async (t) => {
  const bridge = await spawn(t, { args: ["--limit", "frameBytes=20000"], reconnects: false });
  const envelope = JSON.stringify({
    jsonrpc: "2.0", id: 3, method: "setUserDefaultsValue", params: { suiteName: "s", key: "k", value: "" },
  }).length;
  const store = (length) => bridge.setUserDefaultsValue({ suiteName: "s", key: "k", value: "x".repeat(length) });
  assert.equal(await bridge.bridge.ping(), "pong");

  assert.equal(await store(20_000 - envelope), true);
  await assert.rejects(store(20_001 - envelope), TooLargeError);
});

test("a call with a value that JSON cannot express is rejected at once, and no other one", async (t) => {
  const bridge = await spawn(t);
  const store = (value) => bridge.setUserDefaultsValue({ suiteName: "s", key: "k", value }, { timeoutMs: 5000 });

  const invalidValues = ["\ud800", { "\udfff": 1 }, NaN, [Infinity], () => {}, [Symbol.iterator], { 1: 1n, 2: NaN }, circular()];
  for (const value of invalidValues) {
    await assert.rejects(store(value), (error) => error instanceof TypeError && error.stack.includes(here));
  }

  for (const value of [String.raw`\ud800`, String.raw`\\ud800`, "\u{1F600}", "\ufffd", 2n ** 63n]) {
    await store(value);
    assert.equal(await bridge.bridge.getUserDefaultsValue({ suiteName: "s", key: "k" }), value);
  }
});

function circular() {
  const value = { big: 1n };
  value.self = value;
  return value;
}

test("an error that is not an object fails its call", async (t) => {
  for (const error of ["broken", 7, false]) {
    const fake = await FakeBridge.start(t, { broken: Object.assign(new Refusal(), { error }) });
    const bridge = await fake.connect();

    await assert.rejects(bridge.call("broken"), (failure) => {
      assert.ok(failure instanceof BridgeError);
      assert.deepEqual([failure.code, failure.message], [-32603, `the bridge sent an invalid error: ${JSON.stringify(error)}`]);
      return true;
    });
  }
});

test("an error of every kind points to the line of the call", async (t) => {
  const fake = await FakeBridge.start(t, { refused: new Refusal(1, "no", { reason: "new" }), never });
  const bridge = await fake.connect();
  const controller = new AbortController();
  async function theCaller(method, options) {
    return await bridge.call(method, {}, options);
  }

  const calls = [
    theCaller("refused"),
    theCaller("never", { timeoutMs: 1 }),
    theCaller("never", { signal: controller.signal }),
    theCaller("never", { signal: AbortSignal.abort() }),
    theCaller("never"),
  ].map((call) => call.catch((error) => error));
  controller.abort(new Error("the user left"));
  await support.eventually("the calls", () => fake.methods.filter((method) => method === "never").length === 3);
  await bridge.bridge.ping();
  fake.drop();
  const errors = await Promise.all(calls);

  const kinds = [BridgeError, CallTimeoutError, CallAbortedError, CallAbortedError, BridgeClosedError];
  errors.forEach((error, index) => {
    assert.ok(error instanceof kinds[index], error.stack);
    assert.ok(error.stack.startsWith(`${error.name}: ${error.message}\n`), error.stack);
    assert.ok(error.stack.includes("theCaller") && error.stack.includes(here), error.stack);
  });
  assert.deepEqual(errors.map(({ name }) => name), [
    "BridgeError", "CallTimeoutError", "AbortError", "AbortError", "BridgeClosedError",
  ]);
  assert.equal(errors[2].cause.message, "the user left");
});

test("an error has the class of its reason, and its data is unchanged to the digit", async (t) => {
  const fake = await FakeBridge.start(t, { full: never, bare: new Refusal(-32603, "bare") });
  const bridge = await fake.connect();
  const call = bridge.call("full");
  await support.eventually("the call", () => fake.methods.includes("full"));
  const data = '{"reason":"outboxFull","retryable":true,"limit":"outboxBytes","max":18446744073709551615,"retryAfterMs":250}';
  fake.write(`{"jsonrpc":"2.0","id":${fake.calls.at(-1).id},"error":{"code":-32010,"message":"full","data":${data}}}`);

  await assert.rejects(call, (error) => {
    assert.ok(error instanceof OutboxFullError && error instanceof BridgeError && error instanceof Error);
    assert.deepEqual(
      [error.name, error.code, error.reason, error.retryable, error.limit, error.max, error.retryAfterMs],
      ["OutboxFullError", -32010, "outboxFull", true, "outboxBytes", 18446744073709551615n, 250],
    );
    return true;
  });
  await assert.rejects(bridge.call("bare"), (error) => {
    assert.deepEqual([error.constructor, error.code, error.reason, error.data], [BridgeError, -32603, "", {}]);
    return true;
  });
});

test("a call can be cancelled by a time limit and by a signal", async (t) => {
  const bridge = await spawn(t);
  await bridge.initialization({ configuration: { apiUrl: "https://platform.example", rToken: "r" } });

  await assert.rejects(bridge.pushSubscribe({ wait: "outcome" }, { timeoutMs: 50 }), CallTimeoutError);
  const controller = new AbortController();
  const call = bridge.pushSubscribe({ wait: "outcome" }, { signal: controller.signal });
  controller.abort();
  await assert.rejects(call, CallAbortedError);
  await assert.rejects(bridge.bridge.ping({ signal: controller.signal }), CallAbortedError);
  for (const timeoutMs of [10_000, Infinity, 2 ** 31]) {
    assert.equal(await bridge.bridge.ping({ timeoutMs }), "pong");
  }
});

test("a completed call leaves no listener on its signal", async (t) => {
  const fake = await FakeBridge.start(t, { refused: new Refusal(1, "no"), never });
  const bridge = await fake.connect();
  const listeners = new Set();
  const signal = {
    aborted: false,
    addEventListener: (_, listener) => listeners.add(listener),
    removeEventListener: (_, listener) => listeners.delete(listener),
  };

  await bridge.call("anything", {}, { signal });
  await assert.rejects(bridge.call("refused", {}, { signal }), BridgeError);
  await assert.rejects(bridge.call("never", {}, { signal, timeoutMs: 1 }), CallTimeoutError);
  assert.equal(listeners.size, 0);
  const call = bridge.call("never", {}, { signal });
  assert.equal(listeners.size, 1);
  fake.drop();
  await assert.rejects(call, BridgeClosedError);
  assert.equal(listeners.size, 0);
});

test("a cancelled call is cancelled at the bridge too", async (t) => {
  const fake = await FakeBridge.start(t, { never });
  const bridge = await fake.connect();
  const controller = new AbortController();
  const call = bridge.call("never", {}, { signal: controller.signal });
  controller.abort();
  await assert.rejects(call, CallAbortedError);
  await assert.rejects(bridge.call("never", {}, { timeoutMs: 1 }), CallTimeoutError);
  await bridge.bridge.ping();

  const ids = fake.calls.filter(({ method }) => method === "never").map(({ id }) => ({ id }));
  assert.deepEqual(fake.parametersOf("$/cancelRequest"), ids);
});

test("a start can be cancelled, and a failed start leaves nothing behind", async (t) => {
  const fake = await FakeBridge.start(t, { "bridge.info": never });
  const controller = new AbortController();
  const opening = Bridge.connect({ socket: fake.path, signal: controller.signal });
  await support.eventually("a question", () => fake.methods.includes("bridge.info"));
  controller.abort();
  await assert.rejects(opening, CallAbortedError);
  await support.eventually("its end", () => fake.socket.readableEnded || fake.socket.destroyed);

  fake.answers["bridge.info"] = new Refusal(-32001, "no", { reason: "unauthorized" });
  await assert.rejects(Bridge.connect({ socket: fake.path }), UnauthorizedError);
  assert.ok(fake.socket.readableEnded);
});

test("a bridge that cannot be reached or started is an error with the reason", async (t) => {
  const dataDir = join(await support.temporaryDirectory(t), "data");
  await assert.rejects(
    Bridge.connect({ socket: join(dataDir, "none") }),
    (error) => error instanceof BridgeClosedError && error.cause.code === "ENOENT" && /cannot be reached/.test(error.message),
  );
  for (const command of ["/nowhere/altcraft-bridge", "bad\0name"]) {
    await assert.rejects(
      Bridge.spawn({ command }),
      (error) => error instanceof BridgeClosedError && error.cause instanceof Error && /cannot be started/.test(error.message),
    );
  }
  await assert.rejects(
    Bridge.spawn({ command: support.command, dataDir, args: ["--limit", "nonsense=1"] }),
    (error) => error instanceof BridgeClosedError && error.exitCode === 64 && /nonsense/.test(error.stderrTail),
  );
});

test("a host without free file descriptors gets an error", async (t) => {
  const script = join(await support.temporaryDirectory(t), "host.mjs");
  await writeFile(script, `
    import { openSync } from "node:fs";
    import { Bridge } from ${JSON.stringify(module)};
    try {
      for (;;) openSync("/dev/null");
    } catch {}
    await Bridge.spawn({ command: "sh" }).catch((error) => console.log(error.name, error.cause.code));`);

  const { stdout } = await promisify(execFile)("sh", ["-c", `ulimit -n 60; exec "${process.execPath}" "${script}"`]);

  assert.equal(stdout, "BridgeClosedError EMFILE\n");
});

test("a killed process fails the calls in flight, with its signal", async (t) => {
  const bridge = await spawn(t, { reconnects: false });
  await bridge.initialization({ configuration: { apiUrl: "https://platform.example", rToken: "r" } });
  const calls = [bridge.pushSubscribe({ wait: "outcome" }), bridge.pushSuspend({ wait: "outcome" })];

  process.kill(bridge.info.pid, "SIGKILL");

  for (const call of calls) {
    await assert.rejects(call, (error) => error instanceof BridgeClosedError && error.signal === "SIGKILL");
  }
  await assert.rejects(bridge.bridge.ping(), BridgeClosedError);
});

test("the end of a process is noticed although a child holds its output open", async (t) => {
  const command = join(await support.temporaryDirectory(t), "bridge");
  await writeFile(command, '#!/bin/sh\necho "last words" >&2\nsleep 60 &\nexit 3\n');
  await chmod(command, 0o755);
  const before = Date.now();

  await assert.rejects(
    Bridge.spawn({ command }),
    (error) => error instanceof BridgeClosedError && error.exitCode === 3 && error.stderrTail === "last words",
  );
  assert.ok(Date.now() - before < 5000);
});

test("the process has its own process group, and stops in order", async (t) => {
  const bridge = await spawn(t);
  const { pid } = bridge.info;
  const group = Number(execFileSync("ps", ["-o", "pgid=", "-p", String(pid)]).toString());
  assert.equal(group, pid);
  await bridge.initialization({ configuration: { apiUrl: "https://platform.example", rToken: "r" } });
  const call = bridge.pushSubscribe({ wait: "outcome" });

  const closing = bridge.close();
  await assert.rejects(bridge.bridge.ping(), BridgeClosedError);
  await Promise.all([closing, bridge.close()]);

  assert.equal((await call).outcome.state, "pending");
  assert.throws(() => process.kill(pid, 0));
  await assert.rejects(bridge.bridge.ping(), BridgeClosedError);
  await bridge.close();
});

test("await using closes it", { skip: Symbol.asyncDispose === undefined }, async (t) => {
  const bridge = await spawn(t);

  await bridge[Symbol.asyncDispose]();

  assert.throws(() => process.kill(bridge.info.pid, 0));
});

test("the log of the process is available, and an error in its handler has no effect", async (t) => {
  const lines = [];
  const warnings = [];
  await spawn(t, {
    onLog: async (line) => {
      lines.push(line);
      throw new Error("a fault in the log");
    },
    onWarning: (message) => warnings.push(message),
  });

  await support.eventually("a ready line", () => lines.some((line) => line.includes('"ready":true')));
  assert.match(warnings.join(), /a fault in the log/);
});

test("an interface of another version is a warning", async (t) => {
  const fake = await FakeBridge.start(t, { "bridge.info": { ...info, schemaDigest: "sha256:0" } });
  const warnings = [];
  const emitted = [];
  const listener = (warning) => emitted.push(`${warning.name}: ${warning.message}`);
  process.on("warning", listener);
  t.after(() => process.off("warning", listener));

  await fake.connect({ onWarning: (message) => warnings.push(message) });
  await fake.connect();

  assert.match(warnings.join(), /version 0\.0\.0 of the interface/);
  await support.eventually("a warning of the process", () => emitted.length === 1);
  assert.match(emitted[0], /^AltcraftBridgeWarning: .*version/);
});

for (const [what, program] of [
  ["has closed the bridge", "await bridge.close();"],
  ["has closed a bridge that was killed", `
    process.kill(bridge.info.pid, "SIGKILL");
    await new Promise((resolve) => bridge.on("disconnected", resolve));
    await bridge.close();`],
  ["gave a call up", "await bridge.bridge.ping({ timeoutMs: 60_000 }); await bridge.close();"],
]) {
  test(`a host exits by itself when it ${what}`, async (t) => {
    const directory = await support.temporaryDirectory(t);
    const script = join(directory, "host.mjs");
    await writeFile(script, `
      import { Bridge } from ${JSON.stringify(module)};
      const bridge = await Bridge.spawn({ dataDir: ${JSON.stringify(join(directory, "data"))} });
      ${program}
      console.log("done");`);
    const env = { ...process.env, ALTCRAFT_BRIDGE: support.command };

    const { stdout, stderr } = await promisify(execFile)(process.execPath, [script], { env, timeout: 5000 });

    assert.deepEqual([stdout, stderr], ["done\n", ""]);
  });
}

test("a bridge exits with its host, for any end of the host", async (t) => {
  const directory = await support.temporaryDirectory(t);
  const script = join(directory, "host.mjs");
  await writeFile(script, `
    import { Bridge } from ${JSON.stringify(module)};
    const bridge = await Bridge.spawn({ dataDir: ${JSON.stringify(join(directory, "data"))} });
    console.log(bridge.info.pid);
    process.kill(process.pid, "SIGKILL");`);
  const env = { ...process.env, ALTCRAFT_BRIDGE: support.command };

  const { stdout } = await promisify(execFile)(process.execPath, [script], { env, timeout: 10_000 }).catch((error) => error);

  await support.eventually("the end of the bridge", () => {
    try {
      return !process.kill(Number(stdout), 0);
    } catch {
      return true;
    }
  });
});
