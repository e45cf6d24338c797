"""What this program is made of: versions and licences, told by what came with each part."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from openclaw_desktop import __version__, resources
from openclaw_desktop.places import APP_NAME

HOMEPAGE = "https://github.com/openclaw-desktop/openclaw-desktop"
MODEL = "multilingual-e5-small"
RULE = "=" * 78

_LICENCE_FILE = re.compile(r"(?:.*/)?(?:licen[cs]e|copying|notice)[^/]*", re.IGNORECASE)
_REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)\s*(?:\[(?P<extras>[^]]*)])?")
_EXTRA = re.compile(r"extra\s*==\s*['\"](?P<name>[^'\"]+)['\"]")
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Part:
    """Something the program is made of; `licence` is its name, as its authors write it."""

    name: str
    version: str
    licence: str


def parts() -> list[Part]:
    """The program, its model, Python, and every library by name."""
    first = [
        Part(APP_NAME, __version__, "MIT"),
        Part(MODEL, resources.bundled_model().stem.removeprefix(MODEL).strip("-"), "MIT"),
        Part("Python", platform.python_version(), "PSF-2.0"),
    ]
    return first + [Part(each.name, each.version, _licence(each)) for each in libraries()]


def versions() -> str:
    """A line a part; the first is the program and its version."""
    return in_lines(parts())


def in_lines(found: Iterable[Part]) -> str:
    """A line a part."""
    return "\n".join(f"{part.name} {part.version} ({part.licence})" for part in found)


def licences() -> str:
    """The licences of all parts in full, each below its name: some 300 kB."""
    return "\n\n".join(f"{RULE}\n{title}\n{RULE}\n\n{text.strip()}" for title, text in _texts()) + "\n"


def libraries() -> list[Distribution]:
    """Everything that is installed because this program needs it, by name; the program itself left out."""
    found = dict[str, Distribution]()
    waiting = list(_needed(APP_NAME, frozenset()))
    seen = set[tuple[str, frozenset[str]]]()
    while waiting:
        name, extras = key = waiting.pop()
        if key in seen:
            continue
        seen.add(key)
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:  # needed on another platform, or by another Python
            continue
        waiting.extend(_needed(name, extras))
    return sorted(found.values(), key=lambda each: each.name.lower())


def _needed(name: str, extras: frozenset[str]) -> Iterator[tuple[str, frozenset[str]]]:
    """What `name` declares to need, for itself and for those of its extras; with the extras of each."""
    try:
        lines = distribution(name).requires or []
    except PackageNotFoundError:  # a checkout that is run without being installed
        return
    for line in lines:
        extra = _EXTRA.search(line)
        if extra and extra["name"] not in extras:
            continue
        wanted = _REQUIREMENT.match(line)
        if wanted:
            names = (each.strip() for each in (wanted["extras"] or "").split(","))
            yield re.sub(r"[-_.]+", "-", wanted["name"]).lower(), frozenset(filter(None, names))


def _licence(library: Distribution) -> str:
    """What its metadata says, which has three places for it."""
    told = library.metadata
    for field in ("License-Expression", "License"):
        name = (told.get_all(field) or [""])[0].strip().split("\n")[0].strip()
        if name and name != "UNKNOWN" and len(name) <= _LONGEST_NAME:
            return name
    kinds = [each for each in told.get_all("Classifier") or [] if each.startswith("License ::")]
    return ", ".join(each.rsplit(" :: ", 1)[-1] for each in kinds) or "see its licence"


def _texts() -> Iterator[tuple[str, str]]:
    yield f"{APP_NAME} {__version__}", _read(_own_licence())
    for path in sorted(resources.path("licences").iterdir()):
        yield path.stem, _read(path)
    for library in libraries():
        for file in sorted(library.files or [], key=str):
            if ".dist-info/" in file.as_posix() and _LICENCE_FILE.fullmatch(file.as_posix()):
                yield f"{library.name} {library.version}: {file.name}", _read(Path(str(file.locate())))


def _own_licence() -> Path:
    """In a checkout it lies at the top; in an installation with its metadata."""
    top = resources.root().parent / "LICENSE"
    if top.is_file():
        return top
    files = distribution(APP_NAME).files or []
    return next(Path(str(file.locate())) for file in files if file.name == "LICENSE")


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")
