"""The entries the tree is made of: scanned once, then kept up with the changes one is told of.

Pure and blocking; runs on a reader thread.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from openclaw_desktop.ui.tree.grouping import Arrangement, Order, Tree, arrange
from openclaw_desktop.ui.tree.names import folder_of
from openclaw_desktop.workspace.layout import Entry, hidden_reason, kind_of

MOST_LOOKED_AT = 2_000
"""With more changes than this a whole scan is quicker."""

Entries = Mapping[str, Entry]


@dataclass(frozen=True, slots=True)
class Wish:
    """How a person wants to see the workspace."""

    arrangement: Arrangement = Arrangement.GROUPED
    order: Order = Order.NAME
    filter: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """The entries by path and the tree made of those that were wished for."""

    entries: Entries
    tree: Tree
    files: int  # in the whole workspace
    wish: Wish
    written: frozenset[str] = frozenset()  # the paths that are not what they were before


def load(
    scan: Callable[[], Iterable[Entry]],
    root: Path,
    known: Entries | None,
    changed: frozenset[str] | None,
    wish: Wish,
) -> Listing:
    """The listing after these paths `changed`; None stands for any. Scans only when it must."""
    entries = known
    if known is not None and changed is not None:
        entries = looked_at(known, root, changed)
    elif known is not None:
        entries = None
    if entries is None:
        entries = {entry.path: entry for entry in scan()}
    files = sum(not entry.is_folder for entry in entries.values())
    chosen = matching(entries, wish.filter) if wish.filter.strip() else entries.values()
    tree = arrange(chosen, wish.arrangement, wish.order)
    return Listing(entries, tree, files, wish, _written(known or {}, entries) | (changed or frozenset()))


def _written(before: Entries, after: Entries) -> frozenset[str]:
    changed: set[str] = set()
    for path, entry in before.items():
        now = after.get(path)
        if now is not entry and now != entry:
            changed.add(path)
    return frozenset(changed)


def looked_at(known: Entries, root: Path, changed: frozenset[str]) -> dict[str, Entry] | None:
    """`known` brought up to date at these paths; None when only a whole scan can tell."""
    if len(changed) > MOST_LOOKED_AT:
        return None
    entries = dict(known)
    for path in {*changed, *(entry.path for entry in known.values() if entry.target in changed)}:
        old = known.get(path)
        folder = known.get(folder_of(path))
        if folder is not None and (folder.link is not None or folder.hidden_reason is not None):
            continue  # what is in there is not listed
        try:
            status = os.lstat(root / path)
        except (OSError, ValueError):
            if (old is not None and old.is_folder) or not (root / folder_of(path)).is_dir():
                return None
            entries.pop(path, None)
            continue
        if old is not None and old.is_folder and stat.S_ISDIR(status.st_mode):
            continue
        lies_in_known = folder is not None if folder_of(path) else True
        new = _looked_at(path, old, root, status) if lies_in_known else None
        if new is None:
            return None
        entries[path] = new
    return entries


def _looked_at(path: str, old: Entry | None, root: Path, status: os.stat_result) -> Entry | None:
    """The entry of a plain file, or of a link that leads where it led; None for anything else."""
    if old is not None and old.is_folder:
        return None
    if stat.S_ISREG(status.st_mode):
        reason = hidden_reason(path, status)
        return Entry(path, kind_of(path), False, status.st_size, status.st_mtime_ns, hidden_reason=reason)
    if old is not None and old.target is not None and stat.S_ISLNK(status.st_mode):
        real = Path(os.path.realpath(root / path))
        if real == Path(os.path.realpath(root)) / old.target and real.is_file():
            there = real.stat()
            return replace(old, size=there.st_size, mtime_ns=there.st_mtime_ns)
    return None


def matching(entries: Entries, words: str) -> list[Entry]:
    """The entries whose path holds every word, with the folders they lie in.

    Where none does, those whose path holds the letters in this order.
    """
    wanted = words.casefold().split()
    found = [e for e in entries.values() if all(word in e.path.casefold() for word in wanted)]
    if not any(not entry.is_folder for entry in found):
        letters = re.compile(".*?".join(re.escape(letter) for letter in "".join(wanted)), re.DOTALL)
        found += [e for e in entries.values() if not e.is_folder and letters.search(e.path.casefold())]
    kept = {entry.path: entry for entry in found}
    for entry in found:
        folder = folder_of(entry.path)
        while folder and folder not in kept and folder in entries:
            kept[folder] = entries[folder]
            folder = folder_of(folder)
    return list(kept.values())
