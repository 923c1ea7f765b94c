# Written by `altcraft-bridge generate python` from the OpenRPC document. Not to be edited.
"""What the bridge asks of its host."""

from __future__ import annotations

from typing import (
    Any,
    Awaitable,
    Callable,
    Dict,
    List,
    Literal,
    Optional,
    Tuple,
    TypeVar,
    Union,
    overload,
)

from . import types

T = TypeVar("T")

Answer = Union[T, Awaitable[T]]
"""What a host may answer, at once or later."""

ProviderGetJWT = Callable[[Literal["request", "rejected", "expired"]], Answer[Optional[str]]]
"""Asks for the JWT of the current user.

Asked of the connection that called setJWTProvider with "callback". Calls and attempts that wait at
the same moment share one answer; nothing is remembered beyond that. An error, null and an empty
text count as no JWT; an answer that comes late is ignored.

Gets `reason`. "request": one is needed; "rejected": the platform refused the last one; "expired":
the last one is over.
"""

ProviderGetToken = Callable[[str], Answer[Optional[str]]]
"""Asks for the push token of one provider.

Asked up to three times, a second apart, as long as it does not yield a token. An error, null, an
empty text and one of more than 4096 bytes count as no token.

Gets `provider`. ios-apns, ios-firebase or ios-huawei.
"""

ProviderDeleteToken = Callable[[str], Answer[bool]]
"""Asks for the push token of one provider to be deleted, so that the next one is another.

Whether it was does not matter: the bridge goes on when this is answered, or its time is over.

Gets `provider`. ios-apns, ios-firebase or ios-huawei.
"""

NotificationManagerRequestAuthorization = Callable[[List[str]], Answer[bool]]
"""Asks the user whether notifications may be shown.

Asked of the connection that called registerForPushNotifications or requestNotificationPermission.
Without an answer, or with an error, the permission stays what it was.

Gets `options`. alert, badge and sound.
"""

NotificationManagerOnForegroundNotification = Callable[
    [types.NotificationRequest],
    Answer[types.PresentationOptions],
]
"""Tells of a push that arrives while the app is in use, and asks how to show it.

Asked of the connection that called notificationManager.setCustomPushProcessing. With processing
switched off its answer is not waited for; without a usable one the standard options hold.

Gets `request`. The notification request the operating system handed over.
"""

NotificationManagerOnNotificationClick = Callable[[types.NotificationRequest, str], Answer[Any]]
"""Tells that a notification was tapped.

Asked of the connection that called notificationManager.setCustomClickProcessing. With processing
switched on the app does all that follows, and any answer means that it is done; with processing
switched off its answer is not waited for.

Gets `request`. The request that was tapped.

Gets `actionIdentifier`. button0 for the first button,
com.apple.UNNotificationDefaultActionIdentifier for the notification itself.
"""

CALLBACK_PARAMETERS: Dict[str, Tuple[str, ...]] = {
    "provider.getJWT": ("reason",),
    "provider.getToken": ("provider",),
    "provider.deleteToken": ("provider",),
    "notificationManager.requestAuthorization": ("options",),
    "notificationManager.onForegroundNotification": ("request",),
    "notificationManager.onNotificationClick": ("request", "actionIdentifier"),
}
"""The parameters of each, in the order in which a host gets them."""


class Callbacks:
    """Answers the questions of the bridge."""

    @overload
    def handle(self, name: Literal["provider.getJWT"], answer: ProviderGetJWT) -> None: ...

    @overload
    def handle(self, name: Literal["provider.getToken"], answer: ProviderGetToken) -> None: ...

    @overload
    def handle(
        self,
        name: Literal["provider.deleteToken"],
        answer: ProviderDeleteToken,
    ) -> None: ...

    @overload
    def handle(
        self,
        name: Literal["notificationManager.requestAuthorization"],
        answer: NotificationManagerRequestAuthorization,
    ) -> None: ...

    @overload
    def handle(
        self,
        name: Literal["notificationManager.onForegroundNotification"],
        answer: NotificationManagerOnForegroundNotification,
    ) -> None: ...

    @overload
    def handle(
        self,
        name: Literal["notificationManager.onNotificationClick"],
        answer: NotificationManagerOnNotificationClick,
    ) -> None: ...

    def handle(self, name: str, answer: Callable[..., Any]) -> None:
        """Answers a question of the bridge from now on; the last one that was given counts.

        The answer is a function, or a coroutine function; it gets the parameters by position.
        """
        self._handle(name, answer)

    def _handle(self, name: str, answer: Callable[..., Any]) -> None:
        raise NotImplementedError
