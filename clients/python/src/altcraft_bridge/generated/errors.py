# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""A class for each error of the bridge."""

from __future__ import annotations

from typing import Dict, List, Type

from ..base_errors import BridgeError

__all__ = [
    "ERROR_CLASSES",
    "RequestCancelledError",
    "ParseError",
    "InternalError",
    "InvalidParamsError",
    "MethodNotFoundError",
    "InvalidRequestError",
    "NoSimulatorError",
    "NoWebSocketError",
    "DuplicateRequestIdError",
    "ShuttingDownError",
    "NotInitializedError",
    "CallbackTimeoutError",
    "StorageFailedError",
    "OutboxFullError",
    "TooLargeError",
    "BusyError",
    "UnauthorizedError",
    "ConfigurationNotSetError",
    "UserTagMissingError",
    "AppGroupMissingError",
    "TokenUpdateUnsupportedError",
    "PushUidMissingError",
    "ApiUrlInvalidError",
    "RTokenInvalidError",
    "ProviderInvalidError",
    "ValuesNotScalarError",
    "SubscriptionTypeUnsupportedError",
    "ConfigurationMissingError",
    "PushTokenMissingError",
]


class RequestCancelledError(BridgeError):
    """-32800: the request was cancelled"""

    retryable = False


class ParseError(BridgeError):
    """-32700: the message is not valid JSON"""

    retryable = False

    @property
    def offset(self) -> int | None:
        offset: int | None = self.data.get("offset")
        return offset


class InternalError(BridgeError):
    """-32603: the service failed during this call"""

    retryable = False


class InvalidParamsError(BridgeError):
    """-32602: a parameter is not valid for this method"""

    retryable = False

    @property
    def parameter(self) -> str | None:
        parameter: str | None = self.data.get("parameter")
        return parameter

    @property
    def expected(self) -> str | None:
        expected: str | None = self.data.get("expected")
        return expected


class MethodNotFoundError(BridgeError):
    """-32601: unknown method"""

    retryable = False

    @property
    def suggestions(self) -> List[str] | None:
        suggestions: List[str] | None = self.data.get("suggestions")
        return suggestions


class InvalidRequestError(BridgeError):
    """-32600: the message is not a JSON-RPC 2.0 request"""

    retryable = False


class NoSimulatorError(BridgeError):
    """-32017: the platform in use is not a simulated one on this machine"""

    retryable = False


class NoWebSocketError(BridgeError):
    """-32016: no WebSocket is served: start the bridge with --websocket"""

    retryable = False


class DuplicateRequestIdError(BridgeError):
    """-32015: this requestId belongs to another job; use a new one"""

    retryable = False


class ShuttingDownError(BridgeError):
    """-32014: the service is shutting down

    The same call may succeed later.
    """

    retryable = True


class NotInitializedError(BridgeError):
    """-32013: no configuration yet: call initialization first"""

    retryable = False


class CallbackTimeoutError(BridgeError):
    """-32012: the host did not answer in time

    The same call may succeed later.
    """

    retryable = True

    @property
    def callback(self) -> str | None:
        callback: str | None = self.data.get("callback")
        return callback


class StorageFailedError(BridgeError):
    """-32011: the change could not be written to disk

    The same call may succeed later.
    """

    retryable = True

    @property
    def cause(self) -> str | None:
        cause: str | None = self.data.get("cause")
        return cause


class OutboxFullError(BridgeError):
    """-32010: the outbox is full

    The same call may succeed later.
    """

    retryable = True

    @property
    def limit(self) -> str | None:
        limit: str | None = self.data.get("limit")
        return limit

    @property
    def max(self) -> int | None:
        max: int | None = self.data.get("max")
        return max

    @property
    def used(self) -> int | None:
        used: int | None = self.data.get("used")
        return used

    @property
    def retry_after_ms(self) -> int | None:
        retry_after_ms: int | None = self.data.get("retryAfterMs")
        return retry_after_ms


class TooLargeError(BridgeError):
    """-32003: the limit frameBytes of 1048576 bytes is exceeded"""

    retryable = False

    @property
    def limit(self) -> str | None:
        limit: str | None = self.data.get("limit")
        return limit

    @property
    def max(self) -> int | None:
        max: int | None = self.data.get("max")
        return max


class BusyError(BridgeError):
    """-32002: too many requests are waiting; repeat the call later

    The same call may succeed later.
    """

    retryable = True


class UnauthorizedError(BridgeError):
    """-32001: not authenticated: call bridge.authenticate with the content of rpc.token"""

    retryable = False


class ConfigurationNotSetError(BridgeError):
    """401: the configuration is not set"""

    retryable = False


class UserTagMissingError(BridgeError):
    """402: userTag is null. It is impossible to identify the user"""

    retryable = False

    @property
    def cause(self) -> int | None:
        cause: int | None = self.data.get("cause")
        return cause


class AppGroupMissingError(BridgeError):
    """405: App Group name was not set."""

    retryable = False


class TokenUpdateUnsupportedError(BridgeError):
    """406: Forcing a push token update is not possible: the operation is not supported for APNs."""

    retryable = False


class PushUidMissingError(BridgeError):
    """451: uid in the push data is null, it is impossible to send a push event to the server."""

    retryable = False


class ApiUrlInvalidError(BridgeError):
    """471: invalid apiUrl value - empty or null."""

    retryable = False


class RTokenInvalidError(BridgeError):
    """472: invalid resource token value"""

    retryable = False


class ProviderInvalidError(BridgeError):
    """473: invalid provider. Available - ios-apns, ios-firebase, ios-huawei."""

    retryable = False


class ValuesNotScalarError(BridgeError):
    """475: invalid values: not all values are primitives"""

    retryable = False

    @property
    def parameter(self) -> str | None:
        parameter: str | None = self.data.get("parameter")
        return parameter


class SubscriptionTypeUnsupportedError(BridgeError):
    """476: unsupported subscription type. Available: email, sms, push, cc_data"""

    retryable = False

    @property
    def accepted(self) -> List[str] | None:
        accepted: List[str] | None = self.data.get("accepted")
        return accepted


class ConfigurationMissingError(BridgeError):
    """501: no configuration yet: call initialization first"""

    retryable = False


class PushTokenMissingError(BridgeError):
    """502: current push token is nil"""

    retryable = False


ERROR_CLASSES: Dict[str, Type[BridgeError]] = {
    "requestCancelled": RequestCancelledError,
    "parseError": ParseError,
    "internalError": InternalError,
    "invalidParams": InvalidParamsError,
    "methodNotFound": MethodNotFoundError,
    "invalidRequest": InvalidRequestError,
    "noSimulator": NoSimulatorError,
    "noWebSocket": NoWebSocketError,
    "duplicateRequestId": DuplicateRequestIdError,
    "shuttingDown": ShuttingDownError,
    "notInitialized": NotInitializedError,
    "callbackTimeout": CallbackTimeoutError,
    "storageFailed": StorageFailedError,
    "outboxFull": OutboxFullError,
    "tooLarge": TooLargeError,
    "busy": BusyError,
    "unauthorized": UnauthorizedError,
    "configurationNotSet": ConfigurationNotSetError,
    "userTagMissing": UserTagMissingError,
    "appGroupMissing": AppGroupMissingError,
    "tokenUpdateUnsupported": TokenUpdateUnsupportedError,
    "pushUidMissing": PushUidMissingError,
    "apiUrlInvalid": ApiUrlInvalidError,
    "rTokenInvalid": RTokenInvalidError,
    "providerInvalid": ProviderInvalidError,
    "valuesNotScalar": ValuesNotScalarError,
    "subscriptionTypeUnsupported": SubscriptionTypeUnsupportedError,
    "configurationMissing": ConfigurationMissingError,
    "pushTokenMissing": PushTokenMissingError,
}
"""The class of each error, by its reason."""
