"""Pure: what tabs are called, so that files of the same name can be told apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from openclaw_desktop.ui.tree.names import shortened

LONGEST = 32
"""Characters of a tab's name."""


def tab_names(paths: Sequence[str]) -> dict[str, str]:
    """A short name for each path: the file's, with as many folders as tell it from the others."""
    names: dict[str, str] = {}
    for group in _by_name(paths).values():
        for path in group:
            parts = path.split("/")
            endings = ("/".join(parts[-count:]) for count in range(1, len(parts) + 1))
            names[path] = next((name for name in endings if _means_one(name, group)), path)
    return {path: shortened(names[path], LONGEST) for path in paths}


def _means_one(name: str, paths: Iterable[str]) -> bool:
    return sum(path == name or path.endswith(f"/{name}") for path in paths) == 1


def _by_name(paths: Iterable[str]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = defaultdict(list)
    for path in paths:
        groups[path.rpartition("/")[2]].append(path)
    return groups
