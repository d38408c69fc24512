from __future__ import annotations

import json
import os
import uuid
from typing import Any, Mapping


def is_upload(value: Any) -> bool:
    """Returns true for bytes or an open file."""
    return isinstance(value, (bytes, bytearray)) or hasattr(value, "read")


def form_body(fields: Mapping[str, Any]) -> tuple[bytes, str]:
    """Makes a form of a file and the fields that go with it, and its content type."""
    boundary = f"posthorn-{uuid.uuid4()}"
    file = fields["file"]
    parts = [pair for name, value in fields.items() if name != "file" for pair in _texts(name, value)]
    head = "".join(
        f'--{boundary}\r\nContent-Disposition: form-data; name="{_quoted(name)}"\r\n\r\n{text}\r\n' for name, text in parts
    )
    name = fields.get("filename") or os.path.basename(str(getattr(file, "name", ""))) or "file"
    mime = fields.get("mime") or "application/octet-stream"
    head += f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{_quoted(name)}"\r\nContent-Type: {mime}\r\n\r\n'
    content = bytes(file) if isinstance(file, (bytes, bytearray)) else file.read()
    # A file name on disk may have bytes that are no UTF-8.
    body = head.encode("utf-8", "replace") + content + f"\r\n--{boundary}--\r\n".encode()
    return body, f"multipart/form-data; boundary={boundary}"


def _texts(name: str, value: Any) -> list[tuple[str, str]]:
    if value is None:
        return []
    if isinstance(value, (list, tuple)):
        return [(name, str(each)) for each in value]
    return [(name, value if isinstance(value, str) else json.dumps(value))]


def _quoted(name: str) -> str:
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
