from __future__ import annotations

import json
import time
from datetime import timezone
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Any


class PosthornError(Exception):
    """Any error of this package."""


class ConnectionError(PosthornError):
    """The server couldn't be reached, disconnected, or took too long. `__cause__` has the reason."""


class SignatureError(PosthornError):
    """A webhook request that wasn't signed with your secret, is too old, or isn't JSON."""


class ApiError(PosthornError):
    """
    An error response of the API, or a response that isn't from the API, such as the page of a proxy. `error_code` is the code to branch
    on, such as `phone:invalid`.
    """

    def __init__(self, status: int, headers: Message, text: str) -> None:
        body = _object(text)
        super().__init__(body.get("message") or _text(status, "errorCode" in body))
        self.status = status
        self.error_code: str = body.get("errorCode") or f"http:{status}"
        self.request_id: str | None = body.get("requestId") or headers.get("X-Request-Id")
        errors = body.get("errors")
        self.errors: list[dict[str, Any]] = [each for each in errors if isinstance(each, dict)] if isinstance(errors, list) else []
        self.retryable: bool = body.get("retryable", is_transient(status)) is True
        self.retry_after: float | None = _wait_seconds(headers)
        self.docs: str | None = body.get("docs")

    def __str__(self) -> str:
        paths = ", ".join(str(error.get("path")) for error in self.errors)
        fields = f" in {paths}" if paths else ""
        request = f", request {self.request_id}" if self.request_id else ""
        return f"{super().__str__()} ({self.error_code}{fields}{request})"


def is_transient(status: int) -> bool:
    """Whether the same request may succeed later. A success without the API's JSON is a page of something in between."""
    return status in (408, 429) or status >= 500 or status < 300


def _text(status: int, has_code: bool) -> str:
    """Returns the message for a response without one."""
    if status >= 500 or has_code:
        return f"The server responded with {status}."
    advice = "check that url is the address of the API, and that no proxy answers in its place"
    return f"The server responded with {status}, but not as the API does: {advice}."


def _object(text: str) -> dict[str, Any]:
    """Parses a JSON object. Other text, such as the error page of a proxy, counts as an empty one."""
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _wait_seconds(headers: Message) -> float | None:
    """Returns the seconds of Retry-After. A date in it counts from the server's Date, because the clock here may be wrong."""
    header = headers.get("Retry-After")
    if not header:
        return None
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        return max(0.0, _timestamp(header) - (_timestamp(headers["Date"]) if "Date" in headers else time.time()))
    except ValueError:
        return None


def _timestamp(date: str) -> float:
    """Parses a date of a header, which is in GMT, even if its zone is unknown."""
    at = parsedate_to_datetime(date)
    return (at if at.tzinfo else at.replace(tzinfo=timezone.utc)).timestamp()
