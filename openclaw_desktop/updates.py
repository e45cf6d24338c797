"""Whether a newer version is published. Asked only when a person wants to know; nothing is downloaded."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from openclaw_desktop import __version__, web
from openclaw_desktop.about import HOMEPAGE
from openclaw_desktop.errors import UpdatesUnknownError
from openclaw_desktop.places import APP_NAME

RELEASES = f"https://api.github.com/repos{urlsplit(HOMEPAGE).path}/releases/latest"
PAGE = f"{HOMEPAGE}/releases"
SECONDS = 10.0

_VERSION = re.compile(r"v?(\d{1,9}(?:\.\d{1,9}){0,3})")


@dataclass(frozen=True, slots=True)
class Published:
    """The newest version that is published; a person gets it from PAGE."""

    version: str
    is_newer: bool


def look(address: str = RELEASES, *, own: str = __version__, seconds: float = SECONDS) -> Published:
    """Asks the project's list of releases for its newest; told is nothing but which list is wanted.

    Raises UpdatesUnknownError, with why.
    """
    host = urlsplit(address).hostname or address
    headers = {"Accept": "application/vnd.github+json", "User-Agent": APP_NAME}
    try:
        data = web.answer(web.Request(address, headers=headers), seconds)
    except web.HTTPError as error:
        error.close()
        raise UpdatesUnknownError(_refusal(host, error.code)) from error
    except web.FAILURES as error:
        raise UpdatesUnknownError(web.failure(host, error, seconds)) from error
    try:
        told: Any = json.loads(data)
        version = str(told["tag_name"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise UpdatesUnknownError(f"{host} answered with something that is no release") from error
    found = _VERSION.fullmatch(version)
    if found is None:
        raise UpdatesUnknownError(f"{host} names a version that is none: {version[:40]!r}")
    return Published(found[1], is_newer=_numbers(found[1]) > _numbers(own))


def _refusal(host: str, code: int) -> str:
    known = {
        403: f"{host} is asked too often from this network; try again in an hour",
        404: f"{host} knows of no version that is published yet",
        429: f"{host} is asked too often from this network; try again in an hour",
    }
    return known.get(code, f"{host} answered {code}")


def _numbers(version: str) -> tuple[int, ...]:
    """1.10 is newer than 1.9, and 1.2.0 is 1.2."""
    numbers = [int(number) for number in version.split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)
