"""How the entries of a workspace become a tree: groups are presentation, files lie where they lie.

Pure and without Qt. The rows are the scan's own entries; only folders and groups cost an object more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from openclaw_desktop.ui.tree.names import (
    MONTHS,
    day_order,
    folder_of,
    name_of,
    natural,
    shown,
    stem_of,
    whole_month,
)
from openclaw_desktop.workspace.layout import BOOTSTRAP_NAMES, Entry, FileKind, date_in

IDENTITY_ORDER = {name: rank for rank, name in enumerate((*BOOTSTRAP_NAMES, "memory.md"))}
"""OpenClaw 2026.2: the order in which the agent is given its bootstrap files."""

MONTHS_SHOWN = 12
"""So many months stand by themselves; older ones lie in their year."""

NOTES_OF_A_DAY = 4
"""With more notes than this, a day is a group of its own."""

LONGEST_LIST = 2_000
"""Longer lists of files are cut into ranges, so that each of them opens without a pause."""

RANGE_FILES = 1_000


class Arrangement(StrEnum):
    """Which tree is shown."""

    GROUPED = "grouped"  # identity, months, then folders
    FOLDERS = "folders"  # as on the disk


class Order(StrEnum):
    """How the files of a folder are sorted."""

    NAME = "name"
    NEWEST = "newest"
    LARGEST = "largest"


class BranchKind(StrEnum):
    """What a row with rows below it stands for."""

    IDENTITY = "identity"
    YEAR = "year"
    MONTH = "month"
    DAY = "day"
    FOLDER = "folder"
    RANGE = "range"


@dataclass(frozen=True, slots=True)
class Branch:
    """A folder or a group. Its key begins with "/", so it never equals a file's path."""

    key: str
    kind: BranchKind
    title: str
    rows: tuple[Row, ...]
    files: int  # below it, at any depth
    entry: Entry | None = None  # a folder's own


Row = Branch | Entry


@dataclass(frozen=True, slots=True)
class Tree:
    """An arranged workspace."""

    rows: tuple[Row, ...] = ()
    files: int = 0
    places: Mapping[str, tuple[str, int]] = field(default_factory=dict[str, tuple[str, int]])
    """Where each row lies: its key to the key of the branch it is in ("" for the top) and its row there."""

    def way(self, key: str) -> list[int]:
        """The rows that lead from the top to the row with this key; empty when it is not there."""
        rows: list[int] = []
        while key:
            if key not in self.places:
                return []
            key, row = self.places[key]
            rows.append(row)
        return rows[::-1]


def within(tree: Tree, paths: Mapping[str, int]) -> dict[str, int]:
    """For the key of each branch the sum of what `paths` counts for the files below it, at any depth."""
    found: dict[str, int] = {}
    for path, count in paths.items():
        key = tree.places[path][0] if path in tree.places else ""
        while key:
            found[key] = found.get(key, 0) + count
            key = tree.places[key][0]
    return found


def key_of(row: Row) -> str:
    """What a row is known by across refreshes: a file's path, or a branch's key."""
    return row.key if isinstance(row, Branch) else row.path


def folder_key(path: str) -> str:
    """The key of the folder at `path`."""
    return f"/folder/{path}"


def arrange(
    entries: Iterable[Entry],
    arrangement: Arrangement = Arrangement.GROUPED,
    order: Order = Order.NAME,
) -> Tree:
    """The tree of these entries; the folders of every file must be among them."""
    identity: list[Entry] = []
    daily: list[Entry] = []
    folders: list[Entry] = []
    lying: defaultdict[str, list[Entry]] = defaultdict(list)
    filled: set[str] = set()
    grouped = arrangement is Arrangement.GROUPED
    for entry in entries:
        filled.add(folder_of(entry.path))
        if entry.is_folder:
            folders.append(entry)
        elif grouped and entry.kind is FileKind.DAILY:
            daily.append(entry)
        elif grouped and entry.path in IDENTITY_ORDER:
            identity.append(entry)
        else:
            lying[folder_of(entry.path)].append(entry)
    rows = (
        *_identity(identity),
        *_by_month(daily),
        *_folders(folders, lying, filled, order),
        *_files(lying[""], "", order),
    )
    places = dict(_places(rows))
    return Tree(rows, sum(not key.startswith("/") for key in places), places)


def _identity(entries: list[Entry]) -> Iterator[Branch]:
    if entries:
        entries.sort(key=lambda entry: IDENTITY_ORDER[entry.path])
        yield Branch("/identity", BranchKind.IDENTITY, "Identity", tuple(entries), len(entries))


def _by_month(entries: Sequence[Entry]) -> Iterator[Branch]:
    """A branch for each month, newest first; what is older than the newest twelve lies in its year."""
    months: defaultdict[tuple[int, int], list[tuple[date, Entry]]] = defaultdict(list)
    for entry in entries:
        day = date_in(entry.path)
        if day is not None:
            months[day.year, day.month].append((day, entry))
    newest_first = sorted(months, reverse=True)
    for month in newest_first[:MONTHS_SHOWN]:
        yield _month(month, months[month])
    years: defaultdict[int, list[Branch]] = defaultdict(list)
    for month in newest_first[MONTHS_SHOWN:]:
        years[month[0]].append(_month(month, months[month]))
    for year, branches in years.items():
        files = sum(branch.files for branch in branches)
        yield Branch(f"/year/{year:04d}", BranchKind.YEAR, str(year), tuple(branches), files)


def _month(month: tuple[int, int], notes: Sequence[tuple[date, Entry]]) -> Branch:
    year, number = month
    whole = [entry for _, entry in notes if whole_month(entry.path)]
    days: defaultdict[date, list[Entry]] = defaultdict(list)
    for day, entry in notes:
        if not whole_month(entry.path):
            days[day].append(entry)
    whole.sort(key=lambda entry: natural(entry.path))
    rows: list[Row] = [*whole]
    for day in sorted(days, reverse=True):
        of_day = sorted(days[day], key=lambda entry: day_order(entry.path))
        rows += [_day(day, of_day)] if len(of_day) > NOTES_OF_A_DAY else of_day
    key = f"/month/{year:04d}-{number:02d}"
    return Branch(key, BranchKind.MONTH, f"{MONTHS[number - 1]} {year}", _in_ranges(rows, key), len(notes))


def _day(day: date, entries: Sequence[Entry]) -> Branch:
    key = f"/day/{day.isoformat()}"
    return Branch(key, BranchKind.DAY, f"{day.day:02d}", _in_ranges(entries, key), len(entries))


def _folders(
    folders: list[Entry], lying: Mapping[str, list[Entry]], filled: set[str], order: Order
) -> list[Branch]:
    """The branches of the root's folders, made from the deepest up.

    A folder all of whose notes stand under their months is left out; an empty one is not.
    """
    inside: defaultdict[str, list[Branch]] = defaultdict(list)
    for folder in sorted(folders, key=lambda entry: -entry.path.count("/")):
        path = folder.path
        own = inside.pop(path, [])
        own.sort(key=lambda branch: natural(branch.title))
        rows = (*own, *_files(lying.get(path, ()), folder_key(path), order))
        if rows or path not in filled:
            files = sum(branch.files for branch in own) + len(lying.get(path, ()))
            branch = Branch(folder_key(path), BranchKind.FOLDER, name_of(path), rows, files, folder)
            inside[folder_of(path)].append(branch)
    return sorted(inside[""], key=lambda branch: (branch.title != "memory", natural(branch.title)))


def _files(entries: Sequence[Entry], key: str, order: Order) -> tuple[Row, ...]:
    by_name = sorted(entries, key=lambda entry: natural(name_of(entry.path)))
    if order is Order.NEWEST:
        by_name.sort(key=lambda entry: -entry.mtime_ns)
    elif order is Order.LARGEST:
        by_name.sort(key=lambda entry: -entry.size)
    return _in_ranges(by_name, key)


def _in_ranges(rows: Sequence[Row], key: str) -> tuple[Row, ...]:
    if len(rows) <= LONGEST_LIST:
        return tuple(rows)
    return tuple(
        _range(rows[start : start + RANGE_FILES], f"{key}/range/{start // RANGE_FILES}")
        for start in range(0, len(rows), RANGE_FILES)
    )


def _range(rows: Sequence[Row], key: str) -> Branch:
    title = f"{_short_title(rows[0])} … {_short_title(rows[-1])}"
    files = sum(row.files if isinstance(row, Branch) else 1 for row in rows)
    return Branch(key, BranchKind.RANGE, title, tuple(rows), files)


def _short_title(row: Row) -> str:
    return row.title if isinstance(row, Branch) else shown(stem_of(row.path))


def _places(rows: tuple[Row, ...]) -> Iterator[tuple[str, tuple[str, int]]]:
    waiting: list[tuple[str, tuple[Row, ...]]] = [("", rows)]
    while waiting:
        home, rows = waiting.pop()
        for number, row in enumerate(rows):
            if isinstance(row, Branch):
                yield row.key, (home, number)
                waiting.append((row.key, row.rows))
            else:
                yield row.path, (home, number)
