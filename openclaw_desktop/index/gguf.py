"""Reads the header of a GGUF file: what a model says about itself, without loading it."""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass
from pathlib import Path

from openclaw_desktop.errors import ModelMissingError, ModelUnusableError, reason_of
from openclaw_desktop.paths import is_file, is_there

Value = int | float | bool | str

_FORMATS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_SCALARS = {kind: struct.Struct("<" + code) for kind, code in _FORMATS.items()}
_STRING, _ARRAY = 8, 9
_U32, _U64 = struct.Struct("<I"), struct.Struct("<Q")
_MOST_ENTRIES = 1_000_000


@dataclass(frozen=True, slots=True)
class Header:
    """A model file's metadata (arrays left out), and its size in bytes."""

    metadata: dict[str, Value]
    size: int


def read_header(path: Path) -> Header:
    """The header of the GGUF file at `path`, versions 2 and 3.

    ModelMissingError when there is no file; ModelUnusableError when it is none, damaged or cut short.
    """
    if is_there(path) and not is_file(path):  # opening a pipe would wait for its writer
        raise ModelUnusableError(f"The model {path} is no file.")
    try:
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            return Header(_Reader(data, path).metadata(), len(data))
    except FileNotFoundError as error:
        raise ModelMissingError(f"There is no model at {path}.") from error
    except OSError as error:
        raise ModelUnusableError(f"The model {path} cannot be read: {reason_of(error)}.") from error
    except (struct.error, ValueError, KeyError, ArithmeticError, RecursionError) as error:
        raise ModelUnusableError(f"The model {path} is damaged; download it again.") from error


class _Reader:
    """A position in the mapped file. Reading past the end raises struct.error or ValueError."""

    def __init__(self, data: mmap.mmap, path: Path) -> None:
        self.data = data
        self.path = path
        self.at = 0

    def metadata(self) -> dict[str, Value]:
        """Metadata; the table of tensors is read too, to see whether their data is there."""
        if self.data[:4] != b"GGUF":
            raise ModelUnusableError(f"{self.path} is not a model in GGUF format.")
        self.at = 4
        version = self.number(_U32)
        if version not in (2, 3):
            raise ModelUnusableError(f"{self.path} has GGUF version {version}; only 2 and 3 can be read.")
        tensors, entries = self.count(), self.count()
        found: dict[str, Value] = {}
        for _ in range(entries):
            key = self.string().decode()
            value = self.value(self.number(_U32))
            if value is not None:
                found[key] = value
        self.check_tensors(tensors, int(found.get("general.alignment", 32)))
        return found

    def check_tensors(self, tensors: int, alignment: int) -> None:
        furthest = 0
        for _ in range(tensors):
            self.string()
            self.skip(8 * self.number(_U32) + 4)
            furthest = max(furthest, self.number(_U64))
        start = -(-self.at // alignment) * alignment
        if tensors and start + furthest >= len(self.data):
            raise ModelUnusableError(f"The model {self.path} is not complete; download it again.")

    def value(self, kind: int) -> Value | None:
        if kind == _STRING:
            return self.string().decode(errors="replace")
        if kind != _ARRAY:
            return self.number(_SCALARS[kind])
        element, length = self.number(_U32), self.number(_U64)
        if element == _STRING:
            for _ in range(length):
                self.string()
        elif element == _ARRAY:
            for _ in range(length):
                self.value(_ARRAY)
        else:
            self.skip(_SCALARS[element].size * length)
        return None

    def number(self, form: struct.Struct) -> int:
        (number,) = form.unpack_from(self.data, self.at)
        self.at += form.size
        return number

    def count(self) -> int:
        number = self.number(_U64)
        if number > _MOST_ENTRIES:
            raise ValueError(number)
        return number

    def string(self) -> bytes:
        length = self.number(_U64)
        start = self.at
        self.skip(length)
        return self.data[start : self.at]

    def skip(self, count: int) -> None:
        self.at += count
        if self.at > len(self.data):
            raise ValueError(self.at)
