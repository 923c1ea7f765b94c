// The part of the tests that runs inside an engine, beside the client: it carries out the commands of a test.
// `globalThis.testHost` connects it to the test.
import * as sdk from "altcraft-bridge/react-native";
import * as core from "altcraft-bridge";

const { testHost } = globalThis;
const bridges = new Map();
const controllers = new Map();
const answers = new Map();
let questions = 0;

// Integers beyond 2^53 travel as texts with a mark.
const mark = "bigint:";
const pack = (value) => JSON.stringify(value, (_, item) => (typeof item === "bigint" ? mark + item : item));
const unpack = (text) => JSON.parse(text, (_, item) =>
  typeof item === "string" && item.startsWith(mark) ? BigInt(item.slice(mark.length)) : item);
const tell = (message) => testHost.tell(pack(message));

/** Asks the test, and returns its answer. */
function ask(what, parameters) {
  questions += 1;
  const id = questions;
  tell({ question: id, what, parameters });
  return new Promise((resolve, reject) => answers.set(id, { resolve, reject }));
}

/** A signal for engines without AbortController. */
class Signal {
  aborted = false;
  listeners = new Set();
  addEventListener(_type, listener) { this.listeners.add(listener); }
  removeEventListener(_type, listener) { this.listeners.delete(listener); }
  abort() {
    this.aborted = true;
    for (const listener of [...this.listeners]) listener();
  }
}

function watch(name, bridge) {
  for (const event of ["*", "unknown", "gap", "disconnected", "reconnected"]) {
    bridge.on(event, (value) => tell({ bridge: name, event, value: value instanceof Error ? value.message : value }));
  }
}

/** The commands of the test. A command returns its result. */
const commands = {
  async connect({ bridge, address, mayWarn }) {
    const connected = await core.Bridge.connect({
      ...address,
      token: address.token ?? (() => ask("token", { bridge })),
      onWarning: (warning) => tell({ bridge, warning: mayWarn ? undefined : warning }),
    });
    bridges.set(bridge, connected);
    watch(bridge, connected);
    return connected.info;
  },
  /** Connects the functions of the SDK. */
  async connectSDK({ bridge, address }) {
    const connected = await sdk.connect({ ...address, token: () => ask("token", { bridge }) });
    bridges.set(bridge, connected);
    watch(bridge, connected);
    return connected.info;
  },
  call({ bridge, method, parameters, timeoutMs, key }) {
    const signal = new Signal();
    controllers.set(key, signal);
    return bridges.get(bridge).call(method, parameters, { timeoutMs, signal });
  },
  cancel({ key }) {
    controllers.get(key)?.abort();
  },
  subscribe({ bridge, parameters }) {
    return bridges.get(bridge).events.subscribe(parameters);
  },
  handle({ bridge, name }) {
    bridges.get(bridge).handle(name, (parameters) => ask("handle", { bridge, name, parameters }));
  },
  /** Reads a stream of outcomes up to its `count`th item, or until the client is closed. */
  outcomes({ bridge, after, count }) {
    void (async () => {
      let read = 0;
      for await (const outcome of bridges.get(bridge).outcomeStream({ after })) {
        tell({ bridge, outcome });
        if ((read += 1) === count) break;
      }
    })();
  },
  close({ bridge }) {
    return bridges.get(bridge)?.close();
  },
  /** Calls a function of the SDK. A function among the arguments asks the test. */
  sdk({ name, arguments: given }) {
    const provider = ({ reason, provider }) => ask(name, { reason, provider });
    return sdk.default[name](...given.map((item) => (item === "$ASK" ? provider : item)));
  },
  listen() {
    sdk.default.subscribeToEvents((event) => tell({ sdkEvent: event }));
  },
  foreground() {
    return testHost.foreground(bridges);
  },
  exports() {
    return { sdk: Object.keys(sdk).sort(), core: Object.keys(core).sort() };
  },
  /** Clicks on an element of the page, or writes into it. */
  page({ id, text }) {
    const element = document.getElementById(id);
    if (text === undefined) element.click();
    else element.value = text;
  },
  text({ id }) {
    return document.getElementById(id).textContent;
  },
};

/** Describes an error for the test. */
function described(error) {
  if (error instanceof core.BridgeError) {
    const { code, message, reason, data } = error;
    const known = core.errorClasses[reason] ?? core.BridgeError;
    return { kind: error.constructor === known ? "bridge" : "another class", code, message, data, name: error.name };
  }
  const kinds = [
    ["closed", core.BridgeClosedError], ["timeout", core.CallTimeoutError], ["aborted", core.CallAbortedError],
  ];
  const found = kinds.find(([, type]) => error instanceof type);
  return { kind: found?.[0] ?? "other", message: `${error?.message}`, stack: `${error?.stack}`, name: error?.name, code: error?.code };
}

testHost.received = async (text) => {
  const { id, command, parameters, question, result, error } = unpack(text);
  if (question !== undefined) {
    const { resolve, reject } = answers.get(question);
    answers.delete(question);
    return error === undefined ? resolve(result) : reject(new Error(error));
  }
  try {
    const result = await commands[command](parameters);
    tell({ id, result: result ?? null });
  } catch (failure) {
    tell({ id, error: described(failure) });
  }
};

tell({ ready: true });
