// Written by `altcraft-bridge generate csharp` from the OpenRPC document. Do not edit.
using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace AltcraftBridge {
    /// <summary>A call that the bridge refused. Each reason has its own class, such as OutboxFullException.</summary>
    public class BridgeException : Exception {
        public BridgeException(long code, string message, IDictionary<string, object> data) : base(message) {
            (Code, Members) = (code, data);
            Reason = data.TryGetValue("reason", out var reason) ? reason as string : "";
            IsRetryable = data.TryGetValue("retryable", out var again) && true.Equals(again);
        }

        public long Code { get; }

        /// <summary>The name of the error, such as outboxFull.</summary>
        public string Reason { get; }

        /// <summary>True if the same call may succeed later without a change.</summary>
        public bool IsRetryable { get; }

        /// <summary>The data of the error.</summary>
        public IDictionary<string, object> Members { get; }
    }

    /// <summary>-32800: the request was cancelled</summary>
    public sealed class RequestCancelledException : BridgeException {
        public RequestCancelledException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>-32700: the message is not valid JSON</summary>
    public sealed class ParseException : BridgeException {
        public ParseException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>-32603: the service failed during this call</summary>
    public sealed class InternalException : BridgeException {
        public InternalException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>-32602: a parameter is not valid for this method</summary>
    public sealed class InvalidParamsException : BridgeException {
        public InvalidParamsException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>-32601: unknown method</summary>
    public sealed class MethodNotFoundException : BridgeException {
        public MethodNotFoundException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>-32600: the message is not a JSON-RPC 2.0 request</summary>
    public sealed class InvalidRequestException : BridgeException {
        public InvalidRequestException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>-32017: the platform in use is not a simulated one on this machine</summary>
    public sealed class NoSimulatorException : BridgeException {
        public NoSimulatorException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>-32016: no WebSocket is served: start the bridge with --websocket</summary>
    public sealed class NoWebSocketException : BridgeException {
        public NoWebSocketException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>-32015: this requestId belongs to another job; use a new one</summary>
    public sealed class DuplicateRequestIdException : BridgeException {
        public DuplicateRequestIdException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>
    /// -32014: the service is shutting down
    ///
    /// The same call may succeed later.
    /// </summary>
    public sealed class ShuttingDownException : BridgeException {
        public ShuttingDownException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>-32013: no configuration yet: call initialization first</summary>
    public sealed class NotInitializedException : BridgeException {
        public NotInitializedException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>
    /// -32012: the host did not answer in time
    ///
    /// The same call may succeed later.
    /// </summary>
    public sealed class CallbackTimeoutException : BridgeException {
        public CallbackTimeoutException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>
    /// -32011: the change could not be written to disk
    ///
    /// The same call may succeed later.
    /// </summary>
    public sealed class StorageFailedException : BridgeException {
        public StorageFailedException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>
    /// -32010: the outbox is full
    ///
    /// The same call may succeed later.
    /// </summary>
    public sealed class OutboxFullException : BridgeException {
        public OutboxFullException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>-32003: the limit frameBytes of 1048576 bytes is exceeded</summary>
    public sealed class TooLargeException : BridgeException {
        public TooLargeException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>
    /// -32002: too many requests are waiting; repeat the call later
    ///
    /// The same call may succeed later.
    /// </summary>
    public sealed class BusyException : BridgeException {
        public BusyException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>-32001: not authenticated: call bridge.authenticate with the content of rpc.token</summary>
    public sealed class UnauthorizedException : BridgeException {
        public UnauthorizedException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>401: the configuration is not set</summary>
    public sealed class ConfigurationNotSetException : BridgeException {
        public ConfigurationNotSetException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>402: userTag is null. It is impossible to identify the user</summary>
    public sealed class UserTagMissingException : BridgeException {
        public UserTagMissingException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>405: App Group name was not set.</summary>
    public sealed class AppGroupMissingException : BridgeException {
        public AppGroupMissingException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>406: Forcing a push token update is not possible: the operation is not supported for APNs.</summary>
    public sealed class TokenUpdateUnsupportedException : BridgeException {
        public TokenUpdateUnsupportedException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>451: uid in the push data is null, it is impossible to send a push event to the server.</summary>
    public sealed class PushUidMissingException : BridgeException {
        public PushUidMissingException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>471: invalid apiUrl value - empty or null.</summary>
    public sealed class ApiUrlInvalidException : BridgeException {
        public ApiUrlInvalidException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>472: invalid resource token value</summary>
    public sealed class RTokenInvalidException : BridgeException {
        public RTokenInvalidException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>473: invalid provider. Available - ios-apns, ios-firebase, ios-huawei.</summary>
    public sealed class ProviderInvalidException : BridgeException {
        public ProviderInvalidException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>475: invalid values: not all values are primitives</summary>
    public sealed class ValuesNotScalarException : BridgeException {
        public ValuesNotScalarException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>476: unsupported subscription type. Available: email, sms, push, cc_data</summary>
    public sealed class SubscriptionTypeUnsupportedException : BridgeException {
        public SubscriptionTypeUnsupportedException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>501: no configuration yet: call initialization first</summary>
    public sealed class ConfigurationMissingException : BridgeException {
        public ConfigurationMissingException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>502: current push token is nil</summary>
    public sealed class PushTokenMissingException : BridgeException {
        public PushTokenMissingException(long code, string message, IDictionary<string, object> data) : base(code, message, data) {}
    }

    /// <summary>The class of each error.</summary>
    internal static class Errors {
        public static BridgeException Of(IDictionary<string, object> error) {
            error.TryGetValue("data", out var members);
            var data = members as IDictionary<string, object> ?? new Parameters();
            var (code, message) = ((long)error["code"], (string)error["message"]);
            data.TryGetValue("reason", out var reason);
            switch (reason as string) {
                case "requestCancelled": return new RequestCancelledException(code, message, data);
                case "parseError": return new ParseException(code, message, data);
                case "internalError": return new InternalException(code, message, data);
                case "invalidParams": return new InvalidParamsException(code, message, data);
                case "methodNotFound": return new MethodNotFoundException(code, message, data);
                case "invalidRequest": return new InvalidRequestException(code, message, data);
                case "noSimulator": return new NoSimulatorException(code, message, data);
                case "noWebSocket": return new NoWebSocketException(code, message, data);
                case "duplicateRequestId": return new DuplicateRequestIdException(code, message, data);
                case "shuttingDown": return new ShuttingDownException(code, message, data);
                case "notInitialized": return new NotInitializedException(code, message, data);
                case "callbackTimeout": return new CallbackTimeoutException(code, message, data);
                case "storageFailed": return new StorageFailedException(code, message, data);
                case "outboxFull": return new OutboxFullException(code, message, data);
                case "tooLarge": return new TooLargeException(code, message, data);
                case "busy": return new BusyException(code, message, data);
                case "unauthorized": return new UnauthorizedException(code, message, data);
                case "configurationNotSet": return new ConfigurationNotSetException(code, message, data);
                case "userTagMissing": return new UserTagMissingException(code, message, data);
                case "appGroupMissing": return new AppGroupMissingException(code, message, data);
                case "tokenUpdateUnsupported": return new TokenUpdateUnsupportedException(code, message, data);
                case "pushUidMissing": return new PushUidMissingException(code, message, data);
                case "apiUrlInvalid": return new ApiUrlInvalidException(code, message, data);
                case "rTokenInvalid": return new RTokenInvalidException(code, message, data);
                case "providerInvalid": return new ProviderInvalidException(code, message, data);
                case "valuesNotScalar": return new ValuesNotScalarException(code, message, data);
                case "subscriptionTypeUnsupported": return new SubscriptionTypeUnsupportedException(code, message, data);
                case "configurationMissing": return new ConfigurationMissingException(code, message, data);
                case "pushTokenMissing": return new PushTokenMissingException(code, message, data);
                default: return new BridgeException(code, message, data);
            }
        }
    }
}
