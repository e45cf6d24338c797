"""settings.toml: what of it can be used, what is refused, and how a change gets into it."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, cast

import tomlkit
import tomlkit.exceptions

from openclaw_desktop.atomic import write_atomically
from openclaw_desktop.errors import SettingsError, reason_of
from openclaw_desktop.paths import is_there
from openclaw_desktop.settings import Settings, changed, options, value_of


@dataclass(frozen=True, slots=True)
class Reading:
    """A file as it was found; what cannot be used of it stays at its default.

    `trouble` is why nothing of it can be used, `refused` has a sentence for each group ("search") or key
    ("search.limit") that is not, `unknown` are the keys that this version does not know.
    """

    settings: Settings
    trouble: str = ""
    refused: Mapping[str, str] = field(default_factory=dict[str, str])
    unknown: tuple[str, ...] = ()

    @property
    def problems(self) -> list[str]:
        """Every sentence about what is not used."""
        return [self.trouble] if self.trouble else list(self.refused.values())


def read(path: Path) -> Reading:
    """What can be used of `path`; defaults for what it does not name, or when there is no file."""
    try:
        document = tomllib.loads(_bytes(path).decode("utf-8-sig"))
    except FileNotFoundError:
        return Reading(Settings())
    except SettingsError as error:
        return Reading(Settings(), trouble=str(error))
    except (ValueError, RecursionError) as error:
        return Reading(Settings(), trouble=f"{path} cannot be read: {error}")
    return _reading(document)


def load(path: Path) -> Settings:
    """The settings in `path`, all of which must be usable; defaults for what it does not name.

    Raises SettingsError with everything that is wrong.
    """
    found = read(path)
    if found.trouble:
        raise SettingsError(found.trouble)
    if found.refused:
        raise SettingsError(f"{path} cannot be used: {'; '.join(found.refused.values())}")
    return found.settings


def save(settings: Settings, keys: Iterable[str], path: Path) -> None:
    """Writes the settings of these keys; a default takes its line out. All else in the file stays.

    A file that is no TOML, and what is no table where a group should be, cannot stay: the file is first
    copied beside itself. Raises SettingsError with the file as it was.
    """
    wanted = {key: value_of(settings, key) for key in keys}
    try:
        before = _bytes(path)
    except FileNotFoundError:
        before = b""
    document = _document(before)
    broken = document is None
    document = tomlkit.document() if document is None else document
    for group in {key.split(".")[0] for key in wanted}:
        if group in document and not isinstance(document[group], dict):
            document.remove(group)
            broken = True
    after = _with(document, wanted)
    if is_there(path) and not os.access(path, os.W_OK):  # replacing a file asks only whether its folder may
        raise SettingsError(f"{path} cannot be written: the file is read-only")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if broken:
            write_atomically(_beside(path), before)
        write_atomically(path, after)
    except OSError as error:
        raise SettingsError(f"{path} cannot be written: {reason_of(error)}") from error


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {reason_of(error)}") from error


def _reading(document: Mapping[str, Any]) -> Reading:
    """Takes each value by itself: one that is not allowed spoils no other."""
    known = {option.key for option in options()}
    groups = {key.split(".")[0] for key in known}
    settings, refused, unknown = Settings(), dict[str, str](), list[str]()
    for group, section in document.items():
        if group in groups and not isinstance(section, dict):
            refused[group] = f"{group} is no table"
            continue
        values = cast("dict[str, Any]", section) if isinstance(section, dict) and section else {"": None}
        for name, value in values.items():
            key = f"{group}.{name}".rstrip(".")
            if key in known:
                try:
                    settings = changed(settings, {key: value})
                except SettingsError as error:
                    refused[key] = str(error)
            elif key not in groups:
                unknown.append(key)
    return Reading(settings, refused=refused, unknown=tuple(unknown))


def _document(data: bytes) -> tomlkit.TOMLDocument | None:
    """The file with its comments, byte for byte; None when it is no TOML."""
    try:
        text = data.decode("utf-8-sig")
        tomllib.loads(text)  # the stricter of the two
        return tomlkit.parse(text)
    except (ValueError, RecursionError, tomlkit.exceptions.TOMLKitError):
        return None


def _with(document: tomlkit.TOMLDocument, wanted: Mapping[str, Any]) -> bytes:
    """The document with these values put in, read again to be sure that they are what it says."""
    defaults = Settings()
    for key, value in wanted.items():
        group, name = key.split(".")
        if value != value_of(defaults, key):
            section = cast("dict[str, Any]", document.setdefault(group, tomlkit.table()))
            section[name] = list(cast("tuple[str, ...]", value)) if isinstance(value, tuple) else value
        elif group in document:
            cast("dict[str, Any]", document[group]).pop(name, None)
    text = tomlkit.dumps(document)
    found = _reading(tomllib.loads(text)).settings
    if any(value_of(found, key) != value for key, value in wanted.items()):
        raise SettingsError("this change does not fit into the file as it is written: edit it by hand")
    return text.encode()


def _beside(path: Path) -> Path:
    """A name for a copy that no file has yet: "settings.broken.toml", "settings.broken-2.toml"."""
    names = (path.with_name(f"{path.stem}.broken{f'-{n}' if n > 1 else ''}{path.suffix}") for n in count(1))
    return next(name for name in names if not is_there(name))
