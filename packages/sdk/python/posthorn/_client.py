from __future__ import annotations

import dataclasses
import math
import os
import re
from typing import TYPE_CHECKING, Any, Callable, Iterator, Sequence, cast

from ._call import TIMEOUT, ResponseInfo, Settings, wait_for_return
from ._errors import ApiError, ConnectionError
from ._resources import EventsResource, Resources

if TYPE_CHECKING:
    from .types import Event


class Events(EventsResource):
    """The event log. `follow` iterates over it as it grows."""

    def follow(self, *, after: int, events: Sequence[str] | None = None) -> Iterator[Event]:
        """
        Iterates over the log after this sequence: waits for new events, and continues after outages. Store the `sequence` of each
        event you processed, and pass it as `after` when you restart, so you don't miss any. Raises if the API refuses, or something
        else answers at the address.
        """
        settings = dataclasses.replace(self._settings, retries=3, timeout=max(TIMEOUT, self._settings.timeout or 0.0))
        log, position = EventsResource(settings), after
        # Once the API has answered, the address is known to be right.
        known = False
        chosen: Any = {} if events is None else {"events": list(events)}
        while True:
            try:
                read = log.list(after=position, wait=25, size=200, **chosen)
            except (ApiError, ConnectionError) as error:
                wait_for_return(error, known)
                continue
            known = True
            log = EventsResource(dataclasses.replace(settings, retries=math.inf))
            for event in read:
                yield cast("Event", event)
                position = event["sequence"]


class Posthorn(Resources):
    """
    A client of the API: `posthorn.messages.send(phone="+4915112345678", message="Hello")`. Without `token` and `url`, it reads the
    environment variables `POSTHORN_TOKEN` and `POSTHORN_URL`. `timeout` is that of each attempt in seconds. Default: 60, and 600 for uploads.
    `on_response` is called with each response, for logs and metrics.
    """

    def __init__(
        self,
        *,
        token: str | None = None,
        url: str | None = None,
        timeout: float | None = None,
        retries: int = 3,
        on_response: Callable[[ResponseInfo], None] | None = None,
    ) -> None:
        key = _required("token", token, "POSTHORN_TOKEN")
        base = re.sub(r"/(v1/?)?$", "", _required("url", url, "POSTHORN_URL"))
        if not re.match("https?://", base, re.IGNORECASE):
            raise ValueError("url must begin with http:// or https://")
        self._start(Settings(base, key, timeout, retries, on_response=on_response))

    def _start(self, settings: Settings) -> None:
        super().__init__(settings)
        self._settings = settings
        self.events = Events(settings)

    def with_options(self, **changes: Any) -> Posthorn:
        """Returns a client with other options: `timeout`, `retries`, `on_response`, or `idempotency_key` for a single POST or DELETE."""
        client = Posthorn.__new__(Posthorn)
        client._start(dataclasses.replace(self._settings, **changes))
        return client


def _required(name: str, value: str | None, variable: str) -> str:
    found = os.environ.get(variable) if value is None else value
    if not found:
        raise ValueError(f"{name} is required: pass it, or set {variable}")
    return found
