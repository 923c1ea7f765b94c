// Written by `altcraft-bridge generate csharp` from the OpenRPC document. Do not edit.
using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace AltcraftBridge {
    /// <summary>The names and codes of the events that this version of the interface knows.</summary>
    public static class KnownEvents {
        public static readonly IReadOnlyDictionary<string, long> Codes = new Dictionary<string, long> {
            // event: SDK configuration is installed.
            { "configuration.installed", 200 },
            // event: push provider set
            { "pushToken.changed", 201 },
            // event: received a notification unrelated to the Altcraft Platform
            { "push.foreign", 202 },
            // event: received Altcraft push notification.
            { "push.received", 203 },
            // event: push is posted.
            { "push.posted", 204 },
            // event: SDK data has been cleared
            { "data.cleared", 205 },
            // event: waiting for push token update to complete
            { "tokenUpdate.waiting", 207 },
            // event: SDK background task is registered
            { "backgroundTask.started", 208 },
            // event: SDK background task completed
            { "backgroundTask.completed", 209 },
            // event: successful request: push/subscribe
            { "pushSubscribe.succeeded", 230 },
            // event: successful request: push/suspend
            { "pushSuspend.succeeded", 231 },
            // event: successful request: push/unsubscribe
            { "pushUnSubscribe.succeeded", 232 },
            // event: successful request: push/update
            { "tokenUpdate.succeeded", 233 },
            // event: successful request: push/unsuspend
            { "unSuspend.succeeded", 234 },
            // event: successful request: push/status
            { "status.succeeded", 235 },
            // event: successful request: event/push
            { "pushEvent.succeeded", 236 },
            // event: successful request: event/post
            { "mobileEvent.succeeded", 237 },
            // event: successful request: profile/update
            { "profileUpdate.succeeded", 238 },
            // error: the configuration is not set
            { "configurationNotSet", 401 },
            // error: userTag is null. It is impossible to identify the user
            { "userTagMissing", 402 },
            // error: storage error
            { "storageError", 403 },
            // error: App Group name was not set.
            { "appGroupMissing", 405 },
            // error: Forcing a push token update is not possible: the operation is not supported for APNs.
            { "tokenUpdateUnsupported", 406 },
            // error: unsuspend request data is nil
            { "unSuspend.dataMissing", 422 },
            // error: profile request data is nil
            { "status.dataMissing", 423 },
            // error: the platform refused the request: push/subscribe
            { "pushSubscribe.failed", 430 },
            // error: the platform refused the request: push/suspend
            { "pushSuspend.failed", 431 },
            // error: the platform refused the request: push/unsubscribe
            { "pushUnSubscribe.failed", 432 },
            // error: the platform refused the request: push/update
            { "tokenUpdate.failed", 433 },
            // error: the platform refused the request: push/unsuspend
            { "unSuspend.failed", 434 },
            // error: the platform refused the request: push/status
            { "status.failed", 435 },
            // error: the platform refused the request: event/push
            { "pushEvent.failed", 436 },
            // error: the platform refused the request: event/post
            { "mobileEvent.failed", 437 },
            // error: the platform refused the request: profile/update
            { "profileUpdate.failed", 438 },
            // error: uid in the push data is null, it is impossible to send a push event to the server.
            { "pushUidMissing", 451 },
            // error: 'media' key is missing or URL string is invalid.
            { "mediaInvalid", 453 },
            // error: 'buttons' key is missing or is invalid.
            { "buttonsInvalid", 454 },
            // error: invalid button identifier. See event value
            { "buttonIdentifierInvalid", 455 },
            // error: unknown button identifier. See event value
            { "buttonUnknown", 457 },
            // error: invalid apiUrl value - empty or null.
            { "apiUrlInvalid", 471 },
            // error: invalid resource token value
            { "rTokenInvalid", 472 },
            // error: invalid provider. Available - ios-apns, ios-firebase, ios-huawei.
            { "providerInvalid", 473 },
            // error: invalid values: not all values are primitives
            { "valuesNotScalar", 475 },
            // error: unsupported subscription type. Available: email, sms, push, cc_data
            { "subscriptionTypeUnsupported", 476 },
            // retryError: no response from the platform
            { "transport.failed", 500 },
            // error: config data is nil
            { "configurationMissing", 501 },
            // error: current push token is nil
            { "pushTokenMissing", 502 },
            // retryError: userTag is null. It is impossible to identify the user
            { "userTagUnavailable", 503 },
            // retryError: notification permission denied.
            { "permissionDenied", 504 },
            // error: SDK background task expired
            { "backgroundTask.expired", 505 },
            // retryError: subscribe request data is nil
            { "pushSubscribe.dataMissing", 520 },
            // retryError: update request data is nil
            { "tokenUpdate.dataMissing", 521 },
            // retryError: push event request data is nil
            { "pushEvent.dataMissing", 524 },
            // retryError: mobile event request data is nil
            { "mobileEvent.dataMissing", 525 },
            // retryError: profile update request data is nil
            { "profileUpdate.dataMissing", 526 },
            // retryError: the platform failed, the request is retried: push/subscribe
            { "pushSubscribe.retrying", 530 },
            // retryError: the platform failed, the request is retried: push/suspend
            { "pushSuspend.retrying", 531 },
            // retryError: the platform failed, the request is retried: push/unsubscribe
            { "pushUnSubscribe.retrying", 532 },
            // retryError: the platform failed, the request is retried: push/update
            { "tokenUpdate.retrying", 533 },
            // retryError: the platform failed, the request is retried: event/push
            { "pushEvent.retrying", 536 },
            // retryError: the platform failed, the request is retried: event/post
            { "mobileEvent.retrying", 537 },
            // retryError: the platform failed, the request is retried: profile/update
            { "profileUpdate.retrying", 538 },
            // error: JWT token is nil
            { "jwtMissing", 540 },
            // error: JWT parsing error
            { "jwtInvalid", 541 },
            // error: matching claim does not contain what identifies the user
            { "matchingInvalid", 542 },
            // error: auth data is nil
            { "authMissing", 543 },
            // error: the job was not delivered within its time to live
            { "work.expired", 600 },
            // error: a change of the resource token, a discard, or a suspend or unsubscribe that passed it ended the job
            { "work.cleared", 601 },
            // error: the job was lost because the storage is damaged
            { "work.lost", 602 },
        };
    }
}
