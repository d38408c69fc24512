from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from typing import TYPE_CHECKING, Iterable, Protocol

from ._errors import SignatureError

if TYPE_CHECKING:
    from .types import Event


class Headers(Protocol):
    """Headers of a request, such as a dict, or those of http.server, Flask and Django."""

    def items(self) -> Iterable[tuple[str, str]]: ...


def verify_webhook(*, headers: Headers, body: bytes | str, secret: str, tolerance: float = 300) -> Event:
    """
    Returns the event of a webhook after verifying its signature. Raises SignatureError for any other request and if the body isn't JSON, and
    ValueError if `secret` isn't a signing secret.
    """
    raw = body.encode() if isinstance(body, str) else body
    lower = {name.lower(): value for name, value in headers.items()}
    timestamp = lower.get("webhook-timestamp", "")
    if not timestamp:
        raise SignatureError("The header webhook-timestamp is missing.")
    if not re.fullmatch("[0-9]{1,12}", timestamp) or abs(time.time() - int(timestamp)) > tolerance:
        raise SignatureError("The timestamp of the webhook is too old, too new or not a number.")
    signed = f"{lower.get('webhook-id', '')}.{timestamp}.".encode() + raw
    expected = b"v1," + base64.b64encode(hmac.new(_key(secret), signed, hashlib.sha256).digest())
    signatures = lower.get("webhook-signature", "").encode().split()
    if not any(hmac.compare_digest(expected, signature) for signature in signatures):
        raise SignatureError("No signature of the webhook matches the secret.")
    try:
        event: Event = json.loads(raw)
    except ValueError as error:
        raise SignatureError("The body of the webhook is not JSON.") from error
    return event


def _key(secret: str) -> bytes:
    """Returns the key of a signing secret. Raises ValueError for other text, which without `validate` would be another key."""
    try:
        if key := base64.b64decode(secret.strip().removeprefix("whsec_"), validate=True):
            return key
    except ValueError:
        pass
    raise ValueError("secret must be a signing secret, whsec_…")
