/**
 * The functions of the Altcraft React Native SDK, with their names, argument order and event emitter: switching is one
 * import. They speak to a bridge of their own, or to the one that `useBridge` was given.
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
  ResponseWithHttp,
  Subscription,
  TokenData,
  UTM,
} from "./generated/types.js";
import { Listeners } from "./listeners.js";

type Given<T> = T | null | undefined;

let current: Promise<Bridge> | undefined;

/** Has the functions of this module speak to that bridge from now on. */
export function useBridge(bridge: Bridge | Promise<Bridge>): void {
  current = Promise.resolve(bridge);
  // Whoever needs it is told what was wrong with it.
  current.catch(() => {});
  void listening?.then((stop) => stop());
  listening = undefined;
  if (listeners.count(sdkEvent) > 0) listen();
}

/** Ends the bridge of this module, in an orderly way. */
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

/** A promise is rejected with one of these; `code` is that of the SDK, `cause` the error of the bridge. */
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
 * Sets the SDK up.
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

/** Suspends the subscription: the device stays known, and gets nothing. */
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
  customFields?: Given<JSONObject>,
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

/** Resumes a suspended subscription of the current user; null when the platform did not answer. */
export async function unSuspendPushSubscription(): Promise<ResponseWithHttp | null> {
  return orNull((await bridge()).unSuspendPushSubscription());
}

/** The latest subscription of the profile; null when there is no answer. */
export async function getStatusOfLatestSubscription(): Promise<ResponseWithHttp | null> {
  return orNull((await bridge()).getStatusOfLatestSubscription());
}

/** The subscription with the current push token; null when there is no answer. */
export async function getStatusForCurrentSubscription(): Promise<ResponseWithHttp | null> {
  return orNull((await bridge()).getStatusForCurrentSubscription());
}

/** The latest subscription by that provider, or by the current one; null when there is no answer. */
export async function getStatusOfLatestSubscriptionForProvider(
  provider: Given<string> = null,
): Promise<ResponseWithHttp | null> {
  return orNull((await bridge()).getStatusOfLatestSubscriptionForProvider({ provider }));
}

/** The push token in use, and its provider. */
export async function getPushToken(): Promise<TokenData | null> {
  return orNull((await bridge()).getPushToken());
}

/**
 * Gives the push token of a provider by hand; null removes it.
 *
 * @throws `AltcraftError` with `INVALID_PROVIDER`
 */
export async function setPushToken(provider: string, token: Given<string> = null): Promise<void> {
  try {
    await (await bridge()).setPushToken({ provider, pushToken: token });
  } catch (error) {
    throw error instanceof ProviderInvalidError ? new AltcraftError("INVALID_PROVIDER", error) : error;
  }
}

/** Removes all that is kept: configuration, tokens, and work that waits. */
export async function clear(): Promise<void> {
  await (await bridge()).clear();
}

/** Registers an event of the app. */
export function mobileEvent(
  sid: string,
  eventName: string,
  sendMessageId: Given<string> = null,
  payload: Given<JSONObject> = null,
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

/** Takes a push that arrived: its delivery is registered. */
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

/** Has the user asked whether notifications may be shown. */
export function requestNotificationPermission(): void {
  submit((bridge) => bridge.requestNotificationPermission());
}

/** Keeps a value under a key; null removes it. */
export function setUserDefaultsValue(suiteName: string, key: string, value: JSONValue): void {
  submit((bridge) => bridge.setUserDefaultsValue({ suiteName, key, value }));
}

/** What the SDK hands to a subscriber. */
export type AltcraftEvent = Pick<Event, "function" | "code" | "message" | "type" | "value">;

const sdkEvent = "AltcraftSdkEvent";
const listeners = new Listeners(warn);
let stopHandler = (): void => {};
/** Resolves to what ends it. */
let listening: Promise<() => void> | undefined;

/** Has `handler` get each event of the SDK, in place of the handler before. */
export function subscribeToEvents(handler: (event: AltcraftEvent) => void): void {
  stopHandler();
  stopHandler = listeners.add(sdkEvent, handler);
  listen();
}

/** Ends that. */
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
  /** Plumbing of React Native, without effect. */
  removeListeners(_count: number): void {},
};

/** Plumbing of React Native, without effect: listeners are those of `SDKEventEmitter`. */
export function addListener(_name: string): void {}

/** Plumbing of React Native, without effect. */
export function removeListeners(_count: number): void {}

function listen(): void {
  const open = bridge();
  listening ??= open.then(
    (bridge) => {
      void persist(bridge, (bridge) => bridge.events.subscribe());
      return bridge.on("*", ({ function: name, code, message, type, value }) => {
        listeners.tell(sdkEvent, { function: name, code, message, type, value });
      });
    },
    (error) => {
      warn(describe(error));
      return () => {};
    },
  );
}

/** Does work in the background, as the SDK does. */
function submit(work: (bridge: Bridge) => Promise<unknown>): void {
  bridge().then(
    (bridge) => persist(bridge, work),
    (error) => warn(describe(error)),
  );
}
