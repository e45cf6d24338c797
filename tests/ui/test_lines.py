"""Lines whose parts stand under one another."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF

from openclaw_desktop.ui import theme
from openclaw_desktop.ui.lines import PART, columns

NAMES = (
    "dated notes in memory/",
    "记忆/二〇二六年",
    "SOUL.md",
    "iiii.lll",
    "memory/2026-02-08-anemometer.md",
)


@pytest.mark.usefixtures("loop")
@pytest.mark.parametrize("size", [theme.META, theme.BODY, theme.TITLE])
def test_a_column_is_as_wide_as_its_longest_part_needs_it(size: int) -> None:
    font = theme.font(size, tabular=True)
    for name in NAMES:
        (width,) = columns([f"{name}{PART}Hold", f"a{PART}Locked"], QFontMetricsF(font))
        assert QFontMetrics(font).elidedText(name, Qt.TextElideMode.ElideMiddle, width) == name


def test_lines_of_one_part_need_no_column() -> None:
    assert columns(["one", "another"], QFontMetricsF(theme.font())) == []
