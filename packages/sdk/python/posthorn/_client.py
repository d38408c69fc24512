from __future__ import annotations

import dataclasses
import math
import re
from typing import TYPE_CHECKING, Any, Iterator, Sequence

from ._call import Settings
from ._resources import EventsResource, Resources

if TYPE_CHECKING:
    from .types import Event


class Events(EventsResource):
    """The log of events; `follow` goes through it as it grows."""

    def follow(self, *, after: int, events: Sequence[str] | None = None) -> Iterator[Event]:
        """
        Goes through the log after this sequence, waits for new events, and goes on after outages. Store `sequence` of the event
        that you have processed, and pass it as `after` when you start again: you miss nothing.
        """
        settings = dataclasses.replace(self._settings, retries=math.inf, timeout=max(60.0, self._settings.timeout))
        log, position = EventsResource(settings), after
        chosen: Any = {} if events is None else {"events": list(events)}
        while True:
            for event in log.list(after=position, wait=25, size=200, **chosen):
                yield event
                position = event["sequence"]


class Posthorn(Resources):
    """A client of the API: `posthorn.messages.send(phone="+4915112345678", message="Hello")`."""

    def __init__(self, *, token: str, url: str, timeout: float = 60.0, retries: int = 3) -> None:
        if not token or not url:
            raise ValueError("token and url are required")
        self._start(Settings(re.sub(r"/(v1/?)?$", "", url), token, timeout, retries))

    def _start(self, settings: Settings) -> None:
        super().__init__(settings)
        self._settings = settings
        self.events = Events(settings)

    def with_options(self, **changes: Any) -> Posthorn:
        """Returns a client with other options: `timeout`, `retries`, or `idempotency_key` for a single POST."""
        client = Posthorn.__new__(Posthorn)
        client._start(dataclasses.replace(self._settings, **changes))
        return client
