"""All that can be listened to."""

from .generated.events import *  # noqa: F403
from .happenings import Disconnected as Disconnected
from .happenings import Event as Event
from .happenings import Gap as Gap
from .happenings import Reconnected as Reconnected
from .happenings import UnknownEvent as UnknownEvent
