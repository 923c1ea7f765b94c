/**
 * The Altcraft React Native SDK's functions with their names, argument order and event emitter: switching
 * is one import. `useBridge` says which bridge they speak to.
 */
import type { Bridge } from "./bridge.js";
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

type Given<T> = T | null | undefined;

let current: Promise<Bridge> | undefined;

/** The bridge that the functions of this module speak to. */
export function useBridge(bridge: Bridge | Promise<Bridge>): void {
  current = Promise.resolve(bridge);
}

function bridge(): Promise<Bridge> {
  return current ?? Promise.reject(new Error("call useBridge first"));
}

/** Work is accepted in the background, as in the SDK; what is wrong with it is told by an event. */
function submit(work: (bridge: Bridge) => Promise<unknown>): void {
  bridge()
    .then(work)
    .catch(() => {});
}

export async function initialize(config: Configuration): Promise<void> {
  await (await bridge()).initialization({ configuration: config });
}

type SubscriptionArguments = [
  sync?: Given<boolean>,
  profileFields?: Given<JSONObject>,
  customFields?: Given<JSONObject>,
  cats?: Given<(Category | string)[]>,
  replace?: Given<boolean>,
  skipTriggers?: Given<boolean>,
];

export function pushSubscribe(...given: SubscriptionArguments): void {
  submit((bridge) => bridge.pushSubscribe(subscription(given)));
}

export function pushSuspend(...given: SubscriptionArguments): void {
  submit((bridge) => bridge.pushSuspend(subscription(given)));
}

export function pushUnSubscribe(...given: SubscriptionArguments): void {
  submit((bridge) => bridge.pushUnSubscribe(subscription(given)));
}

function subscription(given: SubscriptionArguments) {
  const [sync, profileFields, customFields, cats, replace, skipTriggers] = given;
  return {
    sync: sync ?? null,
    profileFields: profileFields ?? null,
    customFields: customFields ?? null,
    cats: cats ?? null,
    replace: replace ?? null,
    skipTriggers: skipTriggers ?? null,
  };
}

export async function unSuspendPushSubscription(): Promise<ResponseWithHttp | null> {
  return (await bridge()).unSuspendPushSubscription();
}

export async function getStatusOfLatestSubscription(): Promise<ResponseWithHttp | null> {
  return (await bridge()).getStatusOfLatestSubscription();
}

export async function getStatusForCurrentSubscription(): Promise<ResponseWithHttp | null> {
  return (await bridge()).getStatusForCurrentSubscription();
}

export async function getStatusOfLatestSubscriptionForProvider(
  provider?: Given<string>,
): Promise<ResponseWithHttp | null> {
  return (await bridge()).getStatusOfLatestSubscriptionForProvider({ provider: provider ?? null });
}

export async function getPushToken(): Promise<TokenData | null> {
  return (await bridge()).getPushToken();
}

export async function setPushToken(provider: string, token: string | null): Promise<void> {
  await (await bridge()).setPushToken({ provider, pushToken: token });
}

export async function clear(): Promise<void> {
  await (await bridge()).clear();
}

export function mobileEvent(
  sid: string,
  eventName: string,
  sendMessageId?: Given<string>,
  payload?: Given<JSONObject>,
  matching?: Given<JSONObject>,
  matchingType?: Given<string>,
  profileFields?: Given<JSONObject>,
  subscription?: Given<Subscription>,
  utm?: Given<UTM>,
): void {
  submit((bridge) =>
    bridge.mobileEvent({
      sid,
      eventName,
      sendMessageId: sendMessageId ?? null,
      payload: payload ?? null,
      matching: matching ?? null,
      matchingType: matchingType ?? null,
      profileFields: profileFields ?? null,
      subscription: subscription ?? null,
      utm: utm ?? null,
    }),
  );
}

export function takePush(message: JSONObject): void {
  if (Object.keys(message).length > 0) submit((bridge) => bridge.takePush({ message }));
}

export function deliveryEvent(message?: Given<JSONObject>, messageUID?: Given<string>): void {
  submit((bridge) => bridge.deliveryEvent({ message: message ?? null, messageUID: messageUID ?? null }));
}

export function openEvent(message?: Given<JSONObject>, messageUID?: Given<string>): void {
  submit((bridge) => bridge.openEvent({ message: message ?? null, messageUID: messageUID ?? null }));
}

export function requestNotificationPermission(): void {
  submit((bridge) => bridge.requestNotificationPermission());
}

export function setUserDefaultsValue(suiteName: string, key: string, value: JSONValue): void {
  submit((bridge) => bridge.setUserDefaultsValue({ suiteName, key, value }));
}

/** What the SDK hands to a subscriber. */
export type AltcraftEvent = Pick<Event, "function" | "code" | "message" | "type" | "value">;

const eventName = "AltcraftSdkEvent";
const emitterListeners = new Set<(event: AltcraftEvent) => void>();
let handler: ((event: AltcraftEvent) => void) | undefined;
let stopListening: (() => void) | undefined;

async function listen(): Promise<void> {
  if (stopListening !== undefined) return;
  stopListening = () => {};
  const open = await bridge();
  stopListening = open.on("*", (event) => {
    handler?.(event);
    for (const listener of [...emitterListeners]) listener(event);
  });
  await open.subscribe();
}

/** Replaces the handler before. */
export function subscribeToEvents(newHandler: (event: AltcraftEvent) => void): void {
  handler = newHandler;
  void listen();
}

export function unsubscribeFromEvent(): void {
  handler = undefined;
}

/** The event emitter of the SDK, with its one event `AltcraftSdkEvent`. */
export const SDKEventEmitter = {
  addListener(name: string, listener: (event: AltcraftEvent) => void): { remove(): void } {
    if (name !== eventName) return { remove() {} };
    emitterListeners.add(listener);
    void listen();
    return { remove: () => void emitterListeners.delete(listener) };
  },
  removeAllListeners(name: string): void {
    if (name === eventName) emitterListeners.clear();
  },
  /** Plumbing that React Native asks for. */
  removeListeners(_count: number): void {},
};
