// The engines that the client is tested in, besides the process of the test: QuickJS with the globals of React Native,
// Chromium, Firefox, and a process of Node. Each runs tests/engines/agent.mjs with the client.
import { execFile, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { BridgeClosedError, BridgeError, CallAbortedError, CallTimeoutError, errorClasses } from "../dist/index.mjs";
import * as support from "./support.mjs";

const client = join(support.root, "clients/typescript");
const folder = join(client, "tests/engines");

/** Bundles a module as an application does, with the same options for each condition; returns the text of the bundle. */
export async function bundle(entry, condition, ...more) {
  const options = ["--bundle", "--format=iife", "--target=es2019", "--platform=neutral", `--conditions=${condition}`];
  const alias = `--alias:react-native=${join(folder, "react-native.mjs")}`;
  const { stdout } = await promisify(execFile)("esbuild", [entry, ...options, alias, ...more], {
    cwd: client, maxBuffer: 2 ** 26,
  });
  return stdout;
}

function has(program, ...args) {
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const pythons = [join(support.root, ".build/third-party/python/bin/python3"), "python3"];
const python = pythons.find((path) => has(path, "-c", "import quickjs"));
const hasBundler = has("esbuild", "--version");
const serves = execFileSync(support.command, ["help", "serve"], { encoding: "utf8" }).includes("--websocket");

/** The reasons why a test cannot run here; false if it can. */
export const missing = {
  websocket: !serves && "the bridge has no --websocket",
  bundler: !hasBundler && "there is no esbuild",
  python: !has("python3", "--version") && "there is no python3",
  quickjs: python === undefined && "there is no Python with the package quickjs",
  chromium: !has("chromium", "--version") && "there is no chromium",
  firefox: !has("firefox-esr", "--version") && "there is no firefox-esr",
  node: false,
};

/** The engines that ENGINES names; all of them without it. */
export const names = (process.env.ENGINES ?? "node quickjs chromium firefox").split(" ");

/** Returns the reason why an engine cannot be tested here; false if it can. */
export function reason(name) {
  return missing.websocket || (name !== "node" && missing.bundler) || missing.python || missing[name];
}

/** An engine: `close` ends it, `send` passes a line to the agent. */
export async function startEngine(name) {
  const engine = new Engine(name);
  const directory = await mkdtemp(join(tmpdir(), "altcraft-engine-"));
  engine.cleanups.push(() => rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  const ready = engine.nextStart();
  try {
    if (name === "node") engine.startNode();
    else if (name === "quickjs") await engine.startQuickJS(directory);
    else await engine.startBrowser(directory);
    await ready;
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

const mark = "bigint:";
const pack = (value) => JSON.stringify(value, (_, item) => (typeof item === "bigint" ? mark + item : item));
const unpack = (text) => JSON.parse(text, (_, item) =>
  typeof item === "string" && item.startsWith(mark) ? BigInt(item.slice(mark.length)) : item);

class Engine {
  cleanups = [];
  /** Functions that answer questions of the agent, by bridge and kind. */
  answers = new Map();
  bridges = new Map();
  /** The events that the functions of the SDK have delivered. */
  sdkEvents = [];
  origins = [];
  pending = new Map();
  lastID = 0;
  whenStarted = () => {};

  constructor(name) {
    this.name = name;
  }

  nextStart() {
    return new Promise((resolve, reject) => {
      this.whenStarted = resolve;
      const timer = setTimeout(() => reject(new Error(`${this.name} did not start: ${this.log}`)), 60_000);
      this.cleanups.push(() => clearTimeout(timer));
    });
  }

  log = "";

  /** Starts a program that has the agent at its standard input and output. */
  run(program, ...args) {
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"] });
    child.stderr.on("data", (chunk) => (this.log += chunk));
    let rest = "";
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (chunk) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop();
      for (const line of lines) this.received(line);
    });
    child.stdin.on("error", () => {});
    this.send = (line) => void child.stdin.write(`${line}\n`);
    return child;
  }

  startNode() {
    const start = () => {
      this.child = this.run(process.execPath, join(folder, "node-agent.mjs"));
    };
    this.cleanups.push(() => this.child.kill("SIGKILL"));
    this.restart = () => {
      this.child.kill("SIGKILL");
      start();
    };
    start();
  }

  async startQuickJS(directory) {
    const path = join(directory, "bundle.js");
    await writeFile(path, await bundle(join(folder, "agent.mjs"), "react-native"));
    const child = this.run(python, join(folder, "quickjs_host.py"), join(folder, "shim.js"), path);
    this.cleanups.push(() => child.kill("SIGKILL"));
    this.restart = () => this.send("reload");
  }

  async startBrowser(directory) {
    // Without annotations, because those of the package say that its modules can be left out.
    const page = new PageServer((text) => this.received(text), await bundle(join(folder, "page-agent.mjs"), "browser", "--ignore-annotations"));
    await page.start();
    this.cleanups.push(() => page.close());
    this.origins = [page.origin];
    this.send = (line) => page.send(line);
    this.restart = () => page.send("reload");
    const [program, args] = await browsers[this.name](directory);
    const child = spawn(program, [...args, `${page.origin}/`], {
      stdio: ["ignore", "ignore", "pipe"], detached: true, env: { ...process.env, HOME: directory, MOZ_CRASHREPORTER_DISABLE: "1" },
    });
    child.stderr.on("data", (chunk) => (this.log = (this.log + chunk).slice(-4000)));
    this.cleanups.push(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const over = new Promise((resolve) => child.once("exit", resolve));
      process.kill(-child.pid, "SIGKILL");
      await over;
    });
  }

  /** Starts the agent again: the page or the app is reloaded, a process is replaced. */
  async reload() {
    const started = this.nextStart();
    for (const { reject } of this.pending.values()) reject(new Error("it was reloaded"));
    this.pending.clear();
    this.restart();
    await started;
  }

  command(command, parameters = {}) {
    this.lastID += 1;
    const id = this.lastID;
    const { stack } = new Error();
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject, stack });
      this.send(pack({ id, command, parameters }));
    });
  }

  received(text) {
    const message = unpack(text);
    const { id, result, error, question, bridge } = message;
    if (message.ready) {
      this.whenStarted();
    } else if (question !== undefined) {
      void this.answer(message);
    } else if (message.sdkEvent !== undefined) {
      this.sdkEvents.push(message.sdkEvent);
    } else if (bridge !== undefined) {
      this.bridges.get(bridge)?.told(message);
    } else {
      const pending = this.pending.get(id);
      this.pending.delete(id);
      if (error === undefined) pending?.resolve(result);
      else pending?.reject(this.errorOf(error, pending.stack));
    }
  }

  async answer({ question, what, parameters }) {
    try {
      const answer = this.answers.get(`${parameters.bridge ?? ""} ${what}`) ?? this.answers.get(` ${what}`);
      this.send(pack({ question, result: (await answer(parameters)) ?? null }));
    } catch (error) {
      this.send(pack({ question, error: error.message }));
    }
  }

  errorOf({ kind, code, message, data, name, stack }, caller) {
    const made = {
      bridge: () => new (errorClasses[data?.reason] ?? BridgeError)({ code, message, data }),
      closed: () => new BridgeClosedError({ message }),
      timeout: () => Object.assign(new CallTimeoutError("", 0), { message }),
      aborted: () => new CallAbortedError(""),
    }[kind]?.() ?? Object.assign(new Error(message), { name, code });
    made.stack = `${made.name}: ${message}\n${stack ?? ""}\n${caller}`;
    return made;
  }

  async close() {
    for (const cleanup of this.cleanups.reverse()) await cleanup();
  }
}

/** Reads the token of a bridge. One that starts has not written it yet; none follows when the test is over. */
export async function readToken(directory) {
  if (!existsSync(directory)) return "gone";
  return support.eventually("a token", () => support.readText(join(directory, "rpc.token")).catch(() => undefined));
}

let lastBridge = 0;

/** The interface of `Bridge`, for a bridge in an engine. */
export class RemoteBridge {
  handlers = new Map();
  listeners = new Map();
  lastKey = 0;

  /** `token` is called for each connection. */
  static async connect(engine, address, token, onWarning, command = "connect") {
    const bridge = new RemoteBridge();
    lastBridge += 1;
    bridge.name = `${lastBridge}`;
    bridge.engine = engine;
    bridge.onWarning = onWarning;
    engine.bridges.set(bridge.name, bridge);
    engine.answers.set(`${bridge.name} token`, token);
    engine.answers.set(`${bridge.name} handle`, ({ name, parameters }) => bridge.handlers.get(name)(parameters));
    const mayWarn = onWarning === undefined;
    bridge.info = await engine.command(command, { bridge: bridge.name, address, mayWarn });
    return bridge;
  }

  call(method, parameters = {}, { timeoutMs, signal } = {}) {
    this.lastKey += 1;
    const key = `${this.name}/${this.lastKey}`;
    signal?.addEventListener("abort", () => void this.engine.command("cancel", { key }));
    return this.engine.command("call", { bridge: this.name, method, parameters, timeoutMs, key });
  }

  events = { subscribe: (parameters) => this.engine.command("subscribe", { bridge: this.name, parameters }) };

  handle(name, answer) {
    this.handlers.set(name, answer);
    // The agent takes commands in order, so the handler is in place before the next call.
    void this.engine.command("handle", { bridge: this.name, name });
  }

  on(name, listener) {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]);
  }

  told({ event, value, warning, outcome }) {
    if (warning !== undefined) this.onWarning?.(warning);
    if (outcome !== undefined) this.told({ event: "outcome", value: outcome });
    for (const listener of this.listeners.get(event) ?? []) listener(value);
  }

  async close() {
    await this.engine.command("close", { bridge: this.name });
    this.engine.bridges.delete(this.name);
  }
}

/** Serves the page, and passes messages between its agent and the test. */
class PageServer {
  lines = [];
  waiting = undefined;

  constructor(received, script) {
    this.received = received;
    this.script = script;
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  async start() {
    await new Promise((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    this.origin = `http://127.0.0.1:${this.server.address().port}`;
  }

  send(line) {
    this.lines.push(line);
    this.flush();
  }

  flush() {
    if (this.waiting === undefined || this.lines.length === 0) return;
    this.waiting.end(JSON.stringify(this.lines));
    this.waiting = undefined;
    this.lines = [];
  }

  async serve(request, response) {
    if (request.url === "/commands") {
      // The request of a page that was left is forgotten.
      this.waiting?.destroy();
      this.waiting = response;
      return this.flush();
    }
    if (request.url === "/tell") {
      let text = "";
      for await (const chunk of request.setEncoding("utf8")) text += chunk;
      this.received(text);
      return response.end();
    }
    const types = { "/": "text/html", "/page.mjs": "text/javascript" };
    if (types[request.url] === undefined) return response.writeHead(404).end();
    response.setHeader("content-type", `${types[request.url]}; charset=utf-8`);
    response.end(request.url === "/" ? await readFile(join(client, "examples/browser/index.html")) : this.script);
  }

  close() {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** The command of each browser. Only addresses of this machine can be reached. */
const browsers = {
  async chromium(directory) {
    const options = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-default-apps", "--disable-sync", "--no-pings", "--disable-dev-shm-usage",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE ::1, EXCLUDE localhost",
      `--user-data-dir=${directory}`,
    ];
    return ["chromium", options];
  },
  async firefox(directory) {
    const preferences = {
      "app.update.enabled": false,
      "browser.aboutwelcome.enabled": false,
      "browser.shell.checkDefaultBrowser": false,
      "datareporting.policy.dataSubmissionEnabled": false,
      "network.captive-portal-service.enabled": false,
      "network.connectivity-service.enabled": false,
      "network.proxy.type": 1,
      "network.proxy.http": "127.0.0.1",
      "network.proxy.http_port": 9,
      "network.proxy.ssl": "127.0.0.1",
      "network.proxy.ssl_port": 9,
      "services.settings.server": "http://127.0.0.1:9",
      "toolkit.telemetry.enabled": false,
    };
    const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`);
    await writeFile(join(directory, "user.js"), lines.join(""));
    return ["firefox-esr", ["--headless", "--no-remote", "--profile", directory]];
  },
};

/** Relays connections so that a test can freeze them. The bridge is at the same port of another address. */
export class Relay {
  processes = [];

  static async start(t, port) {
    const relay = new Relay();
    const child = spawn("python3", [join(folder, "relay.py"), `${port}`], { stdio: ["ignore", "pipe", "inherit"] });
    t.after(() => {
      child.kill("SIGKILL");
      for (const id of relay.processes) kill(id, "SIGKILL");
    });
    await new Promise((resolve, reject) => {
      child.on("close", () => reject(new Error("the relay has ended")));
      child.stdout.on("data", (chunk) => {
        for (const line of `${chunk}`.split("\n")) {
          if (line === "ready") resolve();
          else if (line !== "") relay.processes.push(Number(line));
        }
      });
    });
    return relay;
  }

  /** Freezes the connections that are open now. */
  freeze() {
    for (const id of this.processes) kill(id, "SIGSTOP");
  }
}

function kill(id, signal) {
  try {
    process.kill(id, signal);
  } catch {
    // It has ended.
  }
}

