"""Pure: the text of a report about something that went wrong, for whoever is to mend it.

It holds versions, which settings are not the default, what happened and the end of the log. Texts of
settings are left out, and names of the workspace's files and of the person's home are taken out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from openclaw_desktop.settings import Option, Settings, options
from openclaw_desktop.ui.last_resort import Trouble

FILE = "<file>"
_NOTE = re.compile(r"[^\s\"'<>|:*?]+\.(?:md|markdown|txt|jsonl?)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Hidden:
    """What a report does not name: the home folder, the workspace, and its files from there."""

    home: Path
    root: Path | None = None
    files: Sequence[str] = ()


def compose(
    troubles: Iterable[Trouble], *, versions: str, system: str, settings: Settings, log: str, hidden: Hidden
) -> str:
    """The whole report. `system` is a line about the machine, `log` the end of the log."""
    happened = [f"{_times(trouble)}\n{trouble.details.strip()}" for trouble in troubles]
    parts = [
        ("What happened", "\n\n".join(happened) or "Nothing that was noticed."),
        ("System", system),
        ("Settings that are not the default", "\n".join(_settings(settings)) or "None."),
        ("Log", log.strip() or "Empty."),
        ("Versions", versions),
    ]
    whole = "\n\n".join(f"## {title}\n\n{text}" for title, text in parts)
    return f"# OpenClaw Desktop: report\n\n{without_names(whole, hidden)}\n"


def without_names(text: str, hidden: Hidden) -> str:
    """`text` without what is hidden, and without any name that looks like a note's."""
    if hidden.root is not None:
        text = text.replace(str(hidden.root), "<workspace>")
    for name in sorted(_names(hidden.files), key=len, reverse=True):
        text = text.replace(name, FILE)
    return _NOTE.sub(FILE, text.replace(str(hidden.home), "~"))


def _names(files: Iterable[str]) -> set[str]:
    """Paths from the workspace and the files' own names; those of programs are in tracebacks."""
    paths = [path for path in files if not path.endswith(".py")]
    return {path for path in paths if "/" in path} | {
        path.rsplit("/", 1)[-1] for path in paths if "." in path
    }


def _times(trouble: Trouble) -> str:
    return "Once:" if trouble.times == 1 else f"{trouble.times:,} times:"


def _settings(settings: Settings) -> list[str]:
    """A line for each that was changed."""
    found = list[str]()
    for option in options():
        group, name = option.key.split(".")
        value = getattr(getattr(settings, group), name)
        if value != option.default:
            found.append(f"{option.key} = {value}" if _tells_nothing(option) else f"{option.key} is changed")
    return found


def _tells_nothing(option: Option) -> bool:
    """Its value is a number, a yes or no, or one of a list: nothing that a person wrote."""
    return bool(option.choices) or option.kind in (bool, int, float)
