// The functions of the SDK in each engine: over a killed bridge, a frozen connection and a reload.
import assert from "node:assert/strict";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";

import { Bridge } from "../dist/index.mjs";
import * as engines from "./engines.mjs";
import * as support from "./support.mjs";

/** The time in which a frozen connection is found, and the time to replace it on a busy machine. */
const probeTimeout = 1500;
const replacement = 1500;

for (const name of engines.names) {
  test(name, { skip: engines.reason(name), timeout: 180_000 }, async (t) => {
    const engine = await engines.startEngine(name);
    t.after(() => engine.close());
    const app = (title, body) => t.test(title, { timeout: 60_000 }, async (t) => body(await App.start(t, engine), t));

    await app("a mobile event is delivered with a JWT that the app was asked for", async (app) => {
      await app.logIn("ann");
      app.send("first", { campaign: "spring" });

      const [request] = await app.delivered(["first"]);
      assert.equal(request.headers.authorization, shown(jwtOf("ann")));
      assert.ok(app.asked.length > 0 && app.asked.every((reason) => reason === "request"), `${app.asked}`);
      assert.equal(request.parts.cn, "spring");
      const event = await support.eventually("its event", () => engine.sdkEvents.find(({ code }) => code === 237));
      assert.deepEqual(Object.keys(event).sort(), ["code", "function", "message", "type", "value"]);
    });

    await app("events sent while the bridge is killed are delivered once, and outcomes continue", async (app) => {
      await app.logIn("ann");
      await app.readOutcomes();
      app.send("before");
      await app.outcomesAre(1);

      await app.kill();
      for (const event of ["down 1", "down 2", "down 3"]) app.send(event);
      await app.serve();
      await app.reconnected();
      app.send("after");

      await app.delivered(["before", "down 1", "down 2", "down 3", "after"]);
      await app.outcomesAre(5);
      assert.ok(app.asked.length >= 2, "the restarted bridge asks for the JWT");
    });

    await app("a frozen connection is replaced when the app returns to the foreground", async (app, t) => {
      await app.logIn("ann");
      await app.readOutcomes();
      app.send("before");
      await app.outcomesAre(1);
      const other = await app.anotherClient(t);

      app.relay.freeze();
      app.send("frozen");
      for (const eventName of ["missed 1", "missed 2"]) {
        await other.mobileEvent({ sid: "px", eventName, wait: "outcome" });
      }
      const start = Date.now();
      await engine.command("foreground");
      await app.reconnected();
      const elapsed = Date.now() - start;

      t.diagnostic(`${name}: replaced ${elapsed} ms after the app returned to the foreground`);
      assert.ok(elapsed < probeTimeout + replacement, `${elapsed} ms`);
      await app.delivered(["before", "missed 1", "missed 2", "frozen"]);
      await app.outcomesAre(4);
      app.eventsAreComplete();
    });

    await app("after a reload the new start of the app is the one that is asked", async (app) => {
      await app.logIn("ann");
      app.send("first");
      await app.delivered(["first"]);

      await engine.reload();
      await app.connect();
      await app.logIn("bob");
      app.send("second");

      const requests = await app.delivered(["first", "second"]);
      assert.equal(requests[1].headers.authorization, shown(jwtOf("bob")));
    });
  });
}

for (const name of engines.names.filter((name) => ["chromium", "firefox"].includes(name))) {
  test(`the example page in ${name}`, { skip: engines.reason(name), timeout: 120_000 }, async (t) => {
    const engine = await engines.startEngine(name);
    t.after(() => engine.close());
    const app = await App.serve(t, engine);
    const write = (id, text) => engine.command("page", { id, text });
    const click = (id) => engine.command("page", { id });
    const shows = (text) => support.eventually(text, async () => (await engine.command("text", { id: "log" })).includes(text));
    await write("port", `${app.port}`);
    await write("token", await app.token());
    await write("apiUrl", app.platform);

    await click("connect");
    await shows("connected");
    await click("subscribe");
    await shows("event 230");
    await click("logIn");
    await shows("logged in: status 200");
    await click("event");
    await shows("event 237");
    await click("push");
    await shows("event 203");
    await shows("event 236");
    await click("logOut");
    await shows("logged out: status 200");

    const requests = await app.requests("/event/post");
    assert.equal(requests[0].headers.authorization, shown(jwtOf("ann", 2)));
  });
}

/** The header as the simulated platform shows it: with a fingerprint (FNV-1a, folded to 32 bits) of the JWT. */
function shown(jwt) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(jwt)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return `Bearer [${BigInt.asUintN(32, hash ^ (hash >> 32n)).toString(16).padStart(8, "0")}]`;
}

function jwtOf(name, database = 1) {
  const matching = { db_id: database, matching: "email", email: `${name}@example.com` };
  return `e30.${Buffer.from(JSON.stringify({ matching: JSON.stringify(matching) })).toString("base64url")}.sig`;
}

/** An app in an engine, with a bridge and a platform of its own. */
class App {
  asked = [];
  events = [];
  outcomes = [];
  reconnections = 0;
  seen = 0;
  port = 0;

  /** Starts the bridge and the platform. */
  static async serve(t, engine) {
    const app = new App();
    app.t = t;
    app.engine = engine;
    app.platform = await support.startPlatform(t);
    app.directory = join(await support.temporaryDirectory(t), "data");
    await app.serve();
    return app;
  }

  /** Starts the app too, from the beginning, behind a relay. */
  static async start(t, engine) {
    const app = await App.serve(t, engine);
    app.relay = await engines.Relay.start(t, app.port);
    engine.sdkEvents = [];
    await engine.reload();
    await app.connect();
    t.after(() => app.bridge.close().catch(() => {}));
    return app;
  }

  async serve() {
    const origins = this.engine.origins.flatMap((origin) => ["--allow-origin", origin]);
    const args = ["--websocket", `127.0.0.1:${this.port}`, ...origins, "--data-dir", this.directory, ...support.limits];
    this.served = await support.start(this.t, ["serve", ...args]);
    this.port = Number(this.served.ready.listen[0].split(":").at(-1));
  }

  token = () => engines.readToken(this.directory);

  async connect() {
    // React Native knows the host from the address of its script.
    const host = this.engine.name === "quickjs" ? {} : { host: "::1" };
    const address = { ...host, port: this.port };
    // Registered before there is a connection, as an app does when it starts.
    void this.engine.command("listen");
    this.engine.answers.set(" setJWTProvider", ({ reason }) => {
      this.asked.push(reason);
      return jwtOf(this.user);
    });
    void this.sdk("setJWTProvider", "$ASK");
    this.bridge = await engines.RemoteBridge.connect(this.engine, address, this.token, undefined, "connectSDK");
    this.bridge.on("*", (event) => this.events.push(event));
    this.bridge.on("gap", (gap) => this.events.push(gap));
    this.bridge.on("outcome", ({ outcome }) => this.outcomes.push(outcome));
    this.bridge.on("reconnected", () => (this.reconnections += 1));
  }

  sdk(name, ...given) {
    return this.engine.command("sdk", { name, arguments: given });
  }

  async logIn(user) {
    this.user = user;
    await this.sdk("initialize", { apiUrl: this.platform });
    await this.sdk("setPushToken", "ios-firebase", "token");
  }

  send(event, utm = null) {
    void this.sdk("mobileEvent", "px", event, null, { count: 1 }, null, null, null, utm);
  }

  async kill() {
    process.kill(this.served.ready.pid, "SIGKILL");
    await once(this.served.child, "close");
  }

  async reconnected() {
    this.seen += 1;
    await support.eventually("reconnected", () => this.reconnections >= this.seen);
  }

  /** Another client of the same bridge, on a connection that does not freeze. */
  async anotherClient(t) {
    const bridge = await Bridge.connect({ url: `ws://127.0.0.1:${this.port}`, token: this.token });
    t.after(() => bridge.close());
    await bridge.setJWTProvider({ provider: { token: jwtOf("ann") } });
    return bridge;
  }

  async requests(path) {
    const { requests } = await (await fetch(`${this.platform}/__requests`)).json();
    return requests.filter((request) => request.path.includes(path));
  }

  /** Waits until exactly these events have arrived at the platform, each once, in any order; returns the requests. */
  async delivered(names) {
    const find = async () => {
      const requests = await this.requests("/event/post");
      return requests.length >= names.length && requests;
    };
    const requests = await support.eventually(`delivered: ${names}`, find);
    assert.deepEqual(requests.map(({ parts }) => parts.wn).sort(), [...names].sort());
    return requests;
  }

  async readOutcomes() {
    await this.engine.command("outcomes", { bridge: this.bridge.name, after: 0 });
  }

  /** Waits for the outcomes with the numbers 1 to `count`, each once and in order. */
  async outcomesAre(count) {
    await support.eventually(`${count} outcomes`, () => this.outcomes.length >= count);
    assert.deepEqual(this.outcomes, Array.from({ length: count }, (_, index) => index + 1));
  }

  /** The events of the connections have each number once. */
  eventsAreComplete() {
    const numbers = this.events.map(({ seq }) => seq);
    assert.deepEqual(numbers, numbers.map((_, index) => numbers[0] + index));
  }
}
