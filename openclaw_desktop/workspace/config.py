"""Reads openclaw.json as OpenClaw does: JSON5, `$include`, `${VARIABLE}`."""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from pathlib import Path
from typing import Any, cast

import json5

from openclaw_desktop.errors import OpenClawConfigError, reason_of
from openclaw_desktop.paths import is_file, is_there

LARGEST_FILE = 2 * 2**20
DEEPEST_INCLUDE = 10
"""Both as in OpenClaw 2026.9."""

LARGEST_JSON5 = 200_000

INCLUDE = "$include"

_STRING = r'"(?:\\.|[^"\\\n])*"'
_COMMENT_OR_KEY = re.compile(
    rf"(?P<kept>{_STRING})|//[^\n]*|/\*.*?\*/|(?<![\w$])(?P<key>[A-Za-z_$][\w$]*+)(?=\s*:)", re.DOTALL
)
_TRAILING_COMMA = re.compile(rf"(?P<kept>{_STRING})|,(?=\s*[}}\]])")
_VARIABLE = re.compile(r"\$(\$?)\{([A-Z_][A-Z0-9_]*)\}")


@dataclass(frozen=True, slots=True)
class Config:
    """What openclaw.json says with everything it includes, and what was wrong about that, as sentences."""

    path: Path
    values: dict[str, Any]
    problems: tuple[str, ...] = ()


def read(path: Path, include_roots: Sequence[Path] = ()) -> Config:
    """The configuration in `path`.

    `$include` may lead to files in the configuration's own folder and below `include_roots`; one that
    cannot be followed becomes a problem. Raises OpenClawConfigError when `path` itself cannot be read.
    """
    real = Path(os.path.realpath(path))
    reader = _Reader(roots=[real.parent, *(Path(os.path.realpath(root)) for root in include_roots)])
    try:
        value = reader.load(real, ())
    except _Unreadable as error:
        raise OpenClawConfigError(f"{path} cannot be read: {error}.") from error
    except RecursionError as error:
        raise OpenClawConfigError(f"{path} cannot be read: it is nested too deeply.") from error
    if not isinstance(value, dict):
        raise OpenClawConfigError(f"{path} cannot be read: it holds no object.")
    return Config(path, cast("dict[str, Any]", value), tuple(reader.problems))


def parse(text: str) -> Any:
    """The value of a JSON5 text. Raises ValueError, RecursionError where it is nested too deeply.

    Plain JSON is tried first and then JSON with comments, trailing commas and bare keys, because the JSON5
    parser takes some 24 seconds for a megabyte; beyond `LARGEST_JSON5` it is not asked.
    """
    for candidate in (lambda: text, lambda: _as_json(text)):
        with contextlib.suppress(ValueError):
            return json.loads(candidate())
    if len(text) > LARGEST_JSON5:
        json.loads(_as_json(text))
    return json5.loads(text)


def _as_json(text: str) -> str:
    """`text` without comments and trailing commas and with keys quoted; strings are left alone."""

    def plain(match: re.Match[str]) -> str:
        return match["kept"] or (f'"{match["key"]}"' if match["key"] else " ")

    text = _COMMENT_OR_KEY.sub(plain, text)
    return _TRAILING_COMMA.sub(lambda match: match["kept"] or "", text)


def merged(under: Any, over: Any) -> Any:
    """`over` laid over `under` as OpenClaw does: objects key by key, arrays joined, else `over` wins."""
    if isinstance(under, dict) and isinstance(over, dict):
        below, above = cast("dict[str, Any]", under), cast("dict[str, Any]", over)
        common = {key: merged(below[key], value) for key, value in above.items() if key in below}
        return below | above | common
    if isinstance(under, list) and isinstance(over, list):
        return [*cast("list[Any]", under), *cast("list[Any]", over)]
    return over


def substituted(text: str, environ: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    """`text` with `${NAME}` replaced, and the names that have no value; `$${NAME}` stands for itself."""
    unknown: list[str] = []

    def value(match: re.Match[str]) -> str:
        if match[1]:
            return match[0][1:]
        if match[2] not in environ:
            unknown.append(match[2])
        return environ.get(match[2], match[0])

    return _VARIABLE.sub(value, text), tuple(unknown)


def variables(environ: Mapping[str, str], state_dir: Path, values: Mapping[str, Any]) -> dict[str, str]:
    """Every variable the configuration may use; the process' own win, then `<state>/.env`, then `env`."""
    block = section(values, "env")
    configured = {**block, **section(block, "vars")}
    found = {name: value for name, value in configured.items() if isinstance(value, str)}
    try:
        file = state_dir / ".env"
        lines = file.read_text(encoding="utf-8", errors="replace").split("\n") if is_file(file) else []
    except OSError:
        lines = []
    for line in lines:
        name, equals, value = line.strip().removeprefix("export ").partition("=")
        if equals and not name.startswith("#"):
            value = value.strip()
            quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
            found[name.strip()] = value[1:-1] if quoted else value
    return found | dict(environ)


def section(values: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    """The object under these keys, one in the other; empty where there is none."""
    value: Any = values
    for key in keys:
        value = cast("dict[str, Any]", value).get(key) if isinstance(value, dict) else None
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


class _Unreadable(Exception):  # noqa: N818 - never leaves this module
    """One file cannot be read; the message continues a sentence."""


@dataclass(slots=True)
class _Reader:
    """Follows includes, and collects what was wrong."""

    roots: list[Path]
    problems: list[str] = field(default_factory=list[str])

    def load(self, file: Path, chain: tuple[Path, ...]) -> Any:
        """The value in `file`, with its includes followed; `chain` is the files that led here."""
        try:
            if is_there(file) and not is_file(file):  # opening a pipe would wait for its writer
                raise _Unreadable("it is no regular file")
            if file.stat().st_size > LARGEST_FILE:
                raise _Unreadable("it is larger than 2 MB")
            value = parse(file.read_text(encoding="utf-8-sig"))
        except OSError as error:
            reason = "it is not there" if isinstance(error, FileNotFoundError) else reason_of(error)
            raise _Unreadable(reason) from error
        except UnicodeDecodeError as error:
            raise _Unreadable("it is not UTF-8") from error
        except ValueError as error:
            raise _Unreadable(f"it is not JSON5 ({error})") from error
        return self._followed(value, file, (*chain, file))

    def _followed(self, value: Any, file: Path, chain: tuple[Path, ...]) -> Any:
        if isinstance(value, list):
            return [self._followed(item, file, chain) for item in cast("list[Any]", value)]
        if not isinstance(value, dict):
            return value
        values = cast("dict[str, Any]", value)
        own = {key: self._followed(item, file, chain) for key, item in values.items() if key != INCLUDE}
        if INCLUDE not in values:
            return own
        named: Any = values[INCLUDE]
        names = cast("list[Any]", named) if isinstance(named, list) else [named]
        included = reduce(merged, [self._included(name, file, chain) for name in names], cast("Any", {}))
        if len(names) == 1 and not own and not isinstance(included, dict):
            return included
        if not isinstance(included, dict):
            self.problems.append(f"{file.name}: {named!r} is no object, so nothing can be laid over it.")
            return own
        return merged(included, own)

    def _included(self, name: Any, file: Path, chain: tuple[Path, ...]) -> Any:
        """The value of one include; an empty object where it cannot be followed, which becomes a problem."""
        try:
            if not isinstance(name, str) or "\0" in name:
                raise _Unreadable("it is not the path of a file")
            target = Path(os.path.realpath(file.parent / Path(name)))
            if not any(target.is_relative_to(root) for root in self.roots):
                raise _Unreadable("it lies outside the configuration's folder and OPENCLAW_INCLUDE_ROOTS")
            if target in chain:
                raise _Unreadable("it includes itself in a circle")
            if len(chain) > DEEPEST_INCLUDE:
                raise _Unreadable(f"includes are more than {DEEPEST_INCLUDE} deep")
            return self.load(target, chain)
        except _Unreadable as error:
            self.problems.append(f"{file.name} includes {name!r}, which cannot be read: {error}.")
            return {}
