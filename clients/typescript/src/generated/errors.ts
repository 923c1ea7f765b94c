// Written by `altcraft-bridge generate typescript` from the OpenRPC document. Do not edit.

import { BridgeError } from "../errors.js";

/** -32800: the request was cancelled */
export class RequestCancelledError extends BridgeError {}

/** -32700: the message is not valid JSON */
export class ParseError extends BridgeError {
  get offset(): number | undefined {
    return this.member("offset");
  }
}

/** -32603: the service failed during this call */
export class InternalError extends BridgeError {}

/** -32602: a parameter is not valid for this method */
export class InvalidParamsError extends BridgeError {
  get parameter(): string | undefined {
    return this.member("parameter");
  }
  get expected(): string | undefined {
    return this.member("expected");
  }
}

/** -32601: unknown method */
export class MethodNotFoundError extends BridgeError {
  get suggestions(): string[] | undefined {
    return this.member("suggestions");
  }
}

/** -32600: the message is not a JSON-RPC 2.0 request */
export class InvalidRequestError extends BridgeError {}

/** -32017: the platform in use is not a simulated one on this machine */
export class NoSimulatorError extends BridgeError {}

/** -32016: no WebSocket is served: start the bridge with --websocket */
export class NoWebSocketError extends BridgeError {}

/** -32015: this requestId belongs to another job; use a new one */
export class DuplicateRequestIdError extends BridgeError {}

/**
 * -32014: the service is shutting down
 *
 * The same call may succeed later.
 */
export class ShuttingDownError extends BridgeError {}

/** -32013: no configuration yet: call initialization first */
export class NotInitializedError extends BridgeError {}

/**
 * -32012: the host did not answer in time
 *
 * The same call may succeed later.
 */
export class CallbackTimeoutError extends BridgeError {
  get callback(): string | undefined {
    return this.member("callback");
  }
}

/**
 * -32011: the change could not be written to disk
 *
 * The same call may succeed later.
 */
export class StorageFailedError extends BridgeError {
  override get cause(): string | undefined {
    return this.member("cause");
  }
}

/**
 * -32010: the outbox is full
 *
 * The same call may succeed later.
 */
export class OutboxFullError extends BridgeError {
  get limit(): string | undefined {
    return this.member("limit");
  }
  get max(): number | undefined {
    return this.member("max");
  }
  get used(): number | undefined {
    return this.member("used");
  }
  get retryAfterMs(): number | undefined {
    return this.member("retryAfterMs");
  }
}

/** -32003: the limit frameBytes of 1048576 bytes is exceeded */
export class TooLargeError extends BridgeError {
  get limit(): string | undefined {
    return this.member("limit");
  }
  get max(): number | undefined {
    return this.member("max");
  }
}

/**
 * -32002: too many requests are waiting; repeat the call later
 *
 * The same call may succeed later.
 */
export class BusyError extends BridgeError {}

/** -32001: not authenticated: call bridge.authenticate with the content of rpc.token */
export class UnauthorizedError extends BridgeError {}

/** 401: the configuration is not set */
export class ConfigurationNotSetError extends BridgeError {}

/** 402: userTag is null. It is impossible to identify the user */
export class UserTagMissingError extends BridgeError {
  override get cause(): number | undefined {
    return this.member("cause");
  }
}

/** 405: App Group name was not set. */
export class AppGroupMissingError extends BridgeError {}

/** 406: Forcing a push token update is not possible: the operation is not supported for APNs. */
export class TokenUpdateUnsupportedError extends BridgeError {}

/** 451: uid in the push data is null, it is impossible to send a push event to the server. */
export class PushUidMissingError extends BridgeError {}

/** 471: invalid apiUrl value - empty or null. */
export class ApiUrlInvalidError extends BridgeError {}

/** 472: invalid resource token value */
export class RTokenInvalidError extends BridgeError {}

/** 473: invalid provider. Available - ios-apns, ios-firebase, ios-huawei. */
export class ProviderInvalidError extends BridgeError {}

/** 475: invalid values: not all values are primitives */
export class ValuesNotScalarError extends BridgeError {
  get parameter(): string | undefined {
    return this.member("parameter");
  }
}

/** 476: unsupported subscription type. Available: email, sms, push, cc_data */
export class SubscriptionTypeUnsupportedError extends BridgeError {
  get accepted(): string[] | undefined {
    return this.member("accepted");
  }
}

/** 501: no configuration yet: call initialization first */
export class ConfigurationMissingError extends BridgeError {}

/** 502: current push token is nil */
export class PushTokenMissingError extends BridgeError {}

/** The class of each error, by its reason. */
export const errorClasses = {
  requestCancelled: RequestCancelledError,
  parseError: ParseError,
  internalError: InternalError,
  invalidParams: InvalidParamsError,
  methodNotFound: MethodNotFoundError,
  invalidRequest: InvalidRequestError,
  noSimulator: NoSimulatorError,
  noWebSocket: NoWebSocketError,
  duplicateRequestId: DuplicateRequestIdError,
  shuttingDown: ShuttingDownError,
  notInitialized: NotInitializedError,
  callbackTimeout: CallbackTimeoutError,
  storageFailed: StorageFailedError,
  outboxFull: OutboxFullError,
  tooLarge: TooLargeError,
  busy: BusyError,
  unauthorized: UnauthorizedError,
  configurationNotSet: ConfigurationNotSetError,
  userTagMissing: UserTagMissingError,
  appGroupMissing: AppGroupMissingError,
  tokenUpdateUnsupported: TokenUpdateUnsupportedError,
  pushUidMissing: PushUidMissingError,
  apiUrlInvalid: ApiUrlInvalidError,
  rTokenInvalid: RTokenInvalidError,
  providerInvalid: ProviderInvalidError,
  valuesNotScalar: ValuesNotScalarError,
  subscriptionTypeUnsupported: SubscriptionTypeUnsupportedError,
  configurationMissing: ConfigurationMissingError,
  pushTokenMissing: PushTokenMissingError,
} as const;
