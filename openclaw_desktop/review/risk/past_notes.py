"""Pure: the note of a past day that loses lines. A day's log only grows; later it is a record."""

from __future__ import annotations

from collections import Counter
from datetime import date

from openclaw_desktop.review.risk.finding import Finding, Subject, Weight, counted
from openclaw_desktop.workspace.layout import FileKind, date_in, kind_of

MUCH_LINES = 100
MUCH_SHARE = 0.5
FEW_LINES = 2


def shrinks(before: str | None, after: str | None, *, path: str, now_date: date) -> list[Finding]:
    """Whether the daily note at `path`, of a day before `now_date`, ends up with fewer lines.

    Blank lines do not count. A hundred lines or half of the note are loud, one or two a hint. The note of
    today or of a day to come (another time zone) may change freely.
    """
    day = date_in(path)
    if before is None or kind_of(path) is not FileKind.DAILY or day is None or day >= now_date:
        return []
    old, new = _count(before), _count(after or "")
    lost = old.total() - new.total()
    if lost <= 0:
        return []
    share = lost / old.total()
    if after is None:
        sentence = f"The note of {day.isoformat()} is deleted with {counted(lost, 'line')}."
    else:
        sentence = f"The note of {day.isoformat()} loses {counted(lost, 'line')}, {_percent(share)} of it."
    loud = after is None or lost >= MUCH_LINES or share >= MUCH_SHARE
    weight = Weight.LOUD if loud else Weight.QUIET if lost <= FEW_LINES else Weight.NORMAL
    gone = next((n for n, line in enumerate(before.split("\n"), 1) if line.strip() and line not in new), None)
    return [Finding(Subject.SHRINKS, weight, sentence, old_line=gone)]


def _count(text: str) -> Counter[str]:
    return Counter(line for line in text.split("\n") if line.strip())


def _percent(share: float) -> str:
    return f"{max(1, round(100 * share))} %"
