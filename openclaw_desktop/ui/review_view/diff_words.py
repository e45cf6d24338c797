"""Pure: the rows of a difference in words, for those who listen and for tooltips."""

from __future__ import annotations

from openclaw_desktop.review.diff.difference import Difference, Hunk, Nature, Row, Sign
from openclaw_desktop.ui.review_view import diff_rows
from openclaw_desktop.ui.tree.names import count_of

NOTES = {
    Nature.TEXT: "",
    Nature.WHITESPACE: "only blanks and empty lines",
    Nature.LINE_ENDING: "only the ends of lines",
    Nature.FINAL_NEWLINE: "only the newline at the end of the file",
}
"""What a head says about a hunk in which no text changed."""


def folded(count: int) -> str:
    """ "212 lines the same"."""
    return f"{count_of(count, 'line')} the same"


def ticked(state: bool | None) -> str:
    """Whether something is taken; None for a part."""
    return {True: "ticked", False: "not ticked", None: "partly ticked"}[state]


def hunk(difference: Difference, what: Hunk, state: str | None) -> str:
    """A head: "Lines 10–14, 2 lines added, 1 line removed, ticked"."""
    added, removed = diff_rows.counted(difference, what)
    said = [diff_rows.lines_of(difference, what)]
    said += [f"{count_of(added, 'line')} added"] if added else []
    said += [f"{count_of(removed, 'line')} removed"] if removed else []
    note = NOTES[diff_rows.nature_of(difference, what)]
    return ", ".join([*said, *([note] if note else []), *([state] if state else [])])


def line(row: Row, is_ticked: bool | None) -> str:
    """A line: "Line 12 added, not ticked: The port is 9000."."""
    if row.is_end:
        said = f"Newline at the end of the file {_done(row)}"
    else:
        number = row.new if row.new is not None else row.old
        said = f"Line {number:,} {_done(row)}".rstrip()
    if row.moved is not None:
        said += f", moved {'to' if row.sign is Sign.REMOVED else 'from'} line {row.moved:,}"
    if is_ticked is not None:
        said += f", {ticked(is_ticked)}"
    return said if row.is_end else f"{said}: {row.text}"


def _done(row: Row) -> str:
    return {Sign.ADDED: "added", Sign.REMOVED: "removed"}.get(row.sign, "")
