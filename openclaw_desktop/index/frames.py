"""Messages over a pipe: a length, a JSON header, and bytes whose number the header's "bytes" tells."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import Any, BinaryIO

_LENGTH = struct.Struct(">I")


def write_frame(stream: BinaryIO, header: Mapping[str, Any], payload: bytes = b"") -> None:
    """Sends one message; any text may be in the header, half characters too."""
    body = json.dumps({**header, "bytes": len(payload)}).encode("ascii")
    stream.write(_LENGTH.pack(len(body)) + body + payload)
    stream.flush()


def read_frame(stream: BinaryIO) -> tuple[dict[str, Any], bytes]:
    """The next message; EOFError when the other side is gone."""
    (length,) = _LENGTH.unpack(_exactly(stream, _LENGTH.size))
    header: dict[str, Any] = json.loads(_exactly(stream, length))
    return header, _exactly(stream, header["bytes"])


def _exactly(stream: BinaryIO, count: int) -> bytes:
    data = stream.read(count)
    if len(data) < count:
        raise EOFError
    return data
