// The functions of the React Native SDK: their names, the order of their arguments, and the emitter.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, test } from "node:test";

import { ApiUrlInvalidError, Bridge, BridgeClosedError } from "../dist/index.mjs";
import * as reactNative from "../dist/react-native.mjs";
import { FakeBridge, Refusal, never } from "./fake.mjs";
import * as support from "./support.mjs";

const configuration = {
  apiUrl: "https://platform.example", rToken: "r", appInfo: { appID: "a", appIID: "1", appVer: "2" },
  providerPriorityList: ["ios-apns"], enableLogging: true, android_icon: 7, android_usingService: true,
  android_serviceMessage: "working", android_pushReceiverModules: ["a.b"], android_pushChannelName: "News",
  android_pushChannelDescription: null,
};
const subscriptionArguments = [false, { _fname: "Ann" }, { plan: "pro" }, ["news"], true, true];
const subscriptionParameters = {
  sync: false, profileFields: { _fname: "Ann" }, customFields: { plan: "pro" }, cats: ["news"], replace: true, skipTriggers: true,
};
const noSubscription = { sync: null, profileFields: null, customFields: null, cats: null, replace: null, skipTriggers: null };
const answer = { httpCode: 200, response: null };

/** Function, arguments, resulting method and parameters, answer of the bridge, result of the function. */
const functions = [
  ["initialize", [configuration], "initialization", { configuration }, true, undefined],
  ["pushSubscribe", subscriptionArguments, "pushSubscribe", subscriptionParameters],
  ["pushSubscribe", [], "pushSubscribe", noSubscription],
  ["pushSuspend", subscriptionArguments, "pushSuspend", subscriptionParameters],
  ["pushSuspend", [null, undefined], "pushSuspend", noSubscription],
  ["pushUnSubscribe", subscriptionArguments, "pushUnSubscribe", subscriptionParameters],
  ["unSuspendPushSubscription", [], "unSuspendPushSubscription", {}, answer, answer],
  ["getStatusOfLatestSubscription", [], "getStatusOfLatestSubscription", {}, answer, answer],
  ["getStatusForCurrentSubscription", [], "getStatusForCurrentSubscription", {}, null, null],
  ["getStatusOfLatestSubscriptionForProvider", ["ios-apns"], "getStatusOfLatestSubscriptionForProvider", { provider: "ios-apns" }, answer, answer],
  ["getStatusOfLatestSubscriptionForProvider", [], "getStatusOfLatestSubscriptionForProvider", { provider: null }, null, null],
  ["getPushToken", [], "getPushToken", {}, { provider: "ios-apns", token: "t" }, { provider: "ios-apns", token: "t" }],
  ["setPushToken", ["ios-apns", "t"], "setPushToken", { provider: "ios-apns", pushToken: "t" }, true, undefined],
  ["setPushToken", ["ios-apns", null], "setPushToken", { provider: "ios-apns", pushToken: null }, true, undefined],
  ["clear", [], "clear", {}, true, undefined],
  [
    "mobileEvent",
    ["sid", "name", "smid", { price: 1.5 }, { m: 1 }, "email", { f: 1 }, { type: "email", resource_id: 1, email: "a@b.c" }, { source: "s" }],
    "mobileEvent",
    {
      sid: "sid", eventName: "name", sendMessageId: "smid", payload: { price: 1.5 }, matching: { m: 1 }, matchingType: "email",
      profileFields: { f: 1 }, subscription: { type: "email", resource_id: 1, email: "a@b.c" }, utm: { source: "s" },
    },
  ],
  ["subscribeToEvents", [() => {}], "events.subscribe", {}, { epoch: "e-1", seq: 0, oldest: null, gap: null }],
  ["unsubscribeFromEvent", []],
  ["takePush", [{ _uid: "u" }], "takePush", { message: { _uid: "u" } }],
  ["takePush", [{}]],
  ["deliveryEvent", [{ _uid: "u" }, "uid"], "deliveryEvent", { message: { _uid: "u" }, messageUID: "uid" }],
  ["deliveryEvent", [null, "uid"], "deliveryEvent", { message: null, messageUID: "uid" }],
  ["openEvent", [{ _uid: "u" }], "openEvent", { message: { _uid: "u" }, messageUID: null }],
  ["requestNotificationPermission", [], "requestNotificationPermission", {}],
  ["setUserDefaultsValue", ["suite", "key", [1]], "setUserDefaultsValue", { suiteName: "suite", key: "key", value: [1] }],
  ["setUserDefaultsValue", ["suite", "key", null], "setUserDefaultsValue", { suiteName: "suite", key: "key", value: null }],
  ["addListener", ["AltcraftSdkEvent"]],
  ["removeListeners", [1]],
];

afterEach(async () => {
  reactNative.SDKEventEmitter.removeAllListeners("AltcraftSdkEvent");
  await reactNative.closeBridge().catch(() => {});
});

for (const [name, given, method, parameters, result = null, returned] of functions) {
  test(`${name} with ${given.length} arguments is ${method ?? "without effect"}`, async (t) => {
    const fake = await FakeBridge.start(t, { [method]: result });
    reactNative.useBridge(await fake.connect());

    const promised = reactNative[name](...given);
    assert.deepEqual(await promised, returned);

    assert.equal(promised instanceof Promise, returned !== undefined || result === true, "a promise, or nothing");
    if (method !== undefined) await support.eventually(method, () => fake.methods.includes(method));
    await (await fake.connect()).close();
    const calls = fake.calls.filter((call) => call.method !== "bridge.info");
    assert.deepEqual(calls.map((call) => call.method), method === undefined ? [] : [method]);
    const { requestId, ...rest } = calls[0]?.params ?? {};
    assert.deepEqual(rest, parameters ?? {});
    assert.equal(requestId !== undefined, durable.has(method));
  });
}

const email = { type: "email", resource_id: 1, email: "a@b.c" };
const utm = { source: "s", campaign: "c" };

for (const [what, given, expected] of [
  ["the tags as on the page of the SDK", [utm], { subscription: null, utm }],
  ["the tags behind a subscription", [email, utm], { subscription: email, utm }],
  ["the tags behind no subscription", [null, utm], { subscription: null, utm }],
  ["a subscription alone", [email], { subscription: email, utm: null }],
  ["the tags before a subscription", [utm, email], { subscription: email, utm }],
  ["a subscription without a type", [{ resource_id: 1, phone: "1" }, utm], { subscription: { resource_id: 1, phone: "1" }, utm }],
  ["a subscription to a chat", [{ channel: "viber", resource_id: 1, cc_data: {} }], { subscription: { channel: "viber", resource_id: 1, cc_data: {} }, utm: null }],
  ["nothing", [], { subscription: null, utm: null }],
  ["null twice", [null, null], { subscription: null, utm: null }],
]) {
  test(`mobileEvent takes ${what}`, async (t) => {
    const fake = await FakeBridge.start(t);
    reactNative.useBridge(await fake.connect());

    reactNative.mobileEvent("sid", "name", null, null, null, null, null, ...given);

    await support.eventually("the call", () => fake.methods.includes("mobileEvent"));
    const [parameters] = fake.parametersOf("mobileEvent");
    assert.deepEqual({ subscription: parameters.subscription, utm: parameters.utm }, expected);
  });
}

test("the default export has every function, by the same name", () => {
  const functions = Object.keys(reactNative).filter((name) => typeof reactNative[name] === "function" && name !== "AltcraftError");
  assert.deepEqual(Object.keys(reactNative.default).sort(), functions.sort());
  for (const name of functions) assert.equal(reactNative.default[name], reactNative[name], name);
  assert.equal(reactNative.AltcraftSDK, reactNative.default);
});

test("functions provide JWTs and push tokens, to each bridge", async (t) => {
  const [first, second] = [await FakeBridge.start(t), await FakeBridge.start(t)];
  reactNative.useBridge(await first.connect());
  reactNative.setJWTProvider(({ reason }) => `jwt for ${reason}`);
  reactNative.setFCMTokenProvider(async () => "fcm");
  reactNative.setHMSTokenProvider({ getToken: () => "hms", deleteToken: () => true });

  for (const fake of [first, second]) {
    if (fake === second) reactNative.useBridge(second.connect());
    await support.eventually("registered", () => fake.methods.includes("setHMSTokenProvider"));
    for (const method of ["setJWTProvider", "setFCMTokenProvider", "setHMSTokenProvider"]) {
      assert.deepEqual(fake.parametersOf(method), [{ provider: "callback" }]);
    }
    const answers = [
      ["provider.getJWT", { reason: "expired" }, "jwt for expired"],
      ["provider.getToken", { provider: "ios-firebase" }, "fcm"],
      ["provider.getToken", { provider: "ios-huawei" }, "hms"],
      ["provider.getToken", { provider: "ios-apns" }, null],
      ["provider.deleteToken", { provider: "ios-huawei" }, true],
      ["provider.deleteToken", { provider: "ios-firebase" }, false],
    ];
    for (const [index, [method, params, expected]] of answers.entries()) {
      fake.send({ id: `q${index}`, method, params });
      const answer = await support.eventually("an answer", () => fake.calls.find(({ id }) => id === `q${index}`));
      assert.deepEqual(answer.result, expected, method);
    }
  }
  reactNative.setJWTProvider("fixed");
  reactNative.setFCMTokenProvider(null);
  await support.eventually("replaced", () => second.parametersOf("setFCMTokenProvider").length === 2);
  assert.deepEqual(second.parametersOf("setJWTProvider").at(-1), { provider: { token: "fixed" } });
  assert.deepEqual(second.parametersOf("setFCMTokenProvider").at(-1), { provider: null });
  reactNative.setJWTProvider(null);
  reactNative.setHMSTokenProvider(null);
});

const durable = new Set(["pushSubscribe", "pushSuspend", "pushUnSubscribe", "mobileEvent", "deliveryEvent", "openEvent"]);

test("each function of the SDK exists, and the table above is complete", () => {
  // The functions and their arguments from the bridge's table of the SDK.
  const table = readFileSync(join(support.root, "Tests/AltcraftMethodsTests/DocumentedFunctions.swift"), "utf8");
  const names = [...table.matchAll(/ReactNative\.(\w+)\(/g)].map(([, name]) => name);
  assert.ok(names.length > 20);
  assert.deepEqual([...new Set(functions.map(([name]) => name))].sort(), [...new Set(names)].sort());
});

test("the emitter matches that of the SDK", async (t) => {
  const fake = await FakeBridge.start(t, { "events.subscribe": { epoch: "e-1", seq: 0, oldest: null, gap: null } });
  reactNative.useBridge(await fake.connect());
  const { SDKEventEmitter } = reactNative;
  const received = [];
  const one = SDKEventEmitter.addListener("AltcraftSdkEvent", () => {
    throw new Error("a fault of a listener");
  });
  SDKEventEmitter.addListener("AltcraftSdkEvent", (event) => received.push(["emitter", event]));
  SDKEventEmitter.addListener("Other", () => assert.fail("there is no such event"));
  reactNative.subscribeToEvents(() => assert.fail("it was replaced"));
  reactNative.subscribeToEvents((event) => received.push(["handler", event]));
  assert.equal(SDKEventEmitter.listenerCount("AltcraftSdkEvent"), 3);
  await support.eventually("a subscription", () => fake.methods.includes("events.subscribe"));
  const warned = new Promise((resolve) => process.once("warning", resolve));

  fake.event({ seq: 1, type: "retryError", function: "f", message: "m", value: { a: 1 }, date: "d", requestId: "r" });

  await support.eventually("both are received", () => received.length === 2);
  const event = { function: "f", code: 1, message: "m", type: "retryError", value: { a: 1 } };
  assert.deepEqual(received, [["emitter", event], ["handler", event]]);
  assert.match((await warned).message, /a fault of a listener/);
  one.remove();
  reactNative.unsubscribeFromEvent();
  assert.equal(SDKEventEmitter.listenerCount("AltcraftSdkEvent"), 1);
  SDKEventEmitter.removeListeners(1);
  SDKEventEmitter.removeAllListeners("AltcraftSdkEvent");
  assert.equal(SDKEventEmitter.listenerCount("AltcraftSdkEvent"), 0);
  assert.equal(fake.methods.filter((method) => method === "events.subscribe").length, 1);
});

test("the listeners apply to another bridge too", async (t) => {
  const answers = { "events.subscribe": { epoch: "e-1", seq: 0, oldest: null, gap: null } };
  const [first, second] = [await FakeBridge.start(t, answers), await FakeBridge.start(t, answers)];
  reactNative.useBridge(await first.connect());
  const received = [];
  reactNative.subscribeToEvents((event) => received.push(event.message));
  await support.eventually("a subscription", () => first.methods.includes("events.subscribe"));

  reactNative.useBridge(second.connect());

  await support.eventually("another", () => second.methods.includes("events.subscribe"));
  first.event({ seq: 1, message: "first" });
  second.event({ seq: 1, message: "second" });
  await support.eventually("it is received", () => received.length > 0);
  await (await first.connect()).close();
  assert.deepEqual(received, ["second"]);
});

for (const [what, refusal, code] of [
  ["a configuration", new Refusal(471, "no", { reason: "apiUrlInvalid" }), "ALTCRAFT_INIT_INVALID_CONFIG"],
  ["a parameter", new Refusal(-32602, "no", { reason: "invalidParams" }), "ALTCRAFT_INIT_INVALID_CONFIG"],
  ["anything else", new Refusal(-32011, "no", { reason: "storageFailed" }), "ALTCRAFT_INIT_ERROR"],
]) {
  test(`initialize rejects ${what} with ${code}`, async (t) => {
    const fake = await FakeBridge.start(t, { initialization: refusal });
    reactNative.useBridge(await fake.connect());

    await assert.rejects(reactNative.initialize({}), (error) => {
      assert.deepEqual([error.name, error.code, error.cause.code], ["AltcraftError", code, refusal.error.code]);
      return true;
    });
  });
}

test("setPushToken rejects a provider as the SDK does", async (t) => {
  const fake = await FakeBridge.start(t, { setPushToken: new Refusal(473, "no", { reason: "providerInvalid" }) });
  reactNative.useBridge(await fake.connect());

  await assert.rejects(reactNative.setPushToken("", "t"), { code: "INVALID_PROVIDER" });
});

test("a call that the SDK rejects returns null, or emits its event without a result, and never throws", async (t) => {
  const refusal = new Refusal(501, "no", { reason: "configurationMissing" });
  const fake = await FakeBridge.start(t, { getStatusOfLatestSubscription: refusal, pushSubscribe: refusal });
  reactNative.useBridge(await fake.connect());
  const warnings = [];
  const listener = (warning) => warnings.push(warning.message);
  process.on("warning", listener);
  t.after(() => process.off("warning", listener));

  assert.equal(await reactNative.getStatusOfLatestSubscription(), null);
  reactNative.pushSubscribe();
  await support.eventually("the call", () => fake.methods.includes("pushSubscribe"));
  fake.answers.pushSubscribe = new Refusal(-32602, "no: customFields", { reason: "invalidParams" });
  reactNative.pushSubscribe();
  await support.eventually("a warning", () => warnings.length > 0);
  assert.deepEqual(warnings, ["no: customFields"]);
});

test("a job is sent again with the same id after a lost connection", async (t) => {
  const fake = await FakeBridge.start(t, { pushSubscribe: never });
  const bridge = await fake.connect();
  reactNative.useBridge(bridge);
  reactNative.pushSubscribe();
  await support.eventually("the call", () => fake.methods.includes("pushSubscribe"));
  const before = fake.parametersOf("pushSubscribe");

  fake.drop();

  await support.eventually("it is made again", () => fake.methods.includes("pushSubscribe"));
  assert.deepEqual(fake.parametersOf("pushSubscribe"), before);
  fake.answers.pushSubscribe = null;
});

test("an unavailable bridge is reported, and has no other effect", async (t) => {
  const warned = new Promise((resolve) => process.once("warning", resolve));
  reactNative.useBridge(Bridge.spawn({ command: "/nowhere/altcraft-bridge" }));
  reactNative.pushSubscribe();

  assert.match((await warned).message, /cannot be started/);
  await assert.rejects(reactNative.clear(), BridgeClosedError);
});

test("providers and subscriptions to events wait for connect, and start no bridge", async (t) => {
  process.env.ALTCRAFT_BRIDGE = "/nowhere/altcraft-bridge";
  const warnings = [];
  const listener = (warning) => warnings.push(warning.message);
  process.on("warning", listener);
  t.after(() => process.off("warning", listener));
  const fake = await FakeBridge.start(t, { "events.subscribe": { epoch: "e-1", seq: 0, oldest: null, gap: null } });
  const events = [];

  reactNative.setJWTProvider(() => "jwt");
  reactNative.subscribeToEvents((event) => events.push(event.message));
  await new Promise((resolve) => setImmediate(resolve));
  reactNative.useBridge(await fake.connect());

  await support.eventually("both are made", () => ["setJWTProvider", "events.subscribe"].every((name) => fake.methods.includes(name)));
  fake.event({ seq: 1, message: "m" });
  await support.eventually("the event", () => events.length === 1);
  assert.deepEqual([events, warnings], [["m"], []]);
  reactNative.setJWTProvider(null);
});

test("closeBridge also closes a bridge that a call has started before connect", async (t) => {
  process.env.ALTCRAFT_BRIDGE = support.command;
  process.env.ALTCRAFT_BRIDGE_DATA_DIR = join(await support.temporaryDirectory(t), "data");
  const fake = await FakeBridge.start(t);
  await reactNative.getPushToken();
  reactNative.useBridge(await fake.connect());

  await reactNative.closeBridge();

  // One process at a time uses a data directory.
  const next = await Bridge.spawn({ command: support.command, dataDir: process.env.ALTCRAFT_BRIDGE_DATA_DIR });
  await next.close();
});

test("one import is enough: there is a bridge without useBridge", async (t) => {
  const platform = await support.startPlatform(t);
  const directory = await support.temporaryDirectory(t);
  process.env.ALTCRAFT_BRIDGE = support.command;
  process.env.ALTCRAFT_BRIDGE_DATA_DIR = join(directory, "data");
  const events = [];
  reactNative.subscribeToEvents((event) => events.push(event));
  await reactNative.initialize({ apiUrl: platform, rToken: "r", android_icon: null });
  await reactNative.setPushToken("ios-firebase", "t-1");

  reactNative.pushSubscribe(true, { _fname: "Ann" }, { plan: "pro", count: 3 }, ["news"], false, true);
  reactNative.mobileEvent("px", "buy", null, { price: 1.5 }, null, null, null, { type: "email", resource_id: 1, email: "a@b.c" });

  await support.eventually("both are received", () => [230, 237].every((code) => events.some((event) => event.code === code)));
  const { requests } = await (await fetch(`${platform}/__requests`)).json();
  const subscribe = requests.find((request) => request.path.includes("/subscribe/"));
  assert.deepEqual(subscribe.body.profile_fields, { _fname: "Ann" });
  assert.equal(subscribe.body.subscription.fields.count, 3);
  assert.equal(subscribe.body.skip_triggers, true);
  assert.equal((await reactNative.getPushToken()).token, "t-1");
  assert.equal((await reactNative.getStatusOfLatestSubscription()).httpCode, 200);
  await assert.rejects(reactNative.initialize({ apiUrl: "ftp://x" }), (error) => error.cause instanceof ApiUrlInvalidError);
  await assert.rejects(reactNative.setPushToken("", "t"), { code: "INVALID_PROVIDER" });
});
