// The stream of outcomes: in order, over lost connections, with gaps.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Bridge, BridgeError } from "../dist/index.mjs";
import { FakeBridge, Refusal, next } from "./fake.mjs";
import * as support from "./support.mjs";

const outcome = (number, epoch = "e-1") => ({ method: "outcome", params: { epoch, outcome: number } });
const gap = (from, to, reason = "notKept") => ({ method: "outcomes.gap", params: { epoch: "e-1", from, to, reason } });

/** Takes that many outcomes. */
async function take(stream, count) {
  const numbers = [];
  while (numbers.length < count) numbers.push((await stream.next()).value.outcome);
  return numbers;
}

test("the stream continues after its position when the connection was lost", async (t) => {
  const fake = await FakeBridge.start(t, { "outcomes.subscribe": { epoch: "e-1", first: 1, last: 4 } });
  const bridge = await fake.connect();
  const gaps = [];
  const stream = bridge.outcomeStream({ after: 2, epoch: "e-1", onGap: (range) => void gaps.push(range) });
  const first = take(stream, 2);
  await support.eventually("subscribed", () => fake.methods.includes("outcomes.subscribe"));
  fake.send(outcome(3), gap(4, 6), outcome(7, "e-2"));
  assert.deepEqual(await first, [3, 7]);
  assert.deepEqual(gaps, [gap(4, 6).params]);

  const rest = take(stream, 1);
  const back = next(bridge, "reconnected");
  fake.drop();
  await back;
  await support.eventually("subscribed again", () => fake.parametersOf("outcomes.subscribe").length > 0);
  assert.deepEqual(fake.parametersOf("outcomes.subscribe"), [{ after: 7, epoch: "e-2" }]);
  fake.send(outcome(7), outcome(8));
  assert.deepEqual(await rest, [8]);

  // An older copy of the data directory was put back: the numbers begin again.
  const again = take(stream, 1);
  fake.send(gap(1, 2, "rolledBack"), outcome(3));
  assert.deepEqual(await again, [3]);
  assert.equal(gaps.at(-1).reason, "rolledBack");

  const end = stream.next();
  await bridge.close();
  assert.equal((await end).done, true);
});

test("a position that the bridge refuses ends the stream with the error", async (t) => {
  const fake = await FakeBridge.start(t, { "outcomes.subscribe": new Refusal(-32602, "after") });
  const bridge = await fake.connect();
  await assert.rejects(bridge.outcomeStream({ after: 9 }).next(), BridgeError);
});

test("each outcome arrives once, also when the process is killed", async (t) => {
  const bridge = await Bridge.spawn({ command: support.command, dataDir: await support.temporaryDirectory(t) });
  t.after(() => bridge.close());
  const end = async (count) => {
    await bridge.initialization({ configuration: { apiUrl: "http://127.0.0.1:9", rToken: "r" } });
    for (let index = 0; index < count; index += 1) await bridge.pushSubscribe();
    await bridge.clear();
  };
  await end(3);
  const stream = bridge.outcomeStream({ after: 1 });
  assert.deepEqual(await take(stream, 2), [2, 3]);
  const rest = take(stream, 2);
  const back = next(bridge, "reconnected");
  process.kill(bridge.info.pid, "SIGKILL");
  await back;
  await end(2);
  assert.deepEqual(await rest, [4, 5]);
});
