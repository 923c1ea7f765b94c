# Written by `altcraft-bridge generate python` from the OpenRPC document. Do not edit.
"""A class for each event, with its `value`."""

from __future__ import annotations

from typing import Dict, Literal, Type

from ..base_events import Event
from . import types

__all__ = [
    "EVENT_CLASSES",
    "ConfigurationInstalled",
    "PushTokenChanged",
    "PushForeign",
    "PushReceived",
    "PushPosted",
    "DataCleared",
    "TokenUpdateWaiting",
    "BackgroundTaskStarted",
    "BackgroundTaskCompleted",
    "PushSubscribeSucceeded",
    "PushSuspendSucceeded",
    "PushUnSubscribeSucceeded",
    "TokenUpdateSucceeded",
    "UnSuspendSucceeded",
    "StatusSucceeded",
    "PushEventSucceeded",
    "MobileEventSucceeded",
    "ProfileUpdateSucceeded",
    "ConfigurationNotSet",
    "UserTagMissing",
    "StorageError",
    "AppGroupMissing",
    "TokenUpdateUnsupported",
    "UnSuspendDataMissing",
    "StatusDataMissing",
    "PushSubscribeFailed",
    "PushSuspendFailed",
    "PushUnSubscribeFailed",
    "TokenUpdateFailed",
    "UnSuspendFailed",
    "StatusFailed",
    "PushEventFailed",
    "MobileEventFailed",
    "ProfileUpdateFailed",
    "PushUidMissing",
    "MediaInvalid",
    "ButtonsInvalid",
    "ButtonIdentifierInvalid",
    "ButtonUnknown",
    "ApiUrlInvalid",
    "RTokenInvalid",
    "ProviderInvalid",
    "ValuesNotScalar",
    "SubscriptionTypeUnsupported",
    "TransportFailed",
    "ConfigurationMissing",
    "PushTokenMissing",
    "UserTagUnavailable",
    "PermissionDenied",
    "BackgroundTaskExpired",
    "PushSubscribeDataMissing",
    "TokenUpdateDataMissing",
    "PushEventDataMissing",
    "MobileEventDataMissing",
    "ProfileUpdateDataMissing",
    "PushSubscribeRetrying",
    "PushSuspendRetrying",
    "PushUnSubscribeRetrying",
    "TokenUpdateRetrying",
    "PushEventRetrying",
    "MobileEventRetrying",
    "ProfileUpdateRetrying",
    "JwtMissing",
    "JwtInvalid",
    "MatchingInvalid",
    "AuthMissing",
    "WorkExpired",
    "WorkCleared",
    "WorkLost",
]


class ConfigurationInstalled(Event):
    """200, event: SDK configuration is installed."""

    name: Literal["configuration.installed"]
    value: None


class PushTokenChanged(Event):
    """201, event: push provider set

    the message names the provider; the token itself is only in the answer of getPushToken
    """

    name: Literal["pushToken.changed"]
    value: types.ProviderValue


class PushForeign(Event):
    """202, event: received a notification unrelated to the Altcraft Platform"""

    name: Literal["push.foreign"]
    value: types.ForeignPushValue | None


class PushReceived(Event):
    """203, event: received Altcraft push notification."""

    name: Literal["push.received"]
    value: None


class PushPosted(Event):
    """204, event: push is posted."""

    name: Literal["push.posted"]
    value: None


class DataCleared(Event):
    """205, event: SDK data has been cleared

    value.cleared is the number of ended jobs
    """

    name: Literal["data.cleared"]
    value: types.ClearedValue


class TokenUpdateWaiting(Event):
    """207, event: waiting for push token update to complete

    506 in the legacy numbering, where 207 is the end of a background pass
    """

    name: Literal["tokenUpdate.waiting"]
    value: None


class BackgroundTaskStarted(Event):
    """208 (legacy 206), event: SDK background task is registered"""

    name: Literal["backgroundTask.started"]
    value: None


class BackgroundTaskCompleted(Event):
    """209 (legacy 207), event: SDK background task completed"""

    name: Literal["backgroundTask.completed"]
    value: None


class PushSubscribeSucceeded(Event):
    """230, event: successful request: push/subscribe"""

    name: Literal["pushSubscribe.succeeded"]
    value: types.AnswerValue


class PushSuspendSucceeded(Event):
    """231 (legacy 230), event: successful request: push/suspend"""

    name: Literal["pushSuspend.succeeded"]
    value: types.AnswerValue


class PushUnSubscribeSucceeded(Event):
    """232 (legacy 230), event: successful request: push/unsubscribe"""

    name: Literal["pushUnSubscribe.succeeded"]
    value: types.AnswerValue


class TokenUpdateSucceeded(Event):
    """233 (legacy 231), event: successful request: push/update"""

    name: Literal["tokenUpdate.succeeded"]
    value: types.AnswerValue


class UnSuspendSucceeded(Event):
    """234 (legacy 232), event: successful request: push/unsuspend"""

    name: Literal["unSuspend.succeeded"]
    value: types.AnswerValue


class StatusSucceeded(Event):
    """235 (legacy 233), event: successful request: push/status"""

    name: Literal["status.succeeded"]
    value: types.AnswerValue


class PushEventSucceeded(Event):
    """236 (legacy 234), event: successful request: event/push"""

    name: Literal["pushEvent.succeeded"]
    value: types.PushAnswerValue


class MobileEventSucceeded(Event):
    """237 (legacy 235), event: successful request: event/post"""

    name: Literal["mobileEvent.succeeded"]
    value: types.MobileAnswerValue


class ProfileUpdateSucceeded(Event):
    """238, event: successful request: profile/update"""

    name: Literal["profileUpdate.succeeded"]
    value: types.AnswerValue


class ConfigurationNotSet(Event):
    """401, error: the configuration is not set"""

    name: Literal["configurationNotSet"]
    value: None


class UserTagMissing(Event):
    """402, error: userTag is null. It is impossible to identify the user

    after its cause: 540, 541 or 542
    """

    name: Literal["userTagMissing"]
    value: None


class StorageError(Event):
    """403, error: storage error

    storage fails or recovers, or damage is found: value cause, from, to, lost
    """

    name: Literal["storageError"]
    value: types.StorageValue


class AppGroupMissing(Event):
    """405, error: App Group name was not set."""

    name: Literal["appGroupMissing"]
    value: None


class TokenUpdateUnsupported(Event):
    """406, error: Forcing a push token update is not possible: the operation is not supported for
    APNs.
    """

    name: Literal["tokenUpdateUnsupported"]
    value: None


class UnSuspendDataMissing(Event):
    """422, error: unsuspend request data is nil"""

    name: Literal["unSuspend.dataMissing"]
    value: None


class StatusDataMissing(Event):
    """423, error: profile request data is nil"""

    name: Literal["status.dataMissing"]
    value: None


class PushSubscribeFailed(Event):
    """430, error: the platform refused the request: push/subscribe"""

    name: Literal["pushSubscribe.failed"]
    value: types.AnswerValue


class PushSuspendFailed(Event):
    """431 (legacy 430), error: the platform refused the request: push/suspend"""

    name: Literal["pushSuspend.failed"]
    value: types.AnswerValue


class PushUnSubscribeFailed(Event):
    """432 (legacy 430), error: the platform refused the request: push/unsubscribe"""

    name: Literal["pushUnSubscribe.failed"]
    value: types.AnswerValue


class TokenUpdateFailed(Event):
    """433 (legacy 431), error: the platform refused the request: push/update"""

    name: Literal["tokenUpdate.failed"]
    value: types.AnswerValue


class UnSuspendFailed(Event):
    """434 (legacy 432), error: the platform refused the request: push/unsuspend

    for every HTTP code; never retried
    """

    name: Literal["unSuspend.failed"]
    value: types.AnswerValue


class StatusFailed(Event):
    """435 (legacy 433), error: the platform refused the request: push/status

    for every HTTP code; never retried
    """

    name: Literal["status.failed"]
    value: types.AnswerValue


class PushEventFailed(Event):
    """436 (legacy 434), error: the platform refused the request: event/push"""

    name: Literal["pushEvent.failed"]
    value: types.PushAnswerValue


class MobileEventFailed(Event):
    """437 (legacy 435), error: the platform refused the request: event/post"""

    name: Literal["mobileEvent.failed"]
    value: types.MobileAnswerValue


class ProfileUpdateFailed(Event):
    """438, error: the platform refused the request: profile/update"""

    name: Literal["profileUpdate.failed"]
    value: types.AnswerValue


class PushUidMissing(Event):
    """
    451, error: uid in the push data is null, it is impossible to send a push event to the server.
    """

    name: Literal["pushUidMissing"]
    value: None


class MediaInvalid(Event):
    """453, error: 'media' key is missing or URL string is invalid.

    the media member is not a URL
    """

    name: Literal["mediaInvalid"]
    value: None


class ButtonsInvalid(Event):
    """454, error: 'buttons' key is missing or is invalid.

    only for a tap on a button
    """

    name: Literal["buttonsInvalid"]
    value: None


class ButtonIdentifierInvalid(Event):
    """455, error: invalid button identifier. See event value"""

    name: Literal["buttonIdentifierInvalid"]
    value: types.ButtonValue


class ButtonUnknown(Event):
    """457, error: unknown button identifier. See event value"""

    name: Literal["buttonUnknown"]
    value: types.UnknownButtonValue


class ApiUrlInvalid(Event):
    """471, error: invalid apiUrl value - empty or null.

    for a given but invalid apiUrl the message gives the reason
    """

    name: Literal["apiUrlInvalid"]
    value: None


class RTokenInvalid(Event):
    """472, error: invalid resource token value

    longer than 512 characters, or not printable ASCII without spaces
    """

    name: Literal["rTokenInvalid"]
    value: None


class ProviderInvalid(Event):
    """473, error: invalid provider. Available - ios-apns, ios-firebase, ios-huawei."""

    name: Literal["providerInvalid"]
    value: types.ProviderValue


class ValuesNotScalar(Event):
    """475, error: invalid values: not all values are primitives"""

    name: Literal["valuesNotScalar"]
    value: types.MemberValue


class SubscriptionTypeUnsupported(Event):
    """476, error: unsupported subscription type. Available: email, sms, push, cc_data"""

    name: Literal["subscriptionTypeUnsupported"]
    value: None


class TransportFailed(Event):
    """500, retryError: no response from the platform

    for unsuspend and status an error, and not retried
    """

    name: Literal["transport.failed"]
    value: None


class ConfigurationMissing(Event):
    """501, error: config data is nil"""

    name: Literal["configurationMissing"]
    value: None


class PushTokenMissing(Event):
    """502, error: current push token is nil"""

    name: Literal["pushTokenMissing"]
    value: None


class UserTagUnavailable(Event):
    """503, retryError: userTag is null. It is impossible to identify the user

    the job waits for a JWT of its user
    """

    name: Literal["userTagUnavailable"]
    value: None


class PermissionDenied(Event):
    """504, retryError: notification permission denied.

    the job waits for the permission
    """

    name: Literal["permissionDenied"]
    value: None


class BackgroundTaskExpired(Event):
    """505, error: SDK background task expired

    a pass is still running when the next one is due
    """

    name: Literal["backgroundTask.expired"]
    value: None


class PushSubscribeDataMissing(Event):
    """520, retryError: subscribe request data is nil

    after its cause: 502, 540, 541, 542 or 543
    """

    name: Literal["pushSubscribe.dataMissing"]
    value: None


class TokenUpdateDataMissing(Event):
    """521, retryError: update request data is nil

    after its cause: 502, 540, 541, 542 or 543
    """

    name: Literal["tokenUpdate.dataMissing"]
    value: None


class PushEventDataMissing(Event):
    """524, retryError: push event request data is nil

    after its cause: 502, 540, 541, 542 or 543
    """

    name: Literal["pushEvent.dataMissing"]
    value: None


class MobileEventDataMissing(Event):
    """525, retryError: mobile event request data is nil

    after its cause: 502, 540, 541, 542 or 543
    """

    name: Literal["mobileEvent.dataMissing"]
    value: None


class ProfileUpdateDataMissing(Event):
    """526, retryError: profile update request data is nil

    after its cause: 502, 540, 541, 542 or 543
    """

    name: Literal["profileUpdate.dataMissing"]
    value: None


class PushSubscribeRetrying(Event):
    """530, retryError: the platform failed, the request is retried: push/subscribe"""

    name: Literal["pushSubscribe.retrying"]
    value: types.AnswerValue


class PushSuspendRetrying(Event):
    """531 (legacy 530), retryError: the platform failed, the request is retried: push/suspend"""

    name: Literal["pushSuspend.retrying"]
    value: types.AnswerValue


class PushUnSubscribeRetrying(Event):
    """532 (legacy 530), retryError: the platform failed, the request is retried: push/unsubscribe
    """

    name: Literal["pushUnSubscribe.retrying"]
    value: types.AnswerValue


class TokenUpdateRetrying(Event):
    """533 (legacy 531), retryError: the platform failed, the request is retried: push/update"""

    name: Literal["tokenUpdate.retrying"]
    value: types.AnswerValue


class PushEventRetrying(Event):
    """536 (legacy 534), retryError: the platform failed, the request is retried: event/push"""

    name: Literal["pushEvent.retrying"]
    value: types.PushAnswerValue


class MobileEventRetrying(Event):
    """537 (legacy 535), retryError: the platform failed, the request is retried: event/post"""

    name: Literal["mobileEvent.retrying"]
    value: types.MobileAnswerValue


class ProfileUpdateRetrying(Event):
    """538, retryError: the platform failed, the request is retried: profile/update"""

    name: Literal["profileUpdate.retrying"]
    value: types.AnswerValue


class JwtMissing(Event):
    """540, error: JWT token is nil"""

    name: Literal["jwtMissing"]
    value: None


class JwtInvalid(Event):
    """541, error: JWT parsing error"""

    name: Literal["jwtInvalid"]
    value: None


class MatchingInvalid(Event):
    """542, error: matching claim does not contain what identifies the user

    the message names the members; also a payload over 16 KiB
    """

    name: Literal["matchingInvalid"]
    value: None


class AuthMissing(Event):
    """543, error: auth data is nil"""

    name: Literal["authMissing"]
    value: None


class WorkExpired(Event):
    """600, error: the job was not delivered within its time to live"""

    name: Literal["work.expired"]
    value: types.EndedJobValue


class WorkCleared(Event):
    """
    601, error: a change of the resource token, a discard, or a suspend or unsubscribe that passed
    it ended the job
    """

    name: Literal["work.cleared"]
    value: types.EndedJobValue


class WorkLost(Event):
    """602, error: the job was lost because the storage is damaged

    only if the id is still readable; otherwise 403 with the count
    """

    name: Literal["work.lost"]
    value: types.EndedJobValue


EVENT_CLASSES: Dict[str, Type[Event]] = {
    "configuration.installed": ConfigurationInstalled,
    "pushToken.changed": PushTokenChanged,
    "push.foreign": PushForeign,
    "push.received": PushReceived,
    "push.posted": PushPosted,
    "data.cleared": DataCleared,
    "tokenUpdate.waiting": TokenUpdateWaiting,
    "backgroundTask.started": BackgroundTaskStarted,
    "backgroundTask.completed": BackgroundTaskCompleted,
    "pushSubscribe.succeeded": PushSubscribeSucceeded,
    "pushSuspend.succeeded": PushSuspendSucceeded,
    "pushUnSubscribe.succeeded": PushUnSubscribeSucceeded,
    "tokenUpdate.succeeded": TokenUpdateSucceeded,
    "unSuspend.succeeded": UnSuspendSucceeded,
    "status.succeeded": StatusSucceeded,
    "pushEvent.succeeded": PushEventSucceeded,
    "mobileEvent.succeeded": MobileEventSucceeded,
    "profileUpdate.succeeded": ProfileUpdateSucceeded,
    "configurationNotSet": ConfigurationNotSet,
    "userTagMissing": UserTagMissing,
    "storageError": StorageError,
    "appGroupMissing": AppGroupMissing,
    "tokenUpdateUnsupported": TokenUpdateUnsupported,
    "unSuspend.dataMissing": UnSuspendDataMissing,
    "status.dataMissing": StatusDataMissing,
    "pushSubscribe.failed": PushSubscribeFailed,
    "pushSuspend.failed": PushSuspendFailed,
    "pushUnSubscribe.failed": PushUnSubscribeFailed,
    "tokenUpdate.failed": TokenUpdateFailed,
    "unSuspend.failed": UnSuspendFailed,
    "status.failed": StatusFailed,
    "pushEvent.failed": PushEventFailed,
    "mobileEvent.failed": MobileEventFailed,
    "profileUpdate.failed": ProfileUpdateFailed,
    "pushUidMissing": PushUidMissing,
    "mediaInvalid": MediaInvalid,
    "buttonsInvalid": ButtonsInvalid,
    "buttonIdentifierInvalid": ButtonIdentifierInvalid,
    "buttonUnknown": ButtonUnknown,
    "apiUrlInvalid": ApiUrlInvalid,
    "rTokenInvalid": RTokenInvalid,
    "providerInvalid": ProviderInvalid,
    "valuesNotScalar": ValuesNotScalar,
    "subscriptionTypeUnsupported": SubscriptionTypeUnsupported,
    "transport.failed": TransportFailed,
    "configurationMissing": ConfigurationMissing,
    "pushTokenMissing": PushTokenMissing,
    "userTagUnavailable": UserTagUnavailable,
    "permissionDenied": PermissionDenied,
    "backgroundTask.expired": BackgroundTaskExpired,
    "pushSubscribe.dataMissing": PushSubscribeDataMissing,
    "tokenUpdate.dataMissing": TokenUpdateDataMissing,
    "pushEvent.dataMissing": PushEventDataMissing,
    "mobileEvent.dataMissing": MobileEventDataMissing,
    "profileUpdate.dataMissing": ProfileUpdateDataMissing,
    "pushSubscribe.retrying": PushSubscribeRetrying,
    "pushSuspend.retrying": PushSuspendRetrying,
    "pushUnSubscribe.retrying": PushUnSubscribeRetrying,
    "tokenUpdate.retrying": TokenUpdateRetrying,
    "pushEvent.retrying": PushEventRetrying,
    "mobileEvent.retrying": MobileEventRetrying,
    "profileUpdate.retrying": ProfileUpdateRetrying,
    "jwtMissing": JwtMissing,
    "jwtInvalid": JwtInvalid,
    "matchingInvalid": MatchingInvalid,
    "authMissing": AuthMissing,
    "work.expired": WorkExpired,
    "work.cleared": WorkCleared,
    "work.lost": WorkLost,
}
"""The class of each event, by its name."""
