// The helpers for tests of a host: the simulated platform, and JWTs for it.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

import { Bridge } from "../dist/index.mjs";
import { SimulatedPlatform, jwt } from "../dist/testing.mjs";
import * as support from "./support.mjs";

const module = join(support.root, "clients/typescript/dist/testing.mjs");

async function start(t, options = {}) {
  const platform = await SimulatedPlatform.start({ command: support.command, ...options });
  t.after(() => platform.stop());
  return platform;
}

/** Sends an event about a push, as the bridge does; returns the status, the length of the body and the time. */
async function send(platform, event = "open", requestId = "r") {
  const begin = performance.now();
  const response = await fetch(`${platform.url}/event/push/${event}?matching_mode=email`, {
    method: "POST",
    redirect: "manual",
    headers: {
      "Authorization": `Bearer ${jwt({ db_id: 1, email: "ann@example.com" })}`,
      "Content-Type": "application/json", "Request-ID": requestId,
    },
    body: '{"smid":"m-1","time":1700000000}',
  });
  const { status, headers } = response;
  return { status, headers, text: await response.text(), milliseconds: performance.now() - begin };
}

async function opens(platform) {
  const { pushEvents } = await platform.state();
  return pushEvents.map(({ open }) => open);
}

test("an answer of the platform is replaced, for as many requests as the test says", async (t) => {
  const platform = await start(t);

  await platform.fail(
    { path: "/event/push/delivery", status: 500 },
    { path: "/event/*", method: "POST", times: 1, status: 503, headers: { "Retry-After": "2" }, body: { big: 2n ** 60n } },
    { requestId: "other", nth: 1, redirect: "http://127.0.0.1:9/" },
  );
  const answers = [await send(platform), await send(platform), await send(platform, "open", "other")];

  assert.deepEqual(answers.map(({ status }) => status), [503, 200, 307]);
  assert.equal(answers[0].headers.get("retry-after"), "2");
  assert.equal(answers[0].text, `{"big":${2n ** 60n}}`);
  assert.deepEqual([(await send(platform, "delivery")).status, (await send(platform, "delivery")).status], [500, 500]);
  assert.deepEqual(await opens(platform), [1]);
});

for (const [fault, executed, outcome] of [
  [{ drop: "before" }, [], /fetch failed/], [{ drop: "after" }, [1], /fetch failed/],
  [{ truncateBody: 3 }, [1], /terminated/], [{ delayMs: 200 }, [1], undefined],
]) {
  test(`the platform fails with ${JSON.stringify(fault)}`, async (t) => {
    const platform = await start(t);

    await platform.fail({ ...fault, times: 1 });
    const answer = await send(platform).catch((error) => error.message);

    if (outcome === undefined) assert.ok(answer.milliseconds >= 190, `${answer.milliseconds} ms`);
    else assert.match(answer, outcome);
    assert.deepEqual(await opens(platform), executed);
    assert.equal((await send(platform)).status, 200);
  });
}

test("a request that the platform never answers ends with the platform", async (t) => {
  const platform = await start(t);
  await platform.fail({ hang: true });

  const hanging = send(platform).catch((error) => error.message);
  const [request] = await Promise.race([hanging, platform.waitForRequests(1)]);
  await platform.stop();

  assert.deepEqual([request.status, request.fault], [null, { hang: true }]);
  assert.equal(await hanging, "fetch failed");
});

test("requests are waited for, and those that came are named if they are too few", async (t) => {
  const platform = await start(t);
  const arrived = platform.waitForRequests(2, { path: "/event/push/open", requestId: undefined });
  for (const id of ["a", "b", "a"]) await send(platform, "open", id);

  assert.ok((await arrived).length >= 2);
  const repeated = await platform.waitForRequests(2, { method: "POST", requestId: "a" });
  assert.deepEqual(repeated.map(({ attempt, body }) => [attempt, body.smid]), [[1, "m-1"], [2, "m-1"]]);
  assert.equal((await platform.requests()).length, 3);
  await assert.rejects(
    platform.waitForRequests(3, { requestId: "a" }, 10),
    { message: `2 of 3 requests arrived within 10 ms${"\nPOST /event/push/open a: 200".repeat(2)}` },
  );
});

test("a script changes the settings, and a reset removes everything", async (t) => {
  const platform = await start(t);
  await platform.script({ platform: { resourceTokens: [] }, rules: [{ times: 1, fault: { status: 503 } }] });

  assert.equal((await send(platform)).status, 503);
  assert.equal((await send(platform)).status, 200);
  await platform.reset();

  assert.deepEqual(await opens(platform), []);
  assert.deepEqual(await platform.requests(), []);
});

test("a push is sent, received once in its order, taken and counted", async (t) => {
  const platform = await start(t);
  const dataDir = join(await support.temporaryDirectory(t), "data");
  const bridge = await Bridge.spawn({ command: support.command, dataDir });
  t.after(() => bridge.close());
  await bridge.initialization({ configuration: { apiUrl: platform.url, rToken: "r" } });
  await bridge.setPushToken({ provider: "ios-apns", pushToken: "a b&c" });
  await bridge.pushSubscribe({ wait: "outcome" });

  const [received, sent] = await Promise.all([
    platform.waitForPush("a b&c"),
    platform.sendPush({ message: { title: "First" }, structure: "apns", audience: { token: "a b&c" } }),
  ]);
  await platform.sendPush({ message: { title: "Second" } });
  const shown = await bridge.takePush({ message: received.message });
  const delivered = await platform.waitForRequests(1, { path: "/event/push/delivery" });

  assert.deepEqual([received.campaign, received.token, sent.pushes], [sent.id, "a b&c", 1]);
  assert.deepEqual([shown.title, shown.uid], ["First", delivered[0].body.smid]);
  assert.equal((await bridge.parsePush({ message: (await platform.waitForPush("a b&c")).message })).title, "Second");
  await assert.rejects(platform.waitForPush("a b&c", 10), { message: "no push arrived within 10 ms" });
});

test("a fault that the platform does not know is refused in its words", async (t) => {
  const platform = await start(t);

  await assert.rejects(platform.fail({ times: 1 }), /^Error: POST \/__script: script \$\.rules\[0\]\.fault: must have one of/);
  await assert.rejects(platform.fail({ drop: "later" }), /must be one of before, after/);
});

test("a platform that cannot start is an error with its reason", async (t) => {
  const platform = await start(t);
  const address = platform.url.replace("http://", "");

  await assert.rejects(start(t, { args: ["--listen", address] }), new RegExp(`${address} is already in use`));
  await assert.rejects(start(t, { command: "/none" }), /cannot be started: spawn \/none ENOENT/);
});

test("the platform ends with stop, with its test and with a killed process", { timeout: 30_000 }, async (t) => {
  const isOver = (url) => fetch(url).then(() => false, () => true);
  const platform = await start(t);
  await platform.stop();
  await platform.stop();
  assert.ok(await isOver(platform.url));

  const script = `
    import { SimulatedPlatform } from ${JSON.stringify(module)};
    console.log((await SimulatedPlatform.start()).url);`;
  const env = { ...process.env, ALTCRAFT_BRIDGE: support.command };
  const run = (rest) => ["--input-type=module", "--eval", script + rest];
  const ended = await promisify(execFile)(process.execPath, run(""), { env });
  const failed = await promisify(execFile)(process.execPath, run("throw new Error();"), { env }).catch((error) => error);
  const killed = spawn(process.execPath, run("setInterval(() => {}, 1000);"), { env, stdio: ["ignore", "pipe", "ignore"] });
  const [url] = await once(killed.stdout, "data");
  killed.kill("SIGKILL");

  for (const text of [ended.stdout, failed.stdout, url]) {
    await support.eventually("its end", () => isOver(String(text).trim()));
  }
});

test("a JWT has the claims that `altcraft-bridge jwt` gives it, and the same claims are refused", async () => {
  const { accepted, refused } = JSON.parse(await support.readText(join(support.root, "clients/conformance/jwt.json")));
  const printed = (claims) => {
    return promisify(execFile)(support.command, ["jwt", ...Object.entries(claims).map(([name, value]) => `${name}=${value}`)]);
  };
  const parts = (text) => text.trim().split(".").map((part) => JSON.parse(Buffer.from(part, "base64url").toString() || "null"));

  for (const claims of accepted) assert.deepEqual(parts(jwt(claims)), parts((await printed(claims)).stdout));
  for (const claims of refused) {
    assert.throws(() => jwt(claims), TypeError, JSON.stringify(claims));
    await assert.rejects(printed(claims), { code: 64 }, JSON.stringify(claims));
  }
  assert.ok(accepted.length > 5 && refused.length > 5);
});
