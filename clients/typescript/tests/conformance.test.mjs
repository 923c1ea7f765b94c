// The scenarios that every client plays, over a process of its own and over a socket.
import assert from "node:assert/strict";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";

import { Bridge, BridgeClosedError, BridgeError, errorClasses } from "../dist/index.mjs";
import { parseJSON, stringifyJSON } from "../dist/json.js";
import * as support from "./support.mjs";

const text = await support.readText(join(support.root, "clients/conformance/scenarios.json"));
const { scenarios } = parseJSON(text);

for (const way of ["spawn", "socket"]) {
  // Most of the time they wait.
  test(way, { concurrency: 4 }, async (t) => {
    await Promise.all(scenarios.map((scenario) =>
      t.test(scenario.name, { timeout: 60_000 }, async (t) => {
        const player = new Player(t, way);
        await player.open();
        for (const step of scenario.steps) await player.play(step);
      }),
    ));
  });
}

class Player {
  asked = [];
  events = [];
  gaps = [];
  reconnections = 0;
  calls = new Map();

  constructor(t, way) {
    this.t = t;
    this.way = way;
  }

  async open() {
    this.platform = await support.startPlatform(this.t);
    this.directory = await support.temporaryDirectory(this.t);
    const options = { onWarning: (message) => assert.fail(message) };
    if (this.way === "socket") {
      await this.serve();
      this.bridge = await Bridge.connect({ socket: this.socket, ...options });
    } else {
      this.bridge = await Bridge.spawn({
        command: support.command,
        dataDir: join(this.directory, "data"),
        args: support.limits,
        ...options,
      });
    }
    this.t.after(() => this.bridge.close());
    this.bridge.on("*", (event) => this.events.push(event));
    this.bridge.on("unknown", (event) => assert.fail(`unknown event ${event.name}`));
    this.bridge.on("gap", (gap) => this.gaps.push(gap));
    this.bridge.on("reconnected", () => (this.reconnections += 1));
  }

  get socket() {
    return join(this.directory, "run", "bridge.sock");
  }

  async serve() {
    const args = ["--socket", this.socket, "--data-dir", join(this.directory, "data")];
    this.served = await support.start(this.t, ["serve", ...args, ...support.limits]);
  }

  async play(step) {
    const given = (value) => parseJSON(stringifyJSON(value ?? {}).replaceAll("$PLATFORM", this.platform));
    if (step.call !== undefined) {
      await this.expect(this.bridge.call(step.call, given(step.with)), step);
    } else if (step.begin !== undefined) {
      const call = this.bridge.call(step.begin, given(step.with));
      call.catch(() => {});
      this.calls.set(step.as, call);
    } else if (step.end !== undefined) {
      await this.expect(this.calls.get(step.end), step);
    } else if (step.handle !== undefined) {
      this.handle(step);
    } else if (step.asked !== undefined) {
      await support.eventually(`${step.asked} is asked`, () =>
        this.asked.some(([name, parameters]) => name === step.asked && support.isLike(step.with ?? {}, parameters)),
      );
    } else if (step.subscribe !== undefined) {
      await this.bridge.events.subscribe(step.subscribe);
    } else if (step.event !== undefined) {
      await support.eventually(`event ${step.event}`, () =>
        this.events.some((event) => event.name === step.event && support.isLike(step.like ?? {}, event)),
      );
    } else if (step.gap !== undefined) {
      await support.eventually("a gap", () => this.gaps.some((gap) => support.isLike(step.gap, gap)));
    } else if (step.platform !== undefined) {
      const answer = await this.control("POST", "/__script", stringifyJSON(step.platform));
      assert.deepEqual(answer, { ok: true });
    } else if (step.sent !== undefined) {
      const path = `/__requests?path=${encodeURIComponent(step.sent)}&count=${step.count}`;
      const { requests } = await this.control("GET", path);
      assert.equal(requests.length, step.count);
      assert.ok(support.isLike(step.like ?? {}, requests.at(-1)), stringifyJSON(requests.at(-1)));
    } else if (step.kill !== undefined) {
      await this.kill();
    } else if (step.reconnected !== undefined) {
      await support.eventually("reconnected", () => this.reconnections > this.seen);
    } else {
      assert.fail(`a step nobody knows: ${stringifyJSON(step)}`);
    }
  }

  handle(step) {
    this.bridge.handle(step.handle, async (parameters) => {
      this.asked.push([step.handle, parameters]);
      if (step.never) return new Promise(() => {});
      if (step.fails !== undefined) throw new Error(step.fails);
      return step.answer;
    });
  }

  async kill() {
    this.seen = this.reconnections;
    process.kill(this.bridge.info.pid, "SIGKILL");
    if (this.way === "spawn") return;
    await once(this.served.child, "close");
    await this.serve();
  }

  async control(method, path, body) {
    const response = await fetch(this.platform + path, { method, body });
    return response.json();
  }

  async expect(call, step) {
    const failure = await call.then(
      (result) => {
        assert.ok(step.error === undefined && !step.closed, `no error: ${stringifyJSON(result)}`);
        if (step.result !== undefined) {
          assert.ok(support.isLike(step.result, result), stringifyJSON(result));
        }
      },
      (error) => error,
    );
    if (step.closed) return assert.ok(failure instanceof BridgeClosedError, String(failure));
    if (step.error === undefined) return assert.equal(failure, undefined);
    assert.ok(failure instanceof BridgeError, String(failure));
    const { reason, code, retryable, data } = failure;
    assert.equal(failure.constructor, errorClasses[reason], reason);
    assert.ok(support.isLike(step.error, { reason, code, retryable, data }), stringifyJSON(data));
  }
}
