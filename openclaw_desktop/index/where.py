"""Pure: which documents a search may find hits in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from openclaw_desktop.index.schema import SOURCES


@dataclass(frozen=True, slots=True)
class Where:
    """A filter; None means any.

    `folder` is a path without a slash at its end. A document without a date in its path is in no range of
    dates; `since` and `until` are both inclusive.
    """

    sources: frozenset[str] | None = None
    folder: str | None = None
    since: date | None = None
    until: date | None = None

    @property
    def is_open(self) -> bool:
        """Whether every document passes."""
        return self == Where() or self == Where(folder="")

    def of_documents(self) -> tuple[str, list[str | int]]:
        """The condition on `documents` in SQL, and what its question marks stand for."""
        terms: list[str] = []
        values: list[str | int] = []
        if self.sources is not None:
            terms.append(f"source IN ({', '.join('?' * len(self.sources))})")
            values += sorted(self.sources)
        if self.folder:
            folder = self.folder.rstrip("/")
            terms.append("path > ? AND path < ?")
            values += [folder + "/", folder + "0"]  # "0" is the character after "/"
        if self.since or self.until:
            terms.append("day BETWEEN ? AND ?")
            values += self.days()
        return " AND ".join(terms) or "true", values

    def of_vectors(self) -> tuple[str, list[str | int]]:
        """The same condition on `vectors`, to be added to its nearest-neighbour query."""
        terms: list[str] = []
        values: list[str | int] = []
        if self.sources is not None:
            numbers = sorted(SOURCES.index(source) for source in self.sources if source in SOURCES)
            terms.append(f"AND source IN ({', '.join(map(str, numbers))})")
        if self.since or self.until:
            terms.append("AND day >= ? AND day <= ?")
            values += self.days()
        if self.folder:
            condition, paths = Where(folder=self.folder).of_documents()
            terms.append(
                "AND rowid IN (SELECT p.id FROM documents d JOIN chunks c ON c.document_id = d.id"
                f" JOIN passages p ON p.chunk_id = c.id WHERE {condition})"
            )
            values += paths
        return " ".join(terms), values

    def days(self) -> list[str | int]:
        """The first and the last day, as `documents.day` has them."""
        return [day_number(self.since) or 1, day_number(self.until) or 99991231]


def day_number(day: date | None) -> int:
    """A date as the index holds it: 20260301; 0 for none."""
    return day.year * 10_000 + day.month * 100 + day.day if day else 0
