/**
 * The functions of the Altcraft React Native SDK, with their names, argument order and event emitter: to switch, change
 * one import. They start a bridge, or use the one passed to `useBridge`.
 */
import { randomUUID } from "node:crypto";

import { orNull, persist, warn } from "./background.js";
import { Bridge } from "./bridge.js";
import { describe } from "./errors.js";
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

type Given<T> = T | null | undefined;

let current: Promise<Bridge> | undefined;

/** Makes the functions of this module use that bridge. */
export function useBridge(bridge: Bridge | Promise<Bridge>): void {
  current = Promise.resolve(bridge);
  // Each caller gets the error of the start.
  current.catch(() => {});
  void listening?.then((stop) => stop());
  listening = undefined;
  if (listeners.count(sdkEvent) > 0) listen();
}

/** Closes the bridge of this module. */
export async function closeBridge(): Promise<void> {
  const open = current;
  current = undefined;
  listening = undefined;
  await (await open)?.close();
}

function bridge(): Promise<Bridge> {
  if (current === undefined) useBridge(Bridge.spawn());
  return current as Promise<Bridge>;
}

/** The error of a rejected promise; `code` is that of the SDK, `cause` the error of the bridge. */
export class AltcraftError extends Error {
  constructor(
    readonly code: "ALTCRAFT_INIT_INVALID_CONFIG" | "ALTCRAFT_INIT_ERROR" | "INVALID_PROVIDER",
    cause: unknown,
  ) {
    super(describe(cause), { cause });
    this.name = "AltcraftError";
  }
}

/**
 * Initializes the SDK.
 *
 * @throws `AltcraftError` with `ALTCRAFT_INIT_INVALID_CONFIG` or `ALTCRAFT_INIT_ERROR`
 */
export async function initialize(config: Configuration): Promise<void> {
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
  cats?: Given<(Category | string)[]>,
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
    requestId: randomUUID(),
  };
}

/** Resumes a suspended subscription of the current user; null if the platform did not answer. */
export async function unSuspendPushSubscription(): Promise<ResponseWithHttp | null> {
  return orNull((await bridge()).unSuspendPushSubscription());
}

/** The latest subscription of the profile; null without an answer. */
export async function getStatusOfLatestSubscription(): Promise<ResponseWithHttp | null> {
  return orNull((await bridge()).getStatusOfLatestSubscription());
}

/** The subscription with the current push token; null without an answer. */
export async function getStatusForCurrentSubscription(): Promise<ResponseWithHttp | null> {
  return orNull((await bridge()).getStatusForCurrentSubscription());
}

/** The latest subscription by that provider, or by the current one; null without an answer. */
export async function getStatusOfLatestSubscriptionForProvider(
  provider: Given<string> = null,
): Promise<ResponseWithHttp | null> {
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

/** Registers an event of the app. */
export function mobileEvent(
  sid: string,
  eventName: string,
  sendMessageId: Given<string> = null,
  payload: Given<Scalars> = null,
  matching: Given<JSONObject> = null,
  matchingType: Given<string> = null,
  profileFields: Given<JSONObject> = null,
  subscription: Given<Subscription> = null,
  utm: Given<UTM> = null,
): void {
  const event = { sid, eventName, sendMessageId, payload, matching, matchingType, profileFields, subscription, utm };
  const requestId = randomUUID();
  submit((bridge) => bridge.mobileEvent({ ...event, requestId }));
}

/** Processes a push that arrived: registers its delivery. */
export function takePush(message: JSONObject): void {
  if (Object.keys(message).length > 0) submit((bridge) => bridge.takePush({ message }));
}

/** Registers that a push was delivered. */
export function deliveryEvent(message: Given<JSONObject> = null, messageUID: Given<string> = null): void {
  const requestId = randomUUID();
  submit((bridge) => bridge.deliveryEvent({ message, messageUID, requestId }));
}

/** Registers that a push was opened. */
export function openEvent(message: Given<JSONObject> = null, messageUID: Given<string> = null): void {
  const requestId = randomUUID();
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

/** The event that the SDK passes to a subscriber. */
export type AltcraftEvent = Pick<Event, "function" | "code" | "message" | "type" | "value">;

const sdkEvent = "AltcraftSdkEvent";
const listeners = new Listeners(warn);
let stopHandler = (): void => {};
/** Resolves to a function that ends the subscription. */
let listening: Promise<() => void> | undefined;

/** Makes `handler` receive each event of the SDK, in place of an earlier handler. */
export function subscribeToEvents(handler: (event: AltcraftEvent) => void): void {
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
  addListener(name: string, listener: (event: AltcraftEvent) => void): { remove(): void } {
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
function submit(call: (bridge: Bridge) => Promise<unknown>): void {
  bridge().then(
    (bridge) => persist(bridge, call),
    (error) => warn(describe(error)),
  );
}
