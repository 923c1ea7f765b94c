// Correct code, and code that the compiler must reject. It is compiled, not run.
import {
  Bridge,
  BridgeClosedError,
  BridgeError,
  CallAbortedError,
  CallTimeoutError,
  OutboxFullError,
  StorageFailedError,
  isKnown,
} from "altcraft-bridge";
import type { Callbacks, Event, EventGap, EventPosition, JSONObject, Receipt, ResponseWithHttp } from "altcraft-bridge";
import * as reactNative from "altcraft-bridge/react-native";
import { SimulatedPlatform, jwt } from "altcraft-bridge/testing";

type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
function is<Expected>() {
  return <Actual,>(_value: Actual, _same: Same<Actual, Expected>): void => {};
}

export async function calls(bridge: Bridge, signal: AbortSignal): Promise<void> {
  is<string>()(await bridge.bridge.ping(), true);
  is<Receipt>()(await bridge.pushSubscribe({ cats: ["news", { name: "offers", active: false }] }), true);
  is<ResponseWithHttp | null>()(await bridge.unSuspendPushSubscription({ signal, timeoutMs: 5 }), true);
  is<EventPosition>()(await bridge.events.subscribe({ codes: [230] }), true);
  const answer = await bridge.call<JSONObject>("new.method", { big: 2n ** 63n }, { signal });
  console.log(answer["any"]);
  await bridge.setJWTProvider({ provider: "callback" });
  await bridge.setJWTProvider({ provider: { token: "jwt" } });
  await bridge.setJWTProvider({ provider: null });
  // @ts-expect-error Unknown provider.
  await bridge.setJWTProvider({ provider: "called" });
  // @ts-expect-error A required parameter is missing.
  await bridge.setJWTProvider();
  // @ts-expect-error Unknown parameter.
  await bridge.pushSubscribe({ cat: [] });
  // @ts-expect-error Unknown function.
  await bridge.subscribe();
}

export function events(bridge: Bridge): () => void {
  bridge.on("pushSubscribe.succeeded", (event) => {
    is<number>()(event.value.response_with_http_code.httpCode, true);
    is<"pushSubscribe.succeeded">()(event.name, true);
  });
  bridge.on("pushToken.changed", async ({ value }) => console.log(value.provider));
  bridge.on("gap", (gap) => is<EventGap>()(gap, true));
  bridge.on("log", (line) => is<string>()(line, true));
  bridge.on("disconnected", (error) => is<BridgeClosedError>()(error, true));
  bridge.on("reconnected", (position) => is<EventPosition | null>()(position, true));
  bridge.on("*", (event) => {
    is<Event>()(event, true);
    if (isKnown(event) && event.name === "data.cleared") is<number>()(event.value.cleared, true);
  });
  // @ts-expect-error Unknown event.
  bridge.on("pushSubscribe.succeded", () => {});
  return bridge.on("unknown", (event) => console.log(event.name));
}

export function handlers(bridge: Bridge): void {
  const getToken: Callbacks["provider.getToken"] = ({ provider }) => `${provider}-token`;
  bridge
    .handle("provider.getToken", getToken)
    .handle("provider.getJWT", async ({ reason }) => (reason === "expired" ? null : "jwt"))
    .handle("notificationManager.onForegroundNotification", ({ request }) => ({
      options: request.content?.title === "quiet" ? [] : ["banner"],
    }));
  // @ts-expect-error A number is not a token.
  bridge.handle("provider.getToken", () => 7);
  // @ts-expect-error Unknown request.
  bridge.handle("provider.getTokens", () => "token");
}

export function failures(error: unknown): void {
  if (error instanceof OutboxFullError) is<number | undefined>()(error.retryAfterMs, true);
  else if (error instanceof StorageFailedError) is<string | undefined>()(error.cause, true);
  else if (error instanceof BridgeError) is<boolean>()(error.retryable, true);
  else if (error instanceof BridgeClosedError) is<number | null>()(error.exitCode, true);
  else if (error instanceof CallTimeoutError || error instanceof CallAbortedError) console.log(error.message);
}

export async function ways(): Promise<Bridge[]> {
  // @ts-expect-error Either a socket or a port.
  await Bridge.connect({});
  return [
    await Bridge.spawn(),
    await Bridge.spawn({ args: ["--log-level", "debug"], env: { A: "b" }, onLog: console.log, reconnects: false }),
    await Bridge.connect({ socket: "s", callTimeoutMs: 5 }),
    await Bridge.connect({ port: 1, tokenFile: "rpc.token", onWarning: console.warn }),
  ];
}

export async function sdk(): Promise<void> {
  await reactNative.initialize({ apiUrl: "https://pxl.example.com" });
  reactNative.pushSubscribe(true, { _fname: "Ann" }, null, ["news"]);
  reactNative.SDKEventEmitter.addListener("AltcraftSdkEvent", ({ code, type }) => console.log(code, type)).remove();
  // @ts-expect-error The name of the event is missing.
  reactNative.mobileEvent("sid");
}

export async function testing(): Promise<void> {
  const platform = await SimulatedPlatform.start({ args: ["--script", "outage.json"] });
  await platform.fail({ path: "/event/*", nth: 2, drop: "before" }, { status: 503, times: 1 });
  is<string | null>()((await platform.requests())[0]!.requestId, true);
  is<number>()((await platform.state()).mobileEvents.length, true);
  is<string>()(jwt({ db_id: 1, phone: "7", exp: 1 }), true);
  // @ts-expect-error Unknown moment.
  await platform.fail({ drop: "later" });
  // @ts-expect-error A required claim is missing.
  jwt({ email: "ann@example.com" });
}
