"""What the editor shows of the difference between two texts."""

from __future__ import annotations

from openclaw_desktop.ui.editor.difference_view import LONGEST_LINE, MOST_ROWS, shown_rows


def test_a_view_is_bounded_in_rows_and_in_length_of_lines() -> None:
    found = shown_rows("", "\n".join(f"{n}" for n in range(2 * MOST_ROWS)))
    assert len(found) == MOST_ROWS + 1
    assert "more rows" in found[-1].text
    assert len(shown_rows("", "x" * 10_000)[-1].text) == LONGEST_LINE + 2
