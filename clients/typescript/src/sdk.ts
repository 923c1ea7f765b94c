/**
 * The functions of the Altcraft React Native SDK, with their names, argument order and event emitter: to switch, change
 * one import. They use the bridge of `connect` or `useBridge`, and wait for it.
 */
import { orNull, persist } from "./background.js";
import type { AbortSignalLike } from "./caller.js";
import type { BridgeClient } from "./client.js";
import { BridgeClosedError, describe, setCause } from "./errors.js";
import type { Answer, Callbacks, ProviderGetJWTParameters } from "./generated/callbacks.js";
import {
  ApiUrlInvalidError,
  ConfigurationNotSetError,
  InvalidParamsError,
  ProviderInvalidError,
  RTokenInvalidError,
} from "./generated/errors.js";
import type {
  Category,
  Configuration,
  Event,
  JSONObject,
  JSONValue,
  Provider,
  ResponseWithHttp,
  Scalars,
  Subscription,
  TokenData,
  UTM,
} from "./generated/types.js";
import { Listeners } from "./listeners.js";
import { newIdentifier, warn } from "./platform.js";

type Given<T> = T | null | undefined;

/** The configuration, by its name in the SDK. */
export type AltcraftConfig = Configuration;
/** A category, by its name in the SDK. */
export type CategoryData = Category;
/** An answer of the platform, by its name in the SDK. */
export type ResponseWithHttpCode = ResponseWithHttp;
/** The event that the SDK passes to a subscriber. */
export type SdkEvent = Pick<Event, "function" | "code" | "message" | "type" | "value">;
export type {
  AppInfo,
  CcDataSubscription,
  EmailSubscription,
  ProfileData,
  PushSubscription,
  Response,
  SmsSubscription,
  Subscription,
  SubscriptionData,
  TokenData,
  UTM,
} from "./generated/types.js";

/** The bridge in use, or the one that the functions wait for. */
let current: Promise<BridgeClient> | undefined;
/** Gives `current` its bridge, while there is none. */
let supply: ((bridge: Promise<BridgeClient>) => void) | undefined;
let start: (() => Promise<BridgeClient>) | undefined;

/** The bridge that this module started. It stays open while another one is used: it may hold calls. */
let started: Promise<BridgeClient> | undefined;

/** Starts a bridge for the functions of this module when a call first needs one. */
export function startWith(starter: () => Promise<BridgeClient>): void {
  start = starter;
}

/** Makes the functions of this module use that bridge. */
export function useBridge(bridge: BridgeClient | Promise<BridgeClient>): void {
  const isFirst = supply !== undefined;
  const given = Promise.resolve(bridge);
  if (supply !== undefined) supply(given);
  else current = given;
  supply = undefined;
  // Each caller gets the error of the start.
  given.catch(() => {});
  // The calls that waited for the first bridge include those below.
  if (isFirst) return;
  void listening?.then((stop) => stop());
  listening = undefined;
  for (const register of providers.values()) submit(register);
  if (listeners.count(sdkEvent) > 0) listen();
}

/** Closes the bridge of this module. Calls that wait for one fail. */
export async function closeBridge(): Promise<void> {
  const open = supply === undefined ? current : undefined;
  supply?.(Promise.reject(new BridgeClosedError({ message: "closeBridge was called before connect" })));
  current = undefined;
  supply = undefined;
  listening = undefined;
  opening?.abort();
  opening = undefined;
  const own = started;
  started = undefined;
  await (await open)?.close();
  if (own !== open) await (await own)?.close();
}

/** A bridge that `connect` opens, or has opened. */
let opening: { abort(): void } | undefined;

/** Uses the bridge that `open` connects to, in place of that of an earlier call. */
export function adopt<Client extends BridgeClient>(open: (signal: AbortSignalLike) => Promise<Client>): Promise<Client> {
  opening?.abort();
  const stop = new StopSignal();
  const client = open(stop);
  opening = {
    abort: () => {
      stop.abort();
      client.then((client) => client.close(), () => {});
    },
  };
  useBridge(client);
  return client;
}

/** A signal for places without `AbortController`. */
class StopSignal implements AbortSignalLike {
  aborted = false;
  private readonly listeners = new Set<() => void>();

  addEventListener(_type: "abort", listener: () => void): void {
    this.listeners.add(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.listeners.delete(listener);
  }

  abort(): void {
    this.aborted = true;
    for (const listener of [...this.listeners]) listener();
  }
}

/** The time after which a missing bridge is reported, in milliseconds. */
const patience = 5000;

function bridge(): Promise<BridgeClient> {
  if (current === undefined && start !== undefined) useBridge(started = start());
  current ??= new Promise((resolve) => {
    supply = resolve;
    setTimeout(() => {
      if (supply === resolve) warn("the functions of the SDK wait for a bridge: call connect({ token })");
    }, patience);
  });
  return current;
}

/** The error of a rejected promise; `code` is that of the SDK, `cause` the error of the bridge. */
export class AltcraftError extends Error {
  constructor(
    readonly code: "ALTCRAFT_INIT_INVALID_CONFIG" | "ALTCRAFT_INIT_ERROR" | "INVALID_PROVIDER",
    cause: unknown,
  ) {
    super(describe(cause));
    setCause(this, cause);
    this.name = "AltcraftError";
  }
}

/**
 * Initializes the SDK.
 *
 * @throws `AltcraftError` with `ALTCRAFT_INIT_INVALID_CONFIG` or `ALTCRAFT_INIT_ERROR`
 */
export async function initialize(config: AltcraftConfig): Promise<void> {
  try {
    await (await bridge()).initialization({ configuration: config });
  } catch (error) {
    const isRefused = refusals.some((refusal) => error instanceof refusal);
    throw new AltcraftError(isRefused ? "ALTCRAFT_INIT_INVALID_CONFIG" : "ALTCRAFT_INIT_ERROR", error);
  }
}

const refusals = [
  ApiUrlInvalidError, ConfigurationNotSetError, InvalidParamsError, ProviderInvalidError, RTokenInvalidError,
];

/** Subscribes the device to pushes. */
export function pushSubscribe(...given: SubscriptionArguments): void {
  const parameters = subscription(given);
  submit((bridge) => bridge.pushSubscribe(parameters));
}

/** Suspends the subscription: the device stays known, and receives nothing. */
export function pushSuspend(...given: SubscriptionArguments): void {
  const parameters = subscription(given);
  submit((bridge) => bridge.pushSuspend(parameters));
}

/** Ends the subscription. */
export function pushUnSubscribe(...given: SubscriptionArguments): void {
  const parameters = subscription(given);
  submit((bridge) => bridge.pushUnSubscribe(parameters));
}

type SubscriptionArguments = [
  sync?: Given<boolean>,
  profileFields?: Given<JSONObject>,
  customFields?: Given<Scalars>,
  cats?: Given<(CategoryData | string)[]>,
  replace?: Given<boolean>,
  skipTriggers?: Given<boolean>,
];

function subscription(given: SubscriptionArguments) {
  const [sync, profileFields, customFields, cats, replace, skipTriggers] = given;
  return {
    sync: sync ?? null,
    profileFields: profileFields ?? null,
    customFields: customFields ?? null,
    cats: cats ?? null,
    replace: replace ?? null,
    skipTriggers: skipTriggers ?? null,
    requestId: newIdentifier(),
  };
}

/** Resumes a suspended subscription of the current user; null if the platform did not answer. */
export async function unSuspendPushSubscription(): Promise<ResponseWithHttpCode | null> {
  return orNull((await bridge()).unSuspendPushSubscription());
}

/** The latest subscription of the profile; null without an answer. */
export async function getStatusOfLatestSubscription(): Promise<ResponseWithHttpCode | null> {
  return orNull((await bridge()).getStatusOfLatestSubscription());
}

/** The subscription with the current push token; null without an answer. */
export async function getStatusForCurrentSubscription(): Promise<ResponseWithHttpCode | null> {
  return orNull((await bridge()).getStatusForCurrentSubscription());
}

/** The latest subscription by that provider, or by the current one; null without an answer. */
export async function getStatusOfLatestSubscriptionForProvider(
  provider: Given<string> = null,
): Promise<ResponseWithHttpCode | null> {
  return orNull((await bridge()).getStatusOfLatestSubscriptionForProvider({ provider: provider as Provider | null }));
}

/** The push token in use, and its provider. */
export async function getPushToken(): Promise<TokenData | null> {
  return orNull((await bridge()).getPushToken());
}

/**
 * Sets the push token of a provider; null removes it.
 *
 * @throws `AltcraftError` with `INVALID_PROVIDER`
 */
export async function setPushToken(provider: string, token: Given<string> = null): Promise<void> {
  try {
    await (await bridge()).setPushToken({ provider: provider as Provider, pushToken: token });
  } catch (error) {
    throw error instanceof ProviderInvalidError ? new AltcraftError("INVALID_PROVIDER", error) : error;
  }
}

/** Deletes all stored data: configuration, tokens, and pending jobs. */
export async function clear(): Promise<void> {
  await (await bridge()).clear();
}

/** Registers an event of the app. The UTM tags may follow a subscription, as in the package of the SDK. */
export function mobileEvent(
  sid: string,
  eventName: string,
  sendMessageId?: Given<string>,
  payload?: Given<Scalars>,
  matching?: Given<JSONObject>,
  matchingType?: Given<string>,
  profileFields?: Given<JSONObject>,
  utm?: Given<UTM>,
): void;
/** Registers an event of the app, for a subscription. */
export function mobileEvent(
  sid: string,
  eventName: string,
  sendMessageId?: Given<string>,
  payload?: Given<Scalars>,
  matching?: Given<JSONObject>,
  matchingType?: Given<string>,
  profileFields?: Given<JSONObject>,
  subscription?: Given<Subscription>,
  utm?: Given<UTM>,
): void;
export function mobileEvent(
  sid: string,
  eventName: string,
  sendMessageId: Given<string> = null,
  payload: Given<Scalars> = null,
  matching: Given<JSONObject> = null,
  matchingType: Given<string> = null,
  profileFields: Given<JSONObject> = null,
  ...last: Given<UTM | Subscription>[]
): void {
  const subscription = last.find(isSubscription) ?? null;
  const tags = last.filter((given) => !isSubscription(given));
  const utm = tags.some((given) => given != null) ? Object.assign({}, ...tags) : null;
  const event = { sid, eventName, sendMessageId, payload, matching, matchingType, profileFields, subscription, utm };
  const requestId = newIdentifier();
  submit((bridge) => bridge.mobileEvent({ ...event, requestId }));
}

/** Tells a subscription from UTM tags: each kind of subscription has one of these members, and no UTM has. */
function isSubscription(given: Given<UTM | Subscription>): given is Subscription {
  return ["type", "channel", "resource_id"].some((member) => given != null && member in given);
}

/** Processes a push that arrived: registers its delivery. */
export function takePush(message: JSONObject): void {
  if (Object.keys(message).length > 0) submit((bridge) => bridge.takePush({ message }));
}

/** Registers that a push was delivered. */
export function deliveryEvent(message: Given<JSONObject> = null, messageUID: Given<string> = null): void {
  const requestId = newIdentifier();
  submit((bridge) => bridge.deliveryEvent({ message, messageUID, requestId }));
}

/** Registers that a push was opened. */
export function openEvent(message: Given<JSONObject> = null, messageUID: Given<string> = null): void {
  const requestId = newIdentifier();
  submit((bridge) => bridge.openEvent({ message, messageUID, requestId }));
}

/** Makes the host ask the user to allow notifications. */
export function requestNotificationPermission(): void {
  submit((bridge) => bridge.requestNotificationPermission());
}

/** Stores a value under a key; null removes it. */
export function setUserDefaultsValue(suiteName: string, key: string, value: JSONValue): void {
  submit((bridge) => bridge.setUserDefaultsValue({ suiteName, key, value }));
}

/** A source of the JWT of the current user: a function, a fixed JWT, or null for none. */
export type JWTProvider = ((parameters: ProviderGetJWTParameters) => Answer<string | null>) | string | null;

/** A source of push tokens: a function, or an object that can also delete the token. */
export type PushTokenProvider =
  | (() => Answer<string | null>)
  | { getToken(): Answer<string | null>; deleteToken?(): Answer<boolean> }
  | null;

type Registration = (bridge: BridgeClient) => Promise<unknown>;

/** The registrations of providers, by the method, for each bridge that this module uses. */
const providers = new Map<string, Registration>();

/** Sets the source of the JWT of the current user. Calls that need one ask it each time. */
export function setJWTProvider(provider: JWTProvider): void {
  provide("setJWTProvider", (bridge) => {
    if (typeof provider === "function") bridge.handle("provider.getJWT", provider);
    const fixed = provider === null ? null : { token: provider as string };
    return bridge.setJWTProvider({ provider: typeof provider === "function" ? "callback" : fixed });
  });
}

/** Sets the source of APNs tokens. */
export function setAPNSTokenProvider(provider: PushTokenProvider): void {
  provideTokens("setAPNSTokenProvider", "ios-apns", provider);
}

/** Sets the source of Firebase tokens. */
export function setFCMTokenProvider(provider: PushTokenProvider): void {
  provideTokens("setFCMTokenProvider", "ios-firebase", provider);
}

/** Sets the source of Huawei tokens. */
export function setHMSTokenProvider(provider: PushTokenProvider): void {
  provideTokens("setHMSTokenProvider", "ios-huawei", provider);
}

/** The sources of push tokens, by the name of the push service. */
const tokens = new Map<string, Exclude<PushTokenProvider, null>>();

const getToken: Callbacks["provider.getToken"] = ({ provider }) => {
  const source = tokens.get(provider);
  return (typeof source === "function" ? source() : source?.getToken()) ?? null;
};

const deleteToken: Callbacks["provider.deleteToken"] = ({ provider }) => {
  const source = tokens.get(provider);
  return (typeof source === "function" ? undefined : source?.deleteToken?.()) ?? false;
};

function provideTokens(
  method: "setAPNSTokenProvider" | "setFCMTokenProvider" | "setHMSTokenProvider",
  name: string,
  provider: PushTokenProvider,
): void {
  if (provider === null) tokens.delete(name);
  else tokens.set(name, provider);
  provide(method, (bridge) => {
    bridge.handle("provider.getToken", getToken).handle("provider.deleteToken", deleteToken);
    return bridge[method]({ provider: provider === null ? null : "callback" });
  });
}

/** Returns false if a registration would start a bridge: it is made at the bridge that comes. */
function hasBridge(): boolean {
  return current !== undefined || start === undefined;
}

function provide(method: string, register: Registration): void {
  if (hasBridge()) submit(register);
  providers.set(method, register);
}

const sdkEvent = "AltcraftSdkEvent";
const listeners = new Listeners(warn);
let stopHandler = (): void => {};
/** Resolves to a function that ends the subscription. */
let listening: Promise<() => void> | undefined;

/** Makes `handler` receive each event of the SDK, in place of an earlier handler. */
export function subscribeToEvents(handler: (event: SdkEvent) => void): void {
  stopHandler();
  stopHandler = listeners.add(sdkEvent, handler);
  listen();
}

/** Ends the subscription. */
export function unsubscribeFromEvent(): void {
  stopHandler();
}

/** The event emitter of the SDK, with its one event `AltcraftSdkEvent`. */
export const SDKEventEmitter = {
  addListener(name: string, listener: (event: SdkEvent) => void): { remove(): void } {
    const remove = listeners.add(name, listener);
    listen();
    return { remove };
  },
  removeAllListeners(name: string): void {
    listeners.clear(name);
  },
  listenerCount(name: string): number {
    return listeners.count(name);
  },
  /** Part of the interface of React Native, without effect. */
  removeListeners(_count: number): void {},
};

/** Part of the interface of React Native, without effect: `SDKEventEmitter` has the listeners. */
export function addListener(_name: string): void {}

/** Part of the interface of React Native, without effect. */
export function removeListeners(_count: number): void {}

function listen(): void {
  if (!hasBridge()) return;
  const open = bridge();
  listening ??= open.then(
    (bridge) => {
      void persist(bridge, (bridge) => bridge.events.subscribe());
      return bridge.on("*", ({ function: name, code, message, type, value }) => {
        listeners.emit(sdkEvent, { function: name, code, message, type, value });
      });
    },
    (error) => {
      warn(describe(error));
      return () => {};
    },
  );
}

/** Performs a call in the background, as the SDK does. */
function submit(call: (bridge: BridgeClient) => Promise<unknown>): void {
  if (supply !== undefined && waiting === mostWaiting) {
    return warn(`there are ${mostWaiting} calls that wait for a bridge: this one is not made`);
  }
  waiting += 1;
  bridge().then(
    (bridge) => {
      waiting -= 1;
      return persist(bridge, call);
    },
    (error) => {
      waiting -= 1;
      warn(describe(error));
    },
  );
}

/** The number of calls that wait for a bridge, and its maximum. */
let waiting = 0;
const mostWaiting = 1000;

/** The functions of the SDK, with its way to connect. */
export function functionsWith<Connect>(connect: Connect) {
  return {
    connect, useBridge, closeBridge,
    initialize, clear, requestNotificationPermission,
    pushSubscribe, pushSuspend, pushUnSubscribe, unSuspendPushSubscription,
    getStatusOfLatestSubscription, getStatusOfLatestSubscriptionForProvider, getStatusForCurrentSubscription,
    subscribeToEvents, unsubscribeFromEvent, mobileEvent, setPushToken, getPushToken,
    takePush, deliveryEvent, openEvent, setUserDefaultsValue, addListener, removeListeners,
    setJWTProvider, setAPNSTokenProvider, setFCMTokenProvider, setHMSTokenProvider,
  };
}
