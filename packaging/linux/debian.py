"""Which Debian package a library of the system comes from."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from shell import output

_KNOWN = re.compile(r"^\s+(?P<name>\S+) \(.*\) => (?P<path>\S+)$", re.MULTILINE)


def package_of(library: str) -> str:
    """The package that holds `library` ("libX11.so.6") here; leaves with a sentence when none does."""
    path = _libraries().get(library)
    if path is None:
        raise SystemExit(
            f"{library} is needed and not installed: see 'Install it on other computers' in README.md"
        )
    # dpkg knows a file by the one name it was installed with, and /lib is a link to /usr/lib.
    for known in dict.fromkeys((path, path.resolve(), Path("/usr", *path.parts[1:]))):
        package = _owner(known)
        if package:
            return package
    raise SystemExit(f"{path} belongs to no Debian package, so nobody could install it")


@cache
def _libraries() -> dict[str, Path]:
    """Every shared library the loader knows, the first of each name."""
    found = dict[str, Path]()
    for match in _KNOWN.finditer(output("/sbin/ldconfig", "-p")):
        found.setdefault(match["name"], Path(match["path"]))
    return found


def _owner(path: Path) -> str | None:
    if not path.exists():
        return None
    try:
        answer = output("dpkg", "-S", path)
    except SystemExit:
        return None
    return answer.split(":")[0].split(",")[0]
