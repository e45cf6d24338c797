"""Makes small GGUF files for tests."""

from __future__ import annotations

import struct
from pathlib import Path

Value = int | float | bool | str | list[str]


def _string(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def _value(value: Value) -> bytes:
    if isinstance(value, bool):
        return struct.pack("<I?", 7, value)
    if isinstance(value, int):
        return struct.pack("<II", 4, value)
    if isinstance(value, float):
        return struct.pack("<If", 6, value)
    if isinstance(value, str):
        return struct.pack("<I", 8) + _string(value)
    return struct.pack("<IIQ", 9, 8, len(value)) + b"".join(map(_string, value))


def write_gguf(path: Path, metadata: dict[str, Value], *, tensor_bytes: int = 64) -> Path:
    """A file with this metadata and one tensor of zeros."""
    body = b"".join(_string(key) + _value(value) for key, value in metadata.items())
    tensor = _string("token_embd.weight") + struct.pack("<IQIQ", 1, 16, 0, 0)
    data = b"GGUF" + struct.pack("<IQQ", 3, 1, len(metadata)) + body + tensor
    path.write_bytes(data + b"\0" * (-len(data) % 32) + b"\0" * tensor_bytes)
    return path


def write_model(path: Path, name: str = "some-e5-model", architecture: str = "bert", **more: Value) -> Path:
    """A file that passes for an embedding model as long as nobody loads it."""
    metadata: dict[str, Value] = {
        "general.architecture": architecture,
        "general.name": name,
        f"{architecture}.context_length": 8192,
        f"{architecture}.embedding_length": 2,
        "tokenizer.ggml.tokens": ["<s>", "</s>", "a"],
        f"{architecture}.pooling_type": 1,
    }
    metadata |= {key.replace("__", "."): value for key, value in more.items()}
    return write_gguf(path, metadata)
