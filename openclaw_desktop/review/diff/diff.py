"""Pure: the difference between two texts, one function a question.

Who asks several questions about the same two texts makes one `Difference` and asks that.
"""

from __future__ import annotations

from collections.abc import Iterator

from openclaw_desktop.review.diff.difference import CONTEXT, Difference, Row, Sign, grouped
from openclaw_desktop.review.diff.lines import END, Change, changes, split


def rows(old: str, new: str, *, context: int = CONTEXT) -> list[Row]:
    """Both texts as one column of rows: what changed with `context` lines round it, the rest left out.

    The versions of a line follow each other.
    """
    difference = Difference(old, new)
    result: list[Row] = []
    for part in _parts(difference, context):
        if isinstance(part, Row):
            result.append(part)
        else:
            pairs = (difference.pair(i, k) for i, k in difference.column(part))
            result += (row for pair in pairs for row in (pair.left, pair.right) if row)
    return result


def counts(old: str, new: str) -> tuple[int, int]:
    """How many lines were added and how many removed; a newline at the end of the file is no line."""
    a, b = split(old), split(new)
    found = changes(a, b)
    added = sum(c.new_end - c.new_start for c in found) - (b[-1] is END and a[-1] is not END)
    removed = sum(c.old_end - c.old_start for c in found) - (a[-1] is END and b[-1] is not END)
    return added, removed


def is_append(before: bytes, after: bytes) -> bool:
    """Whether every earlier line is still there, unaltered and in its order: there are only insertions.

    A newline at the end of the file counts as something added, and so does everything in a file that was
    empty. Other ends of lines alter a line.
    """
    if not before:
        return True
    lines, rest = before.split(b"\n"), after.split(b"\n")
    ended = not lines[-1]
    if ended and rest[-1]:
        return False
    kept = iter(rest[:-1] if ended or not rest[-1] else rest)
    return all(line in kept for line in (lines[:-1] if ended else lines))


def unified(old: str, new: str, path: str, *, context: int = CONTEXT) -> str:
    """The difference as git and patch read it; empty when there is none."""
    a, b = _terminated(old), _terminated(new)
    found = changes(a, b)
    if not found:
        return ""
    result = [
        f"--- a/{path}\n" if old else "--- /dev/null\n",
        f"+++ b/{path}\n" if new else "+++ /dev/null\n",
    ]
    for group in grouped(found, context):
        first, last = group[0], group[-1]
        above, below = min(context, first.old_start), min(context, len(a) - last.old_end)
        i, end = first.old_start - above, last.old_end + below
        result.append(f"@@ -{_range(i, end)} +{_range(first.new_start - above, last.new_end + below)} @@\n")
        for change in group:
            result += (f" {line}" for line in a[i : change.old_start])
            result += (f"-{line}" for line in a[change.old_start : change.old_end])
            result += (f"+{line}" for line in b[change.new_start : change.new_end])
            i = change.old_end
        result += (f" {line}" for line in a[i:end])
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in result
    )


def _terminated(text: str) -> list[str]:
    lines = [f"{line}\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _range(start: int, end: int) -> str:
    return f"{start + 1 if end > start else start},{end - start}"


def _parts(difference: Difference, context: int) -> Iterator[Row | Change]:
    """Changes, and between them the rows of what stays and of what is left out."""
    i = k = 0
    for hunk in difference.hunks(context):
        yield from _left_out(hunk.new_start - k)
        i, k = hunk.old_start, hunk.new_start
        for change in hunk.changes:
            yield from map(difference.same, range(i, change.old_start), range(k, change.new_start))
            yield change
            i, k = change.old_end, change.new_end
        yield from map(difference.same, range(i, hunk.old_end), range(k, hunk.new_end))
        i, k = hunk.old_end, hunk.new_end
    yield from _left_out(difference.length[1] - k)


def _left_out(count: int) -> Iterator[Row]:
    if count > 0:
        yield Row(Sign.LEFT_OUT, "1 line the same" if count == 1 else f"{count:,} lines the same")
