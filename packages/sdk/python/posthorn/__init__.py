"""Client of the Posthorn API. Needs only the standard library."""

from ._call import Page, Pages, ResponseInfo
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
    "ResponseInfo",
    "SignatureError",
    "verify_webhook",
]
