// The scenarios that every client runs, over each kind of connection to the bridge.
import assert from "node:assert/strict";
import { once } from "node:events";
import { appendFile } from "node:fs/promises";
import { constants } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { Bridge, BridgeClosedError, BridgeError, CallAbortedError, CallTimeoutError, errorClasses } from "../dist/index.mjs";
import { parseJSON, stringifyJSON } from "../dist/json.js";
import * as engines from "./engines.mjs";
import * as support from "./support.mjs";

const text = await support.readText(join(support.root, "clients/conformance/scenarios.json"));
const { scenarios } = parseJSON(text);

/** The members of each step, beside the first one, which names the kind of step. */
const steps = {
  call: ["with", "result", "error", "until", "timesOut"],
  begin: ["with", "as"],
  cancel: [],
  end: ["result", "error", "cancelled", "closed"],
  handle: ["answer", "afterMs", "fails", "never"],
  asked: ["with"],
  subscribe: [],
  event: ["like"],
  unknown: ["like"],
  gap: ["count"],
  outcomes: ["ends"],
  platform: [],
  sent: ["count", "like"],
  kill: [],
  reconnected: [],
  gone: [],
  says: [],
  start: ["status", "log"],
  connect: ["error"],
};

const ways = engines.names.flatMap((name) => (name === "node" ? ["spawn", "socket", "tcp", "websocket"] : [name]));

for (const way of ways) {
  const skip = way === "websocket" ? engines.missing.websocket : engines.names.includes(way) && engines.reason(way);
  // They wait most of the time.
  test(way, { concurrency: 4, skip }, async (t) => {
    const engine = engines.names.includes(way) ? await engines.startEngine(way) : undefined;
    t.after(() => engine?.close());
    const played = scenarios.filter(({ only }) => only === undefined || only === way);
    await Promise.all(played.map((scenario) =>
      t.test(scenario.name, { timeout: 60_000 }, async (t) => {
        const player = new Player(t, way, scenario, engine);
        await player.open();
        for (const step of scenario.steps) {
          const [kind, ...members] = Object.keys(step);
          assert.ok(kind in steps, `an unknown step: ${stringifyJSON(step)}`);
          for (const member of members) assert.ok(steps[kind].includes(member), stringifyJSON(step));
          await player.play(step);
        }
        const named = scenario.steps.map((step) => step.unknown);
        for (const event of player.unknown) assert.ok(named.includes(event.name), `unknown event ${event.name}`);
        await support.record({ scenario: scenario.name, way });
      }),
    ));
  });
}

class Player {
  requests = [];
  events = [];
  unknown = [];
  gaps = [];
  losses = 0;
  reconnections = 0;
  calls = new Map();
  port = 0;

  constructor(t, way, scenario, engine) {
    this.t = t;
    this.engine = engine;
    this.way = way;
    this.scenario = scenario;
    this.limits = [...support.limits, ...(scenario.limits ?? []).flatMap((limit) => ["--limit", limit])];
  }

  async open() {
    this.platform = await support.startPlatform(this.t);
    this.directory = await support.temporaryDirectory(this.t);
    if (this.way !== "spawn") await this.serve();
    this.bridge = await this.connect();
    this.t.after(() => this.bridge.close());
    this.bridge.on("*", (event) => this.events.push(event));
    this.bridge.on("unknown", (event) => this.unknown.push(event));
    this.bridge.on("gap", (gap) => this.gaps.push(gap));
    this.bridge.on("disconnected", () => (this.losses += 1));
    this.bridge.on("reconnected", () => (this.reconnections += 1));
  }

  connect(more = {}) {
    const onWarning = (message) => assert.fail(message);
    const dataDir = join(this.directory, "data");
    if (this.way === "socket") return Bridge.connect({ socket: this.socket, onWarning });
    if (this.way === "tcp") {
      return Bridge.connect({ port: this.port, tokenFile: join(dataDir, "rpc.token"), onWarning, ...more });
    }
    if (["websocket", ...engines.names].includes(this.way)) {
      const url = `ws://127.0.0.1:${this.port}`;
      if (this.engine === undefined) return Bridge.connect({ url, tokenFile: join(dataDir, "rpc.token"), onWarning });
      const token = () => engines.readToken(dataDir);
      return engines.RemoteBridge.connect(this.engine, { url }, token, onWarning);
    }
    const isNewer = this.scenario.steps.some((step) => step.says !== undefined);
    return Bridge.spawn({
      command: isNewer ? join(support.root, "clients/conformance/newer-bridge") : support.command,
      env: { ...process.env, BRIDGE: support.command, SAYS: join(this.directory, "says") },
      dataDir,
      args: this.limits,
      onWarning,
      ...more,
    });
  }

  get socket() {
    return join(this.directory, "run", "bridge.sock");
  }

  /** Starts the bridge, on its earlier port if it had one. */
  async serve() {
    const address = `127.0.0.1:${this.port}`;
    const origins = (this.engine?.origins ?? []).flatMap((origin) => ["--allow-origin", origin]);
    const byWebSocket = ["--websocket", address, ...origins];
    const where = { tcp: ["--listen", address, "--require-token"], socket: ["--socket", this.socket] }[this.way];
    const args = ["serve", ...(where ?? byWebSocket), "--data-dir", join(this.directory, "data"), ...this.limits];
    this.served = await support.start(this.t, args);
    if (this.way !== "socket") this.port = Number(this.served.ready.listen[0].split(":").at(-1));
  }

  /** Reads so many outcomes after a number. The stream of an engine ends with its client. */
  async outcomes(after, count) {
    const outcomes = [];
    if (this.engine === undefined) {
      for await (const outcome of this.bridge.outcomeStream({ after })) if (outcomes.push(outcome) === count) break;
    } else {
      this.bridge.on("outcome", (outcome) => outcomes.push(outcome));
      await this.engine.command("outcomes", { bridge: this.bridge.name, after, count });
      await support.eventually("the outcomes", () => outcomes.length >= count);
    }
    return outcomes;
  }

  async play(step) {
    const given = (value) => parseJSON(stringifyJSON(value ?? {}).replaceAll("$PLATFORM", this.platform).replaceAll("$LONG", "x".repeat(65_536)));
    if (step.until !== undefined) {
      await support.eventually(`${step.call} answers that`, async () =>
        support.isLike(step.until, await this.bridge.call(step.call, given(step.with))),
      );
    } else if (step.call !== undefined) {
      const options = step.timesOut === undefined ? {} : { timeoutMs: step.timesOut };
      await this.expect(this.bridge.call(step.call, given(step.with), options), step);
    } else if (step.begin !== undefined) {
      const controller = new AbortController();
      const call = this.bridge.call(step.begin, given(step.with), { signal: controller.signal });
      call.catch(() => {});
      this.calls.set(step.as, { call, controller });
    } else if (step.cancel !== undefined) {
      this.calls.get(step.cancel).controller.abort();
    } else if (step.end !== undefined) {
      await this.expect(this.calls.get(step.end).call, step);
    } else if (step.handle !== undefined) {
      this.handle(step);
    } else if (step.asked !== undefined) {
      await support.eventually(`${step.asked} is asked`, () =>
        this.requests.some(([name, parameters]) => name === step.asked && support.isLike(step.with ?? {}, parameters)),
      );
    } else if (step.subscribe !== undefined) {
      await this.bridge.events.subscribe(step.subscribe);
    } else if (step.event !== undefined) {
      await support.eventually(`event ${step.event}`, () =>
        this.events.some((event) => event.name === step.event && support.isLike(step.like ?? {}, event)),
      );
    } else if (step.unknown !== undefined) {
      await support.eventually(`event ${step.unknown}`, () =>
        this.unknown.some((event) => event.name === step.unknown && support.isLike(step.like ?? {}, event)),
      );
    } else if (step.gap !== undefined) {
      await support.eventually("a gap", () => this.gaps.some((gap) => support.isLike(step.gap, gap)));
      if (step.count !== undefined) {
        assert.equal(this.gaps.length, step.count);
        assert.ok(support.isLike(step.gap, this.gaps.at(-1)), stringifyJSON(this.gaps));
      }
    } else if (step.outcomes !== undefined) {
      const ends = await this.outcomes(step.outcomes, step.ends.length);
      assert.ok(support.isLike(step.ends, ends), stringifyJSON(ends));
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
    } else if (step.gone !== undefined) {
      await support.eventually("its end", () =>
        this.bridge.call("bridge.ping").then(() => false, (error) => error instanceof BridgeClosedError),
      );
      await new Promise((resolve) => setTimeout(resolve, 300));
      assert.deepEqual([this.losses, this.reconnections], [0, 0]);
    } else if (step.says !== undefined) {
      await appendFile(join(this.directory, "says"), `${stringifyJSON(step.says)}\n`);
    } else if (step.start !== undefined) {
      await assert.rejects(this.connect({ args: step.start, dataDir: join(this.directory, "other") }), (error) => {
        assert.ok(error instanceof BridgeClosedError, String(error));
        assert.equal(error.exitCode, step.status);
        return error.stderrTail.includes(step.log);
      });
    } else {
      await this.expect(this.connect({ token: step.connect, tokenFile: undefined }), step);
    }
  }

  handle(step) {
    this.bridge.handle(step.handle, async (parameters) => {
      this.requests.push([step.handle, parameters]);
      if (step.never) return new Promise(() => {});
      if (step.fails !== undefined) throw new Error(step.fails);
      await new Promise((resolve) => setTimeout(resolve, step.afterMs ?? 0));
      return step.answer;
    });
  }

  async kill() {
    this.seen = this.reconnections;
    process.kill(this.way === "spawn" ? this.bridge.info.pid : this.served.ready.pid, "SIGKILL");
    if (this.way === "spawn") return;
    await once(this.served.child, "close");
    await this.serve();
  }

  async control(method, path, body) {
    const response = await fetch(this.platform + path, { method, body });
    return parseJSON(await response.text());
  }

  async expect(call, step) {
    const failure = await call.then(
      (result) => {
        const { error, closed, cancelled, timesOut } = step;
        const isFailure = [error, closed, cancelled, timesOut].some((member) => member !== undefined);
        assert.ok(!isFailure, `no error: ${stringifyJSON(result)}`);
        if (step.result !== undefined) {
          assert.ok(support.isLike(step.result, result), stringifyJSON(result));
        }
      },
      (error) => error,
    );
    if (step.cancelled) return assert.ok(failure instanceof CallAbortedError, String(failure));
    if (step.timesOut) return assert.ok(failure instanceof CallTimeoutError, String(failure));
    if (step.closed) {
      assert.ok(failure instanceof BridgeClosedError, String(failure));
      if (this.way !== "spawn") return;
      assert.equal(constants.signals[failure.signal], step.closed.signal);
      assert.ok(failure.stderrTail.includes(step.closed.log), failure.stderrTail);
      return;
    }
    if (step.error === undefined) return assert.equal(failure, undefined);
    assert.ok(failure instanceof BridgeError, String(failure));
    const { reason, code, retryable, data } = failure;
    assert.equal(failure.constructor, errorClasses[reason], reason);
    assert.ok(support.isLike(step.error, { reason, code, retryable, data }), stringifyJSON(data));
  }
}
