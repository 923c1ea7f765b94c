<?php

// Written by `altcraft-bridge generate php` from the OpenRPC document. Do not edit.

declare(strict_types=1);

namespace Altcraft\Bridge;

/** A call that the bridge refused. Each reason has its own class, such as OutboxFullError. */
class BridgeError extends \RuntimeException {
    /** The name of the error, such as outboxFull. */
    public readonly string $reason;
    /** True if the same call may succeed later without a change. */
    public readonly bool $retryable;

    final public function __construct(int $code, string $message, public readonly \stdClass $data) {
        parent::__construct($message, $code);
        $this->reason = $data->reason ?? "";
        $this->retryable = $data->retryable ?? false;
    }
}

/** -32800: the request was cancelled */
final class RequestCancelledError extends BridgeError {}

/**
 * -32700: the message is not valid JSON
 *
 * `data` has `offset`.
 */
final class ParseError extends BridgeError {}

/** -32603: the service failed during this call */
final class InternalError extends BridgeError {}

/**
 * -32602: a parameter is not valid for this method
 *
 * `data` has `parameter`, `expected`.
 */
final class InvalidParamsError extends BridgeError {}

/**
 * -32601: unknown method
 *
 * `data` has `suggestions`.
 */
final class MethodNotFoundError extends BridgeError {}

/** -32600: the message is not a JSON-RPC 2.0 request */
final class InvalidRequestError extends BridgeError {}

/** -32017: the platform in use is not a simulated one on this machine */
final class NoSimulatorError extends BridgeError {}

/** -32016: no WebSocket is served: start the bridge with --websocket */
final class NoWebSocketError extends BridgeError {}

/** -32015: this requestId belongs to another job; use a new one */
final class DuplicateRequestIdError extends BridgeError {}

/**
 * -32014: the service is shutting down
 *
 * The same call may succeed later.
 */
final class ShuttingDownError extends BridgeError {}

/** -32013: no configuration yet: call initialization first */
final class NotInitializedError extends BridgeError {}

/**
 * -32012: the host did not answer in time
 *
 * The same call may succeed later.
 *
 * `data` has `callback`.
 */
final class CallbackTimeoutError extends BridgeError {}

/**
 * -32011: the change could not be written to disk
 *
 * The same call may succeed later.
 *
 * `data` has `cause`.
 */
final class StorageFailedError extends BridgeError {}

/**
 * -32010: the outbox is full
 *
 * The same call may succeed later.
 *
 * `data` has `limit`, `max`, `used`, `retryAfterMs`.
 */
final class OutboxFullError extends BridgeError {}

/**
 * -32003: the limit frameBytes of 1048576 bytes is exceeded
 *
 * `data` has `limit`, `max`.
 */
final class TooLargeError extends BridgeError {}

/**
 * -32002: too many requests are waiting; repeat the call later
 *
 * The same call may succeed later.
 */
final class BusyError extends BridgeError {}

/** -32001: not authenticated: call bridge.authenticate with the content of rpc.token */
final class UnauthorizedError extends BridgeError {}

/** 401: the configuration is not set */
final class ConfigurationNotSetError extends BridgeError {}

/**
 * 402: userTag is null. It is impossible to identify the user
 *
 * `data` has `cause`.
 */
final class UserTagMissingError extends BridgeError {}

/** 405: App Group name was not set. */
final class AppGroupMissingError extends BridgeError {}

/** 406: Forcing a push token update is not possible: the operation is not supported for APNs. */
final class TokenUpdateUnsupportedError extends BridgeError {}

/** 451: uid in the push data is null, it is impossible to send a push event to the server. */
final class PushUidMissingError extends BridgeError {}

/** 471: invalid apiUrl value - empty or null. */
final class ApiUrlInvalidError extends BridgeError {}

/** 472: invalid resource token value */
final class RTokenInvalidError extends BridgeError {}

/** 473: invalid provider. Available - ios-apns, ios-firebase, ios-huawei. */
final class ProviderInvalidError extends BridgeError {}

/**
 * 475: invalid values: not all values are primitives
 *
 * `data` has `parameter`.
 */
final class ValuesNotScalarError extends BridgeError {}

/**
 * 476: unsupported subscription type. Available: email, sms, push, cc_data
 *
 * `data` has `accepted`.
 */
final class SubscriptionTypeUnsupportedError extends BridgeError {}

/** 501: no configuration yet: call initialization first */
final class ConfigurationMissingError extends BridgeError {}

/** 502: current push token is nil */
final class PushTokenMissingError extends BridgeError {}

/** The class of each error. */
final class Errors {
    private const CLASSES = [
        "requestCancelled" => RequestCancelledError::class,
        "parseError" => ParseError::class,
        "internalError" => InternalError::class,
        "invalidParams" => InvalidParamsError::class,
        "methodNotFound" => MethodNotFoundError::class,
        "invalidRequest" => InvalidRequestError::class,
        "noSimulator" => NoSimulatorError::class,
        "noWebSocket" => NoWebSocketError::class,
        "duplicateRequestId" => DuplicateRequestIdError::class,
        "shuttingDown" => ShuttingDownError::class,
        "notInitialized" => NotInitializedError::class,
        "callbackTimeout" => CallbackTimeoutError::class,
        "storageFailed" => StorageFailedError::class,
        "outboxFull" => OutboxFullError::class,
        "tooLarge" => TooLargeError::class,
        "busy" => BusyError::class,
        "unauthorized" => UnauthorizedError::class,
        "configurationNotSet" => ConfigurationNotSetError::class,
        "userTagMissing" => UserTagMissingError::class,
        "appGroupMissing" => AppGroupMissingError::class,
        "tokenUpdateUnsupported" => TokenUpdateUnsupportedError::class,
        "pushUidMissing" => PushUidMissingError::class,
        "apiUrlInvalid" => ApiUrlInvalidError::class,
        "rTokenInvalid" => RTokenInvalidError::class,
        "providerInvalid" => ProviderInvalidError::class,
        "valuesNotScalar" => ValuesNotScalarError::class,
        "subscriptionTypeUnsupported" => SubscriptionTypeUnsupportedError::class,
        "configurationMissing" => ConfigurationMissingError::class,
        "pushTokenMissing" => PushTokenMissingError::class,
    ];

    /** Returns the error of the class for its reason. */
    public static function of(int $code, string $message, \stdClass $data): BridgeError {
        $class = self::CLASSES[$data->reason ?? ""] ?? BridgeError::class;
        return new $class($code, $message, $data);
    }
}
