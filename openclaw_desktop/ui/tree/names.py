"""How paths, dates and numbers are written in the tree. Pure and without Qt."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime

from openclaw_desktop.workspace.layout import Entry, date_in

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
"""Not strftime's: Qt sets the locale, and half a window in another language helps nobody."""

LONGEST_TOLD = 24
"""Characters of a file's name in a sentence that has to fit into the tree's panel."""

_DIGITS = re.compile(r"[0-9]+")
_DATE = re.compile(r"(?<![0-9])[0-9]{4}-?[0-9]{2}-?[0-9]{2}(?![0-9])")
_TIME = re.compile(r"([01][0-9]|2[0-3])[-:]?([0-5][0-9])(?:[-:]?[0-5][0-9])?")
_DAY_NAME = re.compile(r"([0-9]{2})(?![0-9])")
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


def natural(name: str) -> str:
    """A key that sorts "note 2" before "note 10" and does not mind upper case."""
    return _DIGITS.sub(lambda digits: digits[0].zfill(12), name).casefold()


def shown(name: str) -> str:
    """`name` as one line that can be drawn: what is unseen or no character at all becomes a sign."""
    if name.isascii() and name.isprintable():
        return name
    name = _UNSEEN.sub(lambda found: _sign(ord(found[0])), name)
    return name.encode("utf-8", "replace").decode() if _has_surrogate(name) else name


def _sign(code: int) -> str:
    return {0x0A: "↵", 0x0D: "↵", 0x09: "→"}.get(code, "\ufffd")


def shortened(name: str, longest: int) -> str:
    """A name of more than `longest` characters with its middle left out, on one line."""
    name = "".join(c if c.isprintable() else "␣" for c in name)
    if len(name) <= longest:
        return name
    tail = longest // 2
    return f"{name[: longest - tail - 1]}…{name[-tail:]}"


def is_unicode(name: str) -> bool:
    """False for a name that the disk has in bytes that are no UTF-8."""
    return not _has_surrogate(name)


def _has_surrogate(name: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in name)


def name_of(path: str) -> str:
    """The last part of a path."""
    return path.rpartition("/")[2]


def folder_of(path: str) -> str:
    """The folder a path lies in; "" for the root."""
    return path.rpartition("/")[0]


def stem_of(path: str) -> str:
    """The last part of a path without the suffix of a Markdown file."""
    name = name_of(path)
    return name[:-3] if name[-3:].lower() == ".md" and len(name) > 3 else name


@dataclass(frozen=True, slots=True)
class Label:
    """What a file's row says: a day in tabular figures, the name, and faintly where it lies."""

    lead: str
    text: str
    hint: str = ""


def whole_month(path: str) -> bool:
    """True for a dated path that names no day: `memory/2026-03.md`."""
    return not (_DATE.search(path) or _DATE.search(path.replace("/", "-")))


def plain(entry: Entry) -> Label:
    """The label of a file among its neighbours on the disk; its sign says that it is Markdown."""
    return Label("", shown(stem_of(entry.path)))


def dated(entry: Entry, *, with_day: bool) -> Label:
    """The label of a daily note inside its month, where the date need not be said again."""
    day = date_in(entry.path)
    folder = folder_of(entry.path).removeprefix("memory").removeprefix("/")
    if day is None:
        return Label("", shown(name_of(entry.path)), shown(folder))
    lead = "" if not with_day or whole_month(entry.path) else f"{day.day:02d}"
    text = shown(_beside_the_date(stem_of(entry.path), day))
    if not text and not lead:
        text = "the month" if whole_month(entry.path) else "the day"
    return Label(lead, text, shown(folder))


def _beside_the_date(stem: str, day: date) -> str:
    """What a note's name says besides its date: "rain gauge", "09:30", or nothing."""
    rest = _DATE.sub(" ", stem, count=1)
    if rest == stem and (named := _DAY_NAME.match(stem)) and int(named[1]) == day.day:
        rest = stem[named.end() :]
    if rest == stem and stem == f"{day:%Y-%m}":
        return ""
    rest = rest.strip(" -_.")
    if time := _TIME.fullmatch(rest):
        return f"{time[1]}:{time[2]}"
    return re.sub(r"[-_ ]+", " ", rest)


def day_order(path: str) -> tuple[int, int, str]:
    """Sorts notes of one day: the plain note, then those with a time, latest first, then by name."""
    day = date_in(path)
    text = _beside_the_date(stem_of(path), day) if day else stem_of(path)
    if not text:
        return (0, 0, path)
    if time := _TIME.fullmatch(text):
        return (1, -int(time[1] + time[2]), path)
    return (2, 0, natural(text))


def tokens(count: int) -> str:
    """A number of tokens in at most four characters: 430, 1.9k, 24k, 1.2M."""
    if count < 1_000:
        return str(count)
    if count < 9_950:
        return f"{count / 1_000:.1f}k"
    if count < 999_500:
        return f"{round(count / 1_000)}k"
    return f"{count / 1_000_000:.1f}M"


def size(count: int) -> str:
    """A number of bytes as a person says it."""
    if count < 1_000:
        return f"{count} bytes"
    scale, unit = next(
        (s, u) for s, u in ((1e3, "kB"), (1e6, "MB"), (1e9, "GB")) if count < s * 1e3 or u == "GB"
    )
    return f"{count / scale:.1f} {unit}"


def ago(moment: datetime, now: datetime) -> str:
    """How long ago something was; a time ahead of the clock is given as it is."""
    seconds = (now - moment).total_seconds()
    if seconds < 0:
        return f"{moment:%Y-%m-%d %H:%M}"
    for limit, scale, unit in ((3600, 60, "min"), (86_400, 3600, "h")):
        if seconds < limit:
            return f"{int(seconds // scale)} {unit} ago" if seconds >= 60 else "just now"
    days = int(seconds // 86_400)
    return f"{days} {'day' if days == 1 else 'days'} ago"


def count_of(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun: "1 file", "4,210 files"."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
