from __future__ import annotations

import http.client
import json
import random
import re
import time
import urllib.error
import urllib.request
import uuid
from dataclasses import dataclass, field
from email.message import Message
from typing import Any, Callable, Generic, Iterator, Mapping, TypeVar
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from ._errors import ApiError, ConnectionError
from ._upload import form_body, is_upload

T = TypeVar("T")
FIRST_PAUSE = 0.25
LONGEST_PAUSE = 15.0
LONGEST_WAIT = 60.0
LONGEST_ABSENCE = 3600.0
TIMEOUT = 60.0
UPLOAD_TIMEOUT = 600.0


@dataclass(frozen=True)
class ResponseInfo:
    """Facts of a response, for logs and metrics."""

    method: str
    url: str
    status: int
    headers: Message
    request_id: str | None
    attempt: int
    """1 for the first attempt."""
    seconds: float
    """Time until the headers arrived."""


@dataclass(frozen=True)
class Settings:
    """Settings of all calls of a client."""

    url: str
    token: str = field(repr=False)
    timeout: float | None = None
    retries: float = 3
    idempotency_key: str | None = None
    on_response: Callable[[ResponseInfo], None] | None = None


@dataclass(frozen=True)
class Page(Generic[T]):
    """A page of a list. `next`: cursor of the next page; None on the last."""

    items: list[T]
    next: str | None


class Pages(Generic[T]):
    """A list that is loaded page by page. Iterating yields all items."""

    def __init__(self, read: Callable[[str | None], Page[T]]) -> None:
        self._read = read

    def page(self) -> Page[T]:
        """Returns the first page, or the one at the input's `cursor`."""
        return self._read(None)

    def pages(self) -> Iterator[Page[T]]:
        """Iterates over the pages."""
        cursor = None
        while True:
            page = self._read(cursor)
            yield page
            cursor = page.next
            if cursor is None:
                return

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.items


class Resource:
    """Operations of a resource."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def _value(self, method: str, path: str, fields: Mapping[str, Any]) -> Any:
        return self._send(method, path, fields, dict)[1]

    def _list(self, method: str, path: str, fields: Mapping[str, Any]) -> Any:
        return self._send(method, path, fields, list)[1]

    def _body(self, method: str, path: str, fields: Mapping[str, Any]) -> http.client.HTTPResponse:
        return self._send(method, path, fields, None)[0]

    def _pages(self, method: str, path: str, fields: Mapping[str, Any]) -> Pages[Any]:
        def read(cursor: str | None) -> Page[Any]:
            asked = fields if cursor is None else {**fields, "cursor": cursor}
            answer, items = self._send(method, path, asked, list)
            return Page(items, next_cursor(answer.headers.get("Link")))

        return Pages(read)

    def _send(
        self, method: str, template: str, fields: Mapping[str, Any], expected: type[object] | None
    ) -> tuple[http.client.HTTPResponse, Any]:
        path, rest = fill_path(template, fields)
        headers = {"Token": self._settings.token, "Accept": "application/json, */*"}
        if method in ("POST", "DELETE"):
            headers["Idempotency-Key"] = self._settings.idempotency_key or str(uuid.uuid4())
        data = None
        timeout = TIMEOUT
        if method in ("GET", "DELETE"):
            path += query_of(rest)
        elif is_upload(rest.get("file")):
            data, headers["Content-Type"] = form_body(rest)
            timeout = UPLOAD_TIMEOUT
        else:
            data, headers["Content-Type"] = json.dumps(rest).encode(), "application/json"
        request = urllib.request.Request(self._settings.url + path, data, headers, method=method)
        limit = timeout if self._settings.timeout is None else self._settings.timeout
        return send(self._settings, request, expected, limit)


def send(
    settings: Settings, request: urllib.request.Request, expected: type[object] | None, timeout: float
) -> tuple[http.client.HTTPResponse, Any]:
    """
    Sends a request, and retries on errors that may pass, pages of proxies and lost connections with the same Idempotency-Key. `expected`: type of the
    JSON; None leaves reading the body to the caller.
    """
    attempt = 1
    while True:
        started = time.monotonic()
        try:
            answer = open_once(request, timeout)
            seconds = time.monotonic() - started
            refused = isinstance(answer, urllib.error.HTTPError)
            text = b"" if expected is None and not refused else read_until(answer, started + timeout)
        except (OSError, http.client.HTTPException) as cause:
            error: ApiError | ConnectionError = ConnectionError(f"{request.get_method()} {request.full_url} failed: {cause}")
            error.__cause__ = cause
        else:
            if settings.on_response:
                settings.on_response(info_of(request, answer, attempt, seconds))
            if not isinstance(answer, urllib.error.HTTPError):
                value = parsed(text)
                if not is_page(answer.headers) if expected is None else isinstance(value, expected):
                    return answer, value
            answer.close()
            error = ApiError(answer.status or 0, answer.headers, text.decode("utf-8", "replace"))
        if attempt > settings.retries or not may_repeat(error):
            raise error
        time.sleep(pause_after(error, attempt))
        attempt += 1


def pause_after(error: ApiError | ConnectionError, attempt: int) -> float:
    """
    Returns the pause before the next attempt: what the server asks for, and a growing random time, so that clients that were asked for the same
    do not retry together.
    """
    grown = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(attempt - 1, 10)) * random.uniform(0.5, 1)
    return (getattr(error, "retry_after", None) or 0) + grown


def read_until(answer: http.client.HTTPResponse | urllib.error.HTTPError, deadline: float) -> bytes:
    """Reads the whole body. Raises if it ends early or takes too long: the timeout of a connection only limits each wait for more bytes."""
    chunks: list[bytes] = []
    while chunk := answer.read1(65536):
        chunks.append(chunk)
        if time.monotonic() > deadline:
            raise TimeoutError("the response took too long")
    text = b"".join(chunks)
    missing = getattr(answer, "length", None)
    if missing:
        raise http.client.IncompleteRead(text, missing)
    return text


def is_page(headers: Message) -> bool:
    """Whether a download is the page of a proxy. An HTML file has a name."""
    return headers.get_content_type() == "text/html" and "Content-Disposition" not in headers


def parsed(text: bytes) -> Any:
    """Parses JSON. Returns None if the text isn't JSON."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def open_once(request: urllib.request.Request, timeout: float) -> http.client.HTTPResponse | urllib.error.HTTPError:
    """Sends the request once. Returns an error response, too, which `urllib` raises."""
    try:
        response: http.client.HTTPResponse = _opener.open(request, timeout=timeout)
        return response
    except urllib.error.HTTPError as refused:
        return refused


def info_of(
    request: urllib.request.Request, answer: http.client.HTTPResponse | urllib.error.HTTPError, attempt: int, seconds: float
) -> ResponseInfo:
    """Returns what `on_response` gets about a response."""
    return ResponseInfo(
        method=request.get_method(),
        url=request.full_url,
        status=answer.status or 0,
        headers=answer.headers,
        request_id=answer.headers.get("X-Request-Id"),
        attempt=attempt,
        seconds=seconds,
    )


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect, because the key would go to another address."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirect)


def may_repeat(error: ApiError | ConnectionError) -> bool:
    """Whether a retry may help, as the API says. It is safe: every POST and DELETE has an Idempotency-Key, and other methods are idempotent."""
    if isinstance(error, ConnectionError):
        return True
    if (error.retry_after or 0) > LONGEST_WAIT:
        return False
    return error.retryable


def wait_for_return(error: ApiError | ConnectionError, known: bool) -> None:
    """
    Waits until an installation that is away may be back: as long as it asks for, but at most an hour. Raises any other error. A page with a
    success status says that the address is wrong, unless it is known to be right.
    """
    if isinstance(error, ApiError) and (not error.retryable or (error.status < 300 and not known)):
        raise error
    time.sleep(min(LONGEST_ABSENCE, pause_after(error, 1)))


def fill_path(template: str, fields: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Fills in path parameters, and returns the remaining fields."""
    rest = dict(fields)

    def value(match: re.Match[str]) -> str:
        text = rest.pop(match[1], None)
        # An empty one, or one that is a step in a path, would call another operation.
        if not isinstance(text, str) or text in ("", ".", ".."):
            raise TypeError(f"{match[1]} is required: {template}")
        return quote(text, safe="")

    return re.sub(r"\{(\w+)\}", value, template), rest


def query_of(fields: Mapping[str, Any]) -> str:
    """Writes a query: lists repeat their name, named values are `field[plan]=gold`."""
    pairs: list[tuple[str, str]] = []
    for name, value in fields.items():
        if isinstance(value, Mapping):
            pairs += [(f"{name}[{key}]", text_of(each)) for key, each in value.items()]
        elif value is not None:
            pairs += [(name, text_of(each)) for each in (value if isinstance(value, (list, tuple)) else [value])]
    return f"?{urlencode(pairs)}" if pairs else ""


def text_of(value: Any) -> str:
    """Writes a value as the API reads it: `true` in place of Python's `True`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def next_cursor(link: str | None) -> str | None:
    """Returns the next page's cursor. Only the cursor is used, so that the key is never sent to a URL from a response."""
    target = re.search(r'<([^>]*)>\s*;[^,]*\brel="?next"?', link or "", re.IGNORECASE)
    return parse_qs(urlsplit(target[1]).query).get("cursor", [None])[0] if target else None
