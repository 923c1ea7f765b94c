// The exports that every environment has, besides `Bridge`.
export { BridgeClient } from "./client.js";
export type { ClientEvents } from "./client.js";
export type { AbortSignalLike, CallOptions } from "./caller.js";
export { BridgeClosedError, BridgeError, CallAbortedError, CallTimeoutError } from "./errors.js";
export type { OutcomeGap, OutcomeStreamOptions } from "./outcomes.js";
export type { AppAddress, BridgeOptions, Token, WebSocketAddress } from "./options.js";
export { isKnown } from "./reconnecting.js";
export * from "./generated/callbacks.js";
export * from "./generated/errors.js";
export * from "./generated/events.js";
export * from "./generated/methods.js";
export * from "./generated/schema.js";
export * from "./generated/types.js";
