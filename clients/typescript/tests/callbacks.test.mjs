// Handlers and listeners of a host: for any behaviour of theirs, the bridge gets an answer and the host keeps running.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";

import { Bridge, BridgeClosedError, BridgeError, CallbackTimeoutError, UserTagMissingError } from "../dist/index.mjs";
import { FakeBridge, info, never, next } from "./fake.mjs";
import * as support from "./support.mjs";

const jwt = `e30.${Buffer.from(JSON.stringify({
  matching: JSON.stringify({ db_id: 1, matching: "email", email: "a@b.c" }),
})).toString("base64url")}.sig`;

/** Fails the test on an uncaught error. */
function watch(t) {
  const uncaught = [];
  const listener = (error) => uncaught.push(error);
  process.on("unhandledRejection", listener).on("uncaughtException", listener);
  t.after(() => {
    process.off("unhandledRejection", listener).off("uncaughtException", listener);
    assert.deepEqual(uncaught, []);
  });
}

async function answerTo(fake, id, method, params = {}) {
  fake.send({ id, method, params });
  return support.eventually(`an answer to ${id}`, () => fake.calls.find((call) => call.id === id && !call.method));
}

const circular = {};
circular.self = circular;

for (const [what, handler, expected] of [
  ["at once", () => "token", { result: "token" }],
  ["later", async ({ provider }) => `${provider}-token`, { result: "ios-apns-token" }],
  ["with something that has a then", () => ({ then: (resolve) => resolve("token") }), { result: "token" }],
  ["with nothing", () => undefined, { result: null }],
  ["by throwing", () => { throw new Error("signed out"); }, { error: { code: -32000, message: "signed out" } }],
  ["by rejecting", async () => { throw new Error("signed out"); }, { error: { code: -32000, message: "signed out" } }],
  ["by throwing a value that is not an error", () => { throw "no"; }, { error: { code: -32000, message: "no" } }],
  ["by throwing what has no text", () => { throw Object.create(null); }, { error: { code: -32000, message: "it failed" } }],
  ["with a value that JSON does not allow", () => circular, { error: { code: -32000 } }],
  ["with a function", () => () => "token", { error: { code: -32000 } }],
  ["with more than a message holds", () => "x".repeat(1000), { error: { code: -32000 } }],
]) {
  test(`a host may answer ${what}`, async (t) => {
    watch(t);
    const fake = await FakeBridge.start(t, { "bridge.info": { ...info, limits: { frameBytes: 400 } } });
    const bridge = await fake.connect();
    bridge.handle("provider.getToken", handler);

    const answer = await answerTo(fake, "q-1", "provider.getToken", { provider: "ios-apns" });

    assert.ok(support.isLike(expected, answer), JSON.stringify(answer));
    assert.equal(await bridge.call("anything"), null);
  });
}

test("a request without a handler, or of an unknown method, is answered with an error", async (t) => {
  const fake = await FakeBridge.start(t);
  await fake.connect();

  for (const method of ["provider.getJWT", "unheard.of", "toString", "__proto__"]) {
    const { error } = await answerTo(fake, `q-${method}`, method);
    assert.equal(error.message, `no handler for ${method}`);
  }
});

test("a handler that throws an error without a text is answered", async (t) => {
  const fake = await FakeBridge.start(t);
  const bridge = await fake.connect();
  bridge.handle("provider.getJWT", () => {
    throw Object.assign(new Error(), { message: 7 });
  });

  const { error } = await answerTo(fake, "q", "provider.getJWT");
  assert.equal(error.message, "7");
});

test("requests are answered concurrently, each when its answer is ready", async (t) => {
  const fake = await FakeBridge.start(t);
  const bridge = await fake.connect();
  const waiting = new Map();
  bridge.handle("provider.getToken", ({ provider }) => new Promise((resolve) => waiting.set(provider, resolve)));
  fake.send(
    { id: "a", method: "provider.getToken", params: { provider: "ios-apns" } },
    { id: "b", method: "provider.getToken", params: { provider: "ios-firebase" } },
  );
  await support.eventually("both are requested", () => waiting.size === 2);

  waiting.get("ios-firebase")("second");
  waiting.get("ios-apns")("first");

  await support.eventually("both are answered", () => fake.calls.filter((call) => "result" in call).length === 2);
  assert.deepEqual(fake.calls.slice(-2).map(({ id, result }) => [id, result]), [["b", "second"], ["a", "first"]]);
});

test("a handler may make calls, a late answer is ignored, and a handler that throws gives no answer", async (t) => {
  watch(t);
  const platform = await support.startPlatform(t);
  const dataDir = join(await support.temporaryDirectory(t), "data");
  const bridge = await Bridge.spawn({ command: support.command, dataDir, args: support.limits });
  t.after(() => bridge.close());
  await bridge.initialization({ configuration: { apiUrl: platform } });
  await bridge.setPushToken({ provider: "ios-firebase", pushToken: "t" });
  await bridge.setJWTProvider({ provider: "callback" });

  let answerLate;
  bridge.handle("provider.getJWT", () => new Promise((resolve) => (answerLate = resolve)));
  await assert.rejects(bridge.pushSubscribe(), (error) => error instanceof CallbackTimeoutError && error.retryable);
  answerLate(jwt);
  bridge.handle("provider.getJWT", () => {
    throw new Error("signed out");
  });
  await assert.rejects(bridge.pushSubscribe(), UserTagMissingError);
  bridge.handle("provider.getJWT", async () => {
    assert.equal(await bridge.bridge.ping(), "pong");
    return jwt;
  });
  assert.equal((await bridge.pushSubscribe({ wait: "outcome" })).outcome.state, "delivered");
  assert.equal((await bridge.bridge.stats()).calls.ignoredResponses, 1);
});

test("an answer after the end of the connection is dropped", async (t) => {
  watch(t);
  const fake = await FakeBridge.start(t);
  const bridge = await fake.connect();
  let answer;
  bridge.handle("provider.getToken", () => new Promise((resolve) => (answer = resolve)));
  fake.send({ id: "q", method: "provider.getToken", params: {} });
  await support.eventually("the question", () => answer !== undefined);
  const back = next(bridge, "reconnected");
  fake.drop();
  await back;

  answer("late");

  assert.equal(await bridge.call("anything"), null);
  assert.deepEqual(fake.methods, ["bridge.info", "anything"]);
});

test("a caller has its result before the later events are delivered", async (t) => {
  const fake = await FakeBridge.start(t, { mobileEvent: never });
  const bridge = await fake.connect();
  const story = [];
  bridge.on("*", (event) => story.push(event.seq));
  // With a function of the host in between.
  const buy = async () => bridge.mobileEvent({ sid: "s", eventName: "e" });
  const call = (async () => story.push(await buy()))();
  await support.eventually("the call", () => fake.methods.includes("mobileEvent"));

  fake.send(
    { id: fake.calls.at(-1).id, result: "answer" },
    { method: "event", params: { epoch: "e-1", seq: 1, name: "new.one" } },
  );

  await call;
  await support.eventually("the event", () => story.length === 2);
  assert.deepEqual(story, ["answer", 1]);
});

test("listeners that throw, reject or are removed do not affect others", async (t) => {
  watch(t);
  const warnings = [];
  const fake = await FakeBridge.start(t);
  const bridge = await fake.connect({
    onWarning: (message) => {
      warnings.push(message);
      throw new Error("a fault in the warning");
    },
  });
  const seen = [];
  bridge.on("unknown", () => {
    throw new Error("one");
  });
  bridge.on("unknown", async () => {
    throw new Error("two");
  });
  bridge.on("unknown", () => seen.push("taken back"))();
  bridge.on("unknown", (event) => seen.push(event.seq));

  fake.event({ seq: 1 });

  await support.eventually("both are warned of", () => warnings.length === 2);
  assert.match(warnings.join(), /one.*two/s);
  assert.deepEqual(seen, [1]);
});

test("all events have been delivered when the bridge is closed", async (t) => {
  const fake = await FakeBridge.start(t);
  const bridge = await fake.connect();
  const seen = [];
  bridge.on("*", (event) => seen.push(event.seq));
  fake.socket.on("end", () => {
    for (const seq of [1, 2, 3]) fake.event({ seq });
    fake.socket.end();
  });

  await bridge.close();

  assert.deepEqual(seen, [1, 2, 3]);
});

test("half a line at the end of a connection is not a message", async (t) => {
  watch(t);
  const warnings = [];
  const fake = await FakeBridge.start(t, { slow: never });
  const bridge = await fake.connect({ reconnects: false, onWarning: (message) => warnings.push(message) });
  const call = bridge.call("slow");
  await support.eventually("the call", () => fake.methods.includes("slow"));

  fake.socket.end('{"jsonrpc":"2.0","id":2,"result":"h');

  await assert.rejects(call, BridgeClosedError);
  assert.deepEqual(warnings, []);
});

test("an answer whose error is null has none, and one whose error is not an object fails its call", async (t) => {
  watch(t);
  const fake = await FakeBridge.start(t, { slow: never });
  const bridge = await fake.connect();
  const calls = [1, "text", 7].map(() => bridge.call("slow"));
  await support.eventually("the calls", () => fake.methods.filter((method) => method === "slow").length === 3);

  fake.send({ id: 2, result: 1, error: null }, { id: 3, error: "text" }, { id: 4, error: 7 });

  assert.equal(await calls[0], 1);
  await assert.rejects(calls[1], BridgeError);
  await assert.rejects(calls[2], BridgeError);
});

test("an invalid message or event is a warning", async (t) => {
  watch(t);
  const warnings = [];
  const fake = await FakeBridge.start(t);
  const bridge = await fake.connect({ onWarning: (message) => warnings.push(message) });
  const unknown = [];
  bridge.on("unknown", (event) => unknown.push(event.name));

  fake.write("", "  ", "no JSON", "7", "null", "[]", '{"jsonrpc":"2.0","id":99,"result":1}');
  fake.send({ method: "event", params: null }, { method: "events.gap" }, { method: "some.notice" });
  fake.send({ id: null, error: { code: -32700, message: "no JSON", data: { reason: "parseError" } } });
  fake.event({ seq: 1, name: "toString" });

  await support.eventually("the event", () => unknown.length === 1);
  assert.equal(await bridge.call("anything"), null);
  assert.equal(warnings.filter((message) => message.includes("invalid message")).length, 6);
  assert.match(warnings.at(-1), /refused a message.*no JSON/);
  assert.deepEqual(unknown, ["toString"]);
});
