"""All events and notifications that a listener may receive."""

from .base_events import Disconnected as Disconnected
from .base_events import Event as Event
from .base_events import Gap as Gap
from .base_events import OutcomeGap as OutcomeGap
from .base_events import OutcomeReceived as OutcomeReceived
from .base_events import Reconnected as Reconnected
from .base_events import UnknownEvent as UnknownEvent
from .generated.events import *  # noqa: F403
