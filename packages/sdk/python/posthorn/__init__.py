"""Client of the Posthorn API; the standard library alone."""

from ._call import Page, Pages
from ._client import Posthorn
from ._errors import ApiError, ConnectionError, PosthornError, SignatureError
from ._webhooks import verify_webhook

__all__ = [
    "ApiError",
    "ConnectionError",
    "Page",
    "Pages",
    "Posthorn",
    "PosthornError",
    "SignatureError",
    "verify_webhook",
]
