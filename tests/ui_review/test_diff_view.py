"""What a person sees and does in the difference of two texts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from openclaw_desktop.review.risk.finding import Weight
from openclaw_desktop.settings import EditorSettings
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.review_view.diff_paint import links, tick_box
from openclaw_desktop.ui.review_view.diff_rows import Kind, Mode
from openclaw_desktop.ui.review_view.diff_view import DiffView

Key = Qt.Key
OLD = "# Memory\n\n" + "".join(f"- entry {n}\n" for n in range(60))
NEW = OLD.replace("- entry 5\n", "- entry five\n").replace("- entry 40\n", "- entry 40\n- one more\n")


@pytest.fixture
def view(qtbot: QtBot) -> Iterator[DiffView]:
    """Two hunks, in one column."""
    made = DiffView(EditorSettings())
    qtbot.addWidget(made)
    made.resize(900, 500)
    made.show()
    made.show_texts(OLD, NEW)
    made.setFocus()
    yield made
    theme.apply(QApplication.instance(), "light")  # pyright: ignore[reportArgumentType]


def press(view: DiffView, key: Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(view, key, modifier)


def click(view: DiffView, place: QPointF) -> None:
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place.toPoint())


def tick(view: DiffView, row: int, *, right: bool = False) -> None:
    """Clicks the tick of a row, side by side that of the right side."""
    view.go_to_row(row)
    view.viewport().repaint()
    box = view.box_of(row)
    if view.items[row].kind is not Kind.HEAD:
        box.setHeight(view.line_height)
    click(view, tick_box(view.sides()[-1 if right else 0], box).center())


def fold_between(view: DiffView) -> int:
    """The row of the fold between both hunks."""
    return next(row for row, item in enumerate(view.items) if item.kind is Kind.FOLD and item.hunk == 1)


def row_of(view: DiffView, words: str) -> int:
    """The row that says so."""
    return next(row for row in range(len(view.items)) if words in view.row_words(row))


def test_at_first_all_is_taken(view: DiffView) -> None:
    assert view.result() == NEW
    assert view.accepted == (2, 2)
    assert view.is_everything_ticked


def test_the_tick_of_a_head_leaves_a_hunk_out_and_takes_it_again(view: DiffView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.ticks_changed):
        tick(view, view.heads[0])
    assert view.result() == OLD.replace("- entry 40\n", "- entry 40\n- one more\n")
    assert view.accepted == (1, 2)
    tick(view, view.heads[0])
    assert view.result() == NEW


@pytest.mark.parametrize("mode", list(Mode))
def test_one_line_is_left_out(view: DiffView, mode: Mode) -> None:
    view.set_mode(mode)
    tick(view, row_of(view, "entry five"), right=mode is Mode.SIDE_BY_SIDE)
    assert view.result() == NEW.replace("- entry five\n", "")
    assert view.ticks.state(0) is None
    tick(view, view.heads[0])
    assert view.result() == NEW


def test_hunks_are_stepped_through_and_ticked_by_keys(view: DiffView) -> None:
    press(view, Key.Key_J)
    press(view, Key.Key_N)
    assert view.current == view.heads[1]
    press(view, Key.Key_Space)
    assert view.result() == OLD.replace("- entry 5\n", "- entry five\n")
    press(view, Key.Key_K)
    assert view.current == view.heads[0]
    press(view, Key.Key_P)
    assert view.current == view.heads[0]


def test_chosen_lines_are_ticked_together(view: DiffView) -> None:
    view.go_to_row(row_of(view, "Line 8 removed"))
    press(view, Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    press(view, Key.Key_Space)
    assert view.result() == NEW.replace("entry five", "entry 5")
    press(view, Key.Key_A)
    assert view.is_everything_ticked
    press(view, Key.Key_A)
    assert view.result() == OLD


def test_folded_lines_are_shown_by_twenty_or_all(view: DiffView) -> None:
    fold = fold_between(view)
    size = view.items[fold].size
    view.go_to_row(fold)
    press(view, Key.Key_Return)
    fold = fold_between(view)
    assert view.items[fold].size == size - 20
    view.go_to_row(fold)
    press(view, Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert [item.hunk for item in view.items if item.kind is Kind.FOLD] == [2]


def test_a_click_on_show_all_shows_all(view: DiffView) -> None:
    fold = fold_between(view)
    view.show_row(fold)
    view.viewport().repaint()
    found = links(view.sides()[0], view.box_of(fold), view.items[fold].size)
    click(view, next(place for place, _, everything in found if everything).center())
    assert [item.hunk for item in view.items if item.kind is Kind.FOLD] == [2]


def test_a_line_that_is_folded_is_shown_when_one_goes_there(view: DiffView) -> None:
    view.go_to(25)
    assert view.row_words(view.current) == "Line 25: - entry 22"
    view.go_to(None, 62)
    assert view.row_words(view.current) == "Line 63: - entry 59"
    view.go_to(None)
    view.go_to(5_000)
    assert view.row_words(view.current) == "Line 63: - entry 59"


def test_the_other_mode_keeps_the_place(view: DiffView) -> None:
    view.go_to_row(row_of(view, "one more"))
    view.set_mode("side by side")
    assert "one more" in view.row_words(view.current)
    assert view.box_of(view.current).intersects(view.viewport().rect().toRectF())


def test_side_by_side_versions_of_a_line_are_in_one_row(view: DiffView) -> None:
    view.set_mode("side by side")
    row = row_of(view, "entry five")
    assert view.row_words(row) == "Line 8 removed, ticked: - entry 5; Line 8 added, ticked: - entry five"


def test_rows_are_copied(view: DiffView) -> None:
    view.go_to_row(row_of(view, "Line 8 removed"))
    press(view, Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    press(view, Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "- entry 5\n- entry five"
    view.set_mode("side by side")
    view.go_to_row(row_of(view, "entry five"))
    press(view, Key.Key_Left)
    assert view.copied() == "- entry 5"
    press(view, Key.Key_Right)
    assert view.copied() == "- entry five"
    press(view, Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert view.chosen == range(len(view.items))


def test_arrows_and_pages_move_and_stop_at_the_ends(view: DiffView) -> None:
    view.set_mode("unified")
    press(view, Key.Key_End)
    assert view.current == len(view.items) - 1
    press(view, Key.Key_Down)
    press(view, Key.Key_PageDown)
    assert view.current == len(view.items) - 1
    press(view, Key.Key_PageUp)
    press(view, Key.Key_PageUp)
    press(view, Key.Key_Up)
    press(view, Key.Key_Up)
    assert view.current == 0
    press(view, Key.Key_Home)
    assert view.offset == 0


def test_enter_and_double_click_open_a_line(view: DiffView, qtbot: QtBot) -> None:
    view.go_to_row(row_of(view, "one more"))
    with qtbot.waitSignal(view.line_activated) as opened:
        press(view, Key.Key_Return)
    assert opened.args == ["new", 44]
    row = row_of(view, "Line 8 removed")
    view.show_row(row)
    view.viewport().repaint()
    place = QPoint(300, round(view.box_of(row).center().y()))
    with qtbot.waitSignal(view.line_activated) as opened:
        QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert opened.args == ["old", 8]


def test_marks_make_room_and_have_words(view: DiffView) -> None:
    before = view.sides()[0].text
    lives_on = ("old", 8, "It lives on elsewhere", Weight.QUIET)
    view.set_marks([("new", 8, "0.94 like another line", Weight.NORMAL), lives_on])
    assert view.sides()[0].text > before
    ((_, line),) = view.lines(row_of(view, "entry five"))
    assert line.weight is Weight.NORMAL
    ((_, line),) = view.lines(row_of(view, "Line 8 removed"))
    assert line.weight is Weight.QUIET
    view.set_marks([])
    assert view.sides()[0].text == before


def test_for_looking_only_there_is_nothing_to_tick(view: DiffView) -> None:
    view.set_readonly(True)
    press(view, Key.Key_J)
    press(view, Key.Key_Space)
    press(view, Key.Key_A)
    assert view.result() == NEW
    assert "ticked" not in view.row_words(view.current)


def test_the_current_row_is_told(view: DiffView) -> None:
    view.go_to_row(row_of(view, "one more"))
    assert view.accessibleDescription() == "Line 44 added, ticked: - one more"
    press(view, Key.Key_Space)
    assert view.accessibleDescription() == "Line 44 added, not ticked: - one more"
    assert view.accessibleName()


def test_what_is_in_view_stays_where_it_is_while_one_scrolls_up(view: DiffView) -> None:
    long = "\n".join(f"{n} " + "mixed 文字 and words " * (n % 9) for n in range(200))
    view.show_texts("start\n", f"start\n{long}\n")
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    view.viewport().repaint()
    for _ in range(20):
        row, box = list(view.rows_in_view())[2]
        bar.setValue(bar.value() - 60)
        view.viewport().repaint()
        assert view.box_of(row).top() == box.top() + 60


def test_rows_are_chosen_by_drawing_over_them(view: DiffView) -> None:
    view.viewport().repaint()
    row = row_of(view, "Line 8 removed")
    start, end = (view.box_of(r).center().toPoint() for r in (row, row + 2))
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    move = QMouseEvent(
        QEvent.Type.MouseMove,
        end.toPointF(),
        view.viewport().mapToGlobal(end.toPointF()),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(view.viewport(), move)
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=end)
    assert view.chosen == range(row, row + 3)


def test_a_mark_says_what_it_is_about(view: DiffView) -> None:
    view.set_mode("side by side")
    view.set_marks([("old", 8, "It lives on elsewhere", Weight.QUIET), ("new", 8, "A key", Weight.LOUD)])
    view.viewport().repaint()
    y = view.box_of(row_of(view, "entry five")).center().y()
    assert view.words_at(QPointF(100, y)) == "It lives on elsewhere"
    assert view.words_at(QPointF(600, y)) == "A key"
    assert view.words_at(QPointF(600, 5)) == ""
    view.set_mode("unified")
    assert view.words_at(view.box_of(row_of(view, "Line 8 added")).center()) == "A key"


@pytest.mark.parametrize("mode", list(Mode))
def test_long_lines_are_wrapped_and_rows_follow_each_other(view: DiffView, mode: Mode) -> None:
    long = "a word and another 中文字 " * 300
    view.set_mode(mode)
    view.show_texts(f"start\n{long}\nend\n", f"start\n{long.replace('another', 'one more', 1)}\nend!\n")
    view.viewport().repaint()
    for row, box in view.rows_in_view():
        assert box.height() == view.measure(row)
    view.resize(600, 500)
    press(view, Key.Key_End)
    view.viewport().repaint()
    boxes = list(view.rows_in_view())
    assert boxes[-1][0] == len(view.items) - 1
    assert all(a[1].bottom() == b[1].top() for a, b in pairwise(boxes))
    assert all(view.measure(row) == box.height() for row, box in boxes)


def test_of_a_large_text_only_what_is_seen_is_laid_out(view: DiffView) -> None:
    lines = [f"- entry {n}: what was noted about it" for n in range(20_000)]
    view.show_texts("\n".join(lines), "\n".join(f"{line}." for line in lines))
    view.viewport().repaint()
    known = [row for row in range(len(view.items)) if view.is_measured(row)]
    assert 0 < len(known) < 60
    press(view, Key.Key_End)
    assert view.row_words(view.current).startswith("Line 20,000 added")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ("", "a"),
        ("a\n", ""),
        ("a\n", "a"),
        ("a\r\nb\r\n", "a\nb\n"),
        ("a\u2028b\n", "a b\n"),
        ("x" * 1_000_000, "x" * 999_999 + "y"),
        ("🙂\u200d🙂\n", "שלום\u202e\n"),
        ("\x00\x1b[31m\n", "\ufdd0\U000e0041\n"),
    ],
)
def test_odd_texts_are_drawn(view: DiffView, old: str, new: str, scheme: str) -> None:
    theme.apply(QApplication.instance(), scheme)  # pyright: ignore[reportArgumentType]
    for mode in Mode:
        view.set_mode(mode)
        view.show_texts(old, new)
        for key in (Key.Key_J, Key.Key_Down, Key.Key_Space, Key.Key_Space, Key.Key_End, Key.Key_Home):
            press(view, key)
        assert not view.grab().isNull()
        view.tick_all(True)
        assert view.result() == new
        view.tick_all(False)
        assert view.result() == old
