"""What of the settings' file is not used, and why, as it is said. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from openclaw_desktop.review import policy
from openclaw_desktop.settings import options, value_of
from openclaw_desktop.settings_file import Reading
from openclaw_desktop.ui.setting_words import name_of
from openclaw_desktop.ui.tree.names import count_of

MOST_NAMED = 12
"""So many keys of another version are named; the file has them all."""

CHECKS: Mapping[str, Callable[[Sequence[str]], Sequence[str]]] = {
    "review.policies": lambda lines: policy.parse(lines)[1]
}
"""Lists of which each line means something: the sentences about lines that do not."""


def problems(key: str, value: Any) -> Sequence[str]:
    """What is wrong with a value that is used."""
    return CHECKS[key](value) if key in CHECKS else ()


def unusable(trouble: str) -> str:
    """Why the whole file is not used, and what becomes of it."""
    return (
        f"{trouble}. Nothing of it is used. The file stays as it is, and is copied beside itself "
        "before the first change is saved."
    )


def of_another_version(keys: Sequence[str]) -> str:
    """ "2 settings of another version are kept: editor.sparkle, future.x." """
    if not keys:
        return ""
    are = "is" if len(keys) == 1 else "are"
    more = f" and {len(keys) - MOST_NAMED:,} more" if len(keys) > MOST_NAMED else ""
    named = f"{', '.join(keys[:MOST_NAMED])}{more}"
    return f"{count_of(len(keys), 'setting')} of another version {are} kept: {named}."


def told_at_start(reading: Reading) -> str:
    """What one is told who did not come to look at the settings; "" when all of the file is used."""
    if reading.trouble:
        return unusable(reading.trouble)
    if not reading.refused:
        every = options()
        return " ".join(p for each in every for p in problems(each.key, value_of(reading.settings, each.key)))
    names = {option.key: name_of(option) for option in options()}
    are = "is at its default" if len(reading.refused) == 1 else "are at their defaults"
    cannot = f"{count_of(len(reading.refused), 'setting')} in your file cannot be used and {are}"
    return f"{cannot}: {', '.join(names.get(key, key) for key in reading.refused)}"
