"""Pure: how old a note is, and what age takes away."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache

from openclaw_desktop.search.candidates import Candidate
from openclaw_desktop.workspace.layout import date_in

DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Era:
    """Which files a version of OpenClaw takes for dated, and which it never lets age."""

    dated: re.Pattern[str]
    ageless: frozenset[str]


ERAS = {
    "2026.2": Era(
        re.compile(r"(?:^|/)memory/([0-9]{4})-([0-9]{2})-([0-9]{2})\.md\Z"),
        frozenset({"MEMORY.md", "memory.md"}),
    ),
    "2026.9": Era(
        re.compile(r"(?:^|/)memory/(?:[^/]+/)*([0-9]{4})-([0-9]{2})-([0-9]{2})(?:-[^/]+)?\.md\Z"),
        frozenset({"MEMORY.md", "USER.md"}),
    ),
}


def day_of(path: str, version: str) -> date | None:
    """The date in a note's name; None without one, and for one that is none, as February 30.

    OpenClaw: parseMemoryDateFromPath.
    """
    match = ERAS[version].dated.search(_plain(path))
    try:
        return date(*map(int, match.groups())) if match else None
    except ValueError:
        return None


def is_evergreen(path: str, version: str) -> bool:
    """Whether a file of the memory never ages. OpenClaw: isEvergreenMemoryPath."""
    plain, era = _plain(path), ERAS[version]
    return plain in era.ageless or (plain.startswith("memory/") and not era.dated.search(plain))


def _plain(path: str) -> str:
    return path.replace("\\", "/").removeprefix("./")


def moment_of(candidate: Candidate, version: str) -> datetime | None:
    """What a candidate's age counts from: the day in its name, else when its file changed; None: ageless.

    OpenClaw: extractTimestamp.
    """
    day = day_of(candidate.path, version)
    if day:
        return midnight(day)
    if candidate.mtime_ns is None or (candidate.source == "memory" and is_evergreen(candidate.path, version)):
        return None
    return datetime.fromtimestamp(candidate.mtime_ns / 1e9, tz=UTC)


@lru_cache(4096)  # sliders ask for the same paths again and again
def desktop_moment(path: str) -> datetime | None:
    """The day in a path, in any of the forms people write; what has none does not age."""
    day = date_in(path)
    return midnight(day) if day else None


def midnight(day: date) -> datetime:
    """The beginning of a day, UTC."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def age_in_days(moment: datetime, now: datetime) -> float:
    """Days from `moment` to `now`; 0 when it lies in the future, as after the clock was set back."""
    return max(0.0, (now - moment).total_seconds() / DAY)


def multiplier(age: float, half_life: float) -> float:
    """What is left of a score after `age` days: one half after `half_life`; 1 when that is 0.

    OpenClaw: calculateTemporalDecayMultiplier.
    """
    if not (math.isfinite(half_life) and half_life > 0 and math.isfinite(age)):
        return 1.0
    return math.exp(-(math.log(2) / half_life) * max(0.0, age))


def sentence(age: float, half_life: float, factor: float) -> str:
    """ "41 days old, half-life 30 days → × 0.39"."""
    return f"{_days(int(age))} old, half-life {half_life:g} days → × {factor:.2f}"


def _days(count: int) -> str:
    return "1 day" if count == 1 else f"{count:,} days"
