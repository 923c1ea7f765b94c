// Reconnection: with token, registrations and events, and at a limited rate.
import assert from "node:assert/strict";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";

import { Bridge, BridgeClosedError } from "../dist/index.mjs";
import { FakeBridge, Refusal, info, never, next } from "./fake.mjs";
import * as support from "./support.mjs";

const position = { epoch: "e-1", seq: 4, oldest: 1, gap: null };
const restarted = { ...info, epoch: "e-2" };

test("the token of a restarted bridge is read again", async (t) => {
  const directory = await support.temporaryDirectory(t);
  const serve = (port) =>
    support.start(t, ["serve", "--listen", `127.0.0.1:${port}`, "--require-token", "--data-dir", directory]);
  const { child, ready } = await serve(0);
  const port = Number(ready.listen[0].split(":").at(-1));
  const bridge = await Bridge.connect({ port, tokenFile: join(directory, "rpc.token") });
  t.after(() => bridge.close());
  const { epoch } = bridge.info;
  const back = next(bridge, "reconnected");

  child.kill("SIGKILL");
  await once(child, "close");
  await serve(port);

  await back;
  assert.equal(await bridge.bridge.ping(), "pong");
  assert.notEqual(bridge.info.epoch, epoch);
});

test("after reconnection to the same process only the state of the connection is restored", async (t) => {
  const fake = await FakeBridge.start(t);
  const bridge = await fake.connect();
  await bridge.setFCMTokenProvider({ provider: "callback" });
  await bridge.setJWTProvider({ provider: { token: "old" } });
  await bridge.setAppGroup({ groupName: "group" });
  await bridge.notificationManager.setPermission({ granted: true });
  await bridge.call("nse.setJWTProvider", { provider: "callback" });
  const back = next(bridge, "reconnected");

  fake.drop();

  assert.equal(await back, null);
  assert.deepEqual(fake.methods, ["bridge.info", "setFCMTokenProvider", "setJWTProvider"]);
  assert.deepEqual(fake.parametersOf("setJWTProvider"), [{ provider: "callback" }]);
});

test("a restarted process gets the whole state of the previous one, the app group first", async (t) => {
  const fake = await FakeBridge.start(t);
  const bridge = await fake.connect();
  await bridge.setHMSTokenProvider({ provider: "callback" });
  await bridge.notificationManager.setPermission({ granted: true });
  await bridge.backgroundTasks.registerBackgroundTask({ intervalSeconds: 60 });
  await bridge.bridge.setLogLevel({ level: "info" });
  await bridge.call("nse.setAppGroup", { groupName: "group" });
  const back = next(bridge, "reconnected");
  fake.answers["bridge.info"] = restarted;

  fake.drop();

  await back;
  assert.deepEqual(fake.methods, [
    "bridge.info", "setAppGroup", "setHMSTokenProvider", "notificationManager.setPermission",
    "backgroundTasks.registerBackgroundTask", "bridge.setLogLevel",
  ]);
});

test("a restarted child process is in its app group again", async (t) => {
  const dataDir = join(await support.temporaryDirectory(t), "data");
  const bridge = await Bridge.spawn({ command: support.command, dataDir });
  t.after(() => bridge.close());
  await bridge.setAppGroup({ groupName: "group" });
  await bridge.setUserDefaultsValue({ suiteName: "s", key: "k", value: 2n ** 63n });
  const back = next(bridge, "reconnected");

  process.kill(bridge.info.pid, "SIGKILL");

  await back;
  assert.equal(await bridge.bridge.getUserDefaultsValue({ suiteName: "s", key: "k" }), 2n ** 63n);
});

test("no other call is sent before the providers are registered again", async (t) => {
  const fake = await FakeBridge.start(t);
  const bridge = await fake.connect();
  await bridge.setJWTProvider({ provider: "callback" });
  const back = next(bridge, "reconnected");
  fake.answers.setJWTProvider = () => {
    // It is connected, but its state is not yet restored.
    assert.rejects(bridge.pushSubscribe(), BridgeClosedError);
    return true;
  };

  fake.drop();

  await back;
  await bridge.pushSubscribe();
  assert.deepEqual(fake.methods, ["bridge.info", "setJWTProvider", "pushSubscribe"]);
});

test("a registration that is rejected on reconnection is a warning", async (t) => {
  const fake = await FakeBridge.start(t);
  const warnings = [];
  const bridge = await fake.connect({ onWarning: (message) => warnings.push(message) });
  await bridge.setJWTProvider({ provider: "callback" });
  const back = next(bridge, "reconnected");
  fake.answers.setJWTProvider = new Refusal(-32002, "busy", { reason: "busy", retryable: true });

  fake.drop();

  await back;
  assert.match(warnings.join(), /setJWTProvider.*busy/);
});

test("events continue after the last delivered one, in every kind of subscription", async (t) => {
  const fake = await FakeBridge.start(t, { "events.subscribe": position });
  const bridge = await fake.connect();
  await bridge.events.subscribe({ codes: [230] });
  const event = next(bridge, "unknown");
  const gap = next(bridge, "gap");
  fake.event({ seq: 7 });
  fake.send({ method: "events.gap", params: { epoch: "e-1", from: 8, to: 9, count: 2, reason: "overflow" } });
  await event;
  assert.equal((await gap).count, 2);
  const back = next(bridge, "reconnected");

  fake.drop();

  assert.deepEqual(await back, position);
  assert.deepEqual(fake.parametersOf("events.subscribe"), [{ codes: [230], since: 9, epoch: "e-1" }]);
});

test("an event that arrives with the answer to the subscription is counted", async (t) => {
  const fake = await FakeBridge.start(t, { "events.subscribe": never });
  const bridge = await fake.connect();
  const event = next(bridge, "unknown");
  const subscribed = bridge.events.subscribe();
  await support.eventually("a subscription", () => fake.methods.includes("events.subscribe"));
  fake.send(
    { id: fake.calls.at(-1).id, result: position },
    { method: "event", params: { epoch: "e-1", seq: 5, name: "new.one" } },
  );
  await Promise.all([subscribed, event]);
  fake.answers["events.subscribe"] = position;
  const back = next(bridge, "reconnected");

  fake.drop();

  await back;
  assert.equal(fake.parametersOf("events.subscribe")[0].since, 5);
});

for (const [what, answer, since] of [
  ["all that is kept of its run follows", { epoch: "e-2", seq: 9, oldest: 3 }, 2],
  ["nothing of its run is kept", { epoch: "e-2", seq: 9, oldest: null }, 9],
]) {
  test(`after a restart the cursor is one of the new run: ${what}`, async (t) => {
    const fake = await FakeBridge.start(t, { "events.subscribe": position });
    const bridge = await fake.connect();
    const gaps = [];
    bridge.on("gap", (gap) => gaps.push(gap));
    await bridge.events.subscribe();
    let back = next(bridge, "reconnected");
    const gap = { from: 5, to: null, count: null, reason: "restart" };
    fake.answers["bridge.info"] = restarted;
    fake.answers["events.subscribe"] = { ...answer, gap };
    fake.drop();
    await back;
    back = next(bridge, "reconnected");

    fake.answers["events.subscribe"] = { ...answer, gap: null };
    fake.drop();

    await back;
    assert.deepEqual(fake.parametersOf("events.subscribe"), [{ since, epoch: "e-2" }]);
    assert.deepEqual(gaps, [gap]);
  });
}

test("a cancelled subscription stays cancelled", async (t) => {
  const fake = await FakeBridge.start(t, { "events.subscribe": position, "events.unsubscribe": true });
  const bridge = await fake.connect();
  await bridge.events.subscribe();
  await bridge.events.unsubscribe();
  const back = next(bridge, "reconnected");

  fake.drop();

  assert.equal(await back, null);
  assert.deepEqual(fake.methods, ["bridge.info"]);
});

test("one loss is reported once and leads to one connection, also after failed attempts", async (t) => {
  const fake = await FakeBridge.start(t);
  const bridge = await fake.connect({ onWarning: () => {} });
  let losses = 0;
  let returns = 0;
  bridge.on("disconnected", () => (losses += 1));
  bridge.on("reconnected", () => (returns += 1));
  let attempts = 0;
  fake.answers["bridge.info"] = () => {
    attempts += 1;
    if (attempts === 1) return new Refusal(-32603, "not yet", { reason: "internalError" });
    if (attempts === 2) fake.socket.destroy();
    return attempts === 2 ? never : info;
  };

  fake.drop();

  await support.eventually("it is back", () => returns > 0);
  assert.equal(await bridge.call("anything"), null);
  assert.deepEqual([losses, returns, attempts, fake.connections], [1, 1, 3, 4]);
});

test("the client does not reconnect to a bridge that was shut down", async (t) => {
  const dataDir = join(await support.temporaryDirectory(t), "data");
  const bridge = await Bridge.spawn({ command: support.command, dataDir });
  t.after(() => bridge.close());
  const { pid } = bridge.info;

  await bridge.bridge.shutdown();

  await support.eventually("its end", async () => {
    try {
      await bridge.bridge.ping();
    } catch (error) {
      return error instanceof BridgeClosedError && error.exitCode === 0;
    }
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.throws(() => process.kill(pid, 0));
  await assert.rejects(bridge.bridge.ping(), BridgeClosedError);
});

for (const [when, thirdAnswer] of [
  ["between attempts", new Refusal(-32603, "not yet", { reason: "internalError" })],
  ["during an attempt", never],
]) {
  test(`closing ${when} to reconnect does not wait for the next one`, async (t) => {
    const fake = await FakeBridge.start(t);
    const warnings = [];
    const bridge = await fake.connect({ onWarning: (message) => warnings.push(message) });
    let attempts = 0;
    fake.answers["bridge.info"] = () => {
      attempts += 1;
      return attempts < 3 ? new Refusal(-32603, "not yet", { reason: "internalError" }) : thirdAnswer;
    };
    fake.drop();
    await support.eventually("three attempts", () => attempts === 3 && warnings.length === (thirdAnswer === never ? 2 : 3));
    const before = Date.now();

    await bridge.close();

    // The next attempt would be 800 ms after the third.
    assert.ok(Date.now() - before < 700, `${Date.now() - before} ms`);
    assert.equal(attempts, 3);
  });
}

test("closing during a reconnection leaves nothing behind", async (t) => {
  const fake = await FakeBridge.start(t);
  const bridge = await fake.connect();
  fake.answers["bridge.info"] = never;
  fake.drop();
  await support.eventually("an attempt", () => fake.methods.includes("bridge.info"));

  await bridge.close();

  assert.equal(fake.socket.destroyed || fake.socket.readableEnded, true);
  const { connections } = fake;
  await new Promise((resolve) => setTimeout(resolve, 250));
  assert.equal(fake.connections, connections);
});
