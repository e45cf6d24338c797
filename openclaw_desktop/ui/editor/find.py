"""Finds and replaces in a document; a large one, or one with very many hits, is searched in slices."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from time import perf_counter

from PySide6.QtCore import QObject, QRegularExpression, QRegularExpressionMatchIterator, QTimer, Signal

from openclaw_desktop.ui.editor.units import Units

SLICE = 0.006
"""Seconds of searching between events."""

_ESCAPE = re.compile(r"\\([0-9nt\\])|\$([0-9])")


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for."""

    text: str
    case: bool = False
    word: bool = False
    regex: bool = False

    def expression(self) -> QRegularExpression:
        """The query as an expression; `isValid` and `errorString` say whether it is one.

        PCRE gives up on an expression that would take forever; Python's `re` would hang.
        """
        pattern = self.text if self.regex else QRegularExpression.escape(self.text)
        if self.word:
            # Not \\b: a query may start or end with a sign.
            pattern = rf"(?<!\w)(?:{pattern})(?!\w)"
        option = QRegularExpression.PatternOption
        options = option.UseUnicodePropertiesOption | option.MultilineOption
        return QRegularExpression(pattern, options if self.case else options | option.CaseInsensitiveOption)


class Finder(QObject):
    """All matches of a query in one text, found bit by bit; positions are UTF-16 units."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.starts, self.ends = array("l"), array("l")
        self.complete = True
        self.problem = ""  # why there can be no matches, in words
        self._iterator: QRegularExpressionMatchIterator | None = None
        self._timer = QTimer(self, interval=0, singleShot=True)
        self._timer.timeout.connect(self._slice)

    def search(self, query: Query, text: str) -> None:
        """Starts over; `changed` comes once the first slice is done and after each further one."""
        self.starts, self.ends = array("l"), array("l")
        self.problem, self._iterator = "", None
        expression = query.expression()
        if query.text and not expression.isValid():
            self.problem = problem_of(expression)
        elif query.text:
            self._iterator = expression.globalMatch(text)
        self.complete = self._iterator is None
        self._slice()

    def at(self, start: int, end: int) -> int | None:
        """The number (0-based) of the match that is exactly from `start` to `end`."""
        index = bisect_left(self.starts, start)
        found = index < len(self.starts) and (self.starts[index], self.ends[index]) == (start, end)
        return index if found else None

    def after(self, position: int) -> int | None:
        """The first match that starts at or after `position`; past the last one the first."""
        return bisect_left(self.starts, position) % len(self.starts) if self.starts else None

    def before(self, position: int) -> int | None:
        """The last match that ends at or before `position`; before the first one the last."""
        return (bisect_right(self.ends, position) - 1) % len(self.starts) if self.starts else None

    def _slice(self) -> None:
        end = perf_counter() + SLICE
        iterator = self._iterator
        while iterator is not None and perf_counter() < end:
            if not iterator.hasNext():
                self._iterator = iterator = None
                break
            match = iterator.next()
            if match.capturedEnd() > match.capturedStart():
                self.starts.append(match.capturedStart())
                self.ends.append(match.capturedEnd())
        self.complete = iterator is None
        if not self.complete:
            self._timer.start()
        self.changed.emit()


@dataclass(frozen=True, slots=True)
class Replacement:
    """One stretch of a text, in UTF-16 units, and what comes in its place."""

    start: int
    end: int
    text: str
    count: int


def replace_all(query: Query, text: str, replacement: str) -> Replacement | None:
    """Every match replaced, as one change from the first match to the end of the last; None without any.

    In a regular expression's replacement `\\1` or `$1` stand for its groups, `\\n` and `\\t` for what
    they say; otherwise the replacement is taken as it is. 25,000 matches in 2 MB take 0.1 s.
    """
    units, pieces = Units(text), list[str]()
    iterator = query.expression().globalMatch(text)
    first, at, count = -1, 0, 0
    while iterator.hasNext():
        match = iterator.next()
        start, end = match.capturedStart(), match.capturedEnd()
        if start == end:
            continue
        if first < 0:
            first = start
        else:
            pieces.append(text[units.characters(at) : units.characters(start)])
        pieces.append(filled(replacement, match.capturedTexts()) if query.regex else replacement)
        at, count = end, count + 1
    return Replacement(first, at, "".join(pieces), count) if count else None


def filled(replacement: str, groups: list[str]) -> str:
    """A regular expression's replacement with the groups of one match put in."""

    def value(match: re.Match[str]) -> str:
        sign = match[1] or match[2]
        if sign.isdigit():
            return groups[int(sign)] if int(sign) < len(groups) else ""
        return {"n": "\n", "t": "\t", "\\": "\\"}[sign]

    return _ESCAPE.sub(value, replacement)


def problem_of(expression: QRegularExpression) -> str:
    """What is wrong with a regular expression, and where."""
    return f"{expression.errorString()}, at character {expression.patternErrorOffset() + 1}"
