"""The timeline as a person uses it: playhead, zoom, marks, and what is not known."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAccessible, QImage
from pytestqt.qtbot import QtBot
from session_values import account

from openclaw_desktop.context.ledger import Ledger
from openclaw_desktop.context.marks import Mark, MarkKind
from openclaw_desktop.context.policy import default_rules
from openclaw_desktop.context.sessions.fixed import Fixed
from openclaw_desktop.context.sessions.parts import Category
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view import categories
from openclaw_desktop.ui.context_view.limit_labels import spread
from openclaw_desktop.ui.context_view.mark_lane import SIDE, MarkLane, signs
from openclaw_desktop.ui.context_view.mark_looks import MARK_LOOKS
from openclaw_desktop.ui.context_view.series import bands, series
from openclaw_desktop.ui.context_view.timeline import Timeline

WINDOW = 100_000
Key, Modifier = Qt.Key, Qt.KeyboardModifier


def drawn(qtbot: QtBot, ledger: Ledger, *, window: int | None = WINDOW) -> Timeline:
    made = Timeline()
    qtbot.addWidget(made)
    made.resize(800, 300)
    made.show()
    qtbot.waitExposed(made)
    made.show_account(ledger, series(ledger), default_rules("2026.9", window) if window else None)
    return made


def mark(kind: MarkKind, index: int, *, recorded: bool = True) -> Mark:
    return Mark(kind, index, index, None, f"{kind.value} at {index}", recorded)


@pytest.fixture
def timeline(qtbot: QtBot, loop: object) -> Timeline:
    return drawn(qtbot, account(30, compacted=10))


def test_it_begins_at_the_end_with_all_of_the_session_in_sight(timeline: Timeline) -> None:
    assert timeline.playhead == 62
    low, high = timeline.plot.x_range()
    assert (low, high) == (1.0, 31.0)


def test_arrows_move_the_playhead_by_entries_and_with_control_by_turns(
    timeline: Timeline, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(timeline.playhead_moved) as heard:
        qtbot.keyClick(timeline, Key.Key_Home)
    assert heard.args == [0]
    qtbot.keyClick(timeline, Key.Key_Right)
    assert timeline.playhead == 1
    qtbot.keyClick(timeline, Key.Key_Right, Modifier.ControlModifier)
    assert timeline.playhead == 2
    qtbot.keyClick(timeline, Key.Key_Right)
    qtbot.keyClick(timeline, Key.Key_Left, Modifier.ControlModifier)
    assert timeline.playhead == 2  # first to the beginning of its own turn
    qtbot.keyClick(timeline, Key.Key_Left, Modifier.ControlModifier)
    assert timeline.playhead == 0
    qtbot.keyClick(timeline, Key.Key_Left)
    assert timeline.playhead == 0


def test_a_screen_reader_hears_of_a_slider_where_it_stands_and_can_move_it(
    timeline: Timeline, qtbot: QtBot
) -> None:
    told = QAccessible.queryAccessibleInterface(timeline)
    assert told is not None
    assert told.role() is QAccessible.Role.Slider
    value = told.valueInterface()
    assert value is not None
    assert (value.minimumValue(), value.currentValue(), value.maximumValue()) == (0, 62, 62)
    qtbot.keyClick(timeline, Key.Key_Left)
    assert value.currentValue() == 61
    with qtbot.waitSignal(timeline.playhead_moved) as heard:
        value.setCurrentValue(10)
    assert heard.args == [10]
    assert timeline.playhead == 10


def test_zooming_stays_at_the_playhead_and_moving_it_out_of_sight_brings_it_back(
    timeline: Timeline, qtbot: QtBot
) -> None:
    qtbot.keyClick(timeline, Key.Key_Home)
    for _ in range(6):
        qtbot.keyClick(timeline, Key.Key_Plus)
    low, high = timeline.plot.x_range()
    assert low == pytest.approx(1.0, abs=0.3)
    assert high - low < 6
    qtbot.keyClick(timeline, Key.Key_End)
    low, high = timeline.plot.x_range()
    assert low < 30.9 <= high
    qtbot.keyClick(timeline, Key.Key_0)
    assert timeline.plot.x_range() == (1.0, 31.0)


def test_nobody_pans_or_zooms_beyond_the_session(timeline: Timeline) -> None:
    timeline.zoom(0.1)
    timeline.pan(5)
    low, high = timeline.plot.x_range()
    assert 1.0 <= low < high <= 31.0
    timeline.zoom(1e9)
    low, high = timeline.plot.x_range()
    assert high - low > 0.5


def test_enter_and_a_double_click_open_the_entry_a_click_only_points(
    timeline: Timeline, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(timeline.opened) as heard:
        qtbot.keyClick(timeline, Key.Key_Return)
    assert heard.args == [62]
    viewport = timeline.plot.widget.viewport()
    middle = viewport.rect().center()
    with qtbot.waitSignal(timeline.picked), qtbot.assertNotEmitted(timeline.opened):
        qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=middle)
    assert 20 < timeline.playhead < 45


def test_the_time_axis_keeps_the_playhead(timeline: Timeline) -> None:
    timeline.set_playhead(10)
    timeline.set_axis("time")
    assert timeline.axis == "time"
    assert timeline.playhead == 10


def test_another_axis_shows_the_same_stretch_of_the_session(timeline: Timeline) -> None:
    shown = series(account(30, compacted=10))
    timeline.set_playhead(30)
    timeline.zoom(6)
    low, high = timeline.plot.x_range()
    timeline.set_axis("time")
    early, late = timeline.plot.x_range()
    assert [shown.at(early, "time"), shown.at(late, "time")] == [
        shown.at(low, "turns"),
        shown.at(high, "turns"),
    ]
    timeline.set_axis("turns")
    assert timeline.plot.x_range() == pytest.approx((low, high))


def test_without_times_it_stays_with_turns(qtbot: QtBot, loop: object) -> None:
    made = drawn(qtbot, account(5, times=False))
    made.set_axis("time")
    assert made.axis == "turns"


def test_no_limit_is_drawn_for_an_unknown_window(qtbot: QtBot, loop: object) -> None:
    made = drawn(qtbot, account(5), window=None)
    assert made.areas is not None
    assert made.areas.limits == []
    assert not made.whole_window


def test_limits_say_that_they_are_rules(timeline: Timeline) -> None:
    assert timeline.areas is not None
    rules = default_rules("2026.9", WINDOW)
    texts = [limit.text for limit in timeline.areas.limits]
    assert texts[0] == "window 100,000"
    assert f"flush by rule from {rules.flush_threshold:,}" in texts


def test_a_nearly_empty_window_is_shown_on_a_scale_of_its_own_and_can_be_seen_whole(
    timeline: Timeline,
) -> None:
    assert not timeline.whole_window
    assert timeline.plot.span()[3] < WINDOW / 2
    timeline.set_whole_window(True)
    assert timeline.plot.span()[3] > WINDOW


def test_marks_are_gone_through_by_a_key(timeline: Timeline, qtbot: QtBot) -> None:
    qtbot.keyClick(timeline, Key.Key_Home)
    with qtbot.waitSignal(timeline.mark_chosen) as heard:
        qtbot.keyClick(timeline, Key.Key_M)
    first: Mark = (heard.args or [])[0]
    assert first.kind is MarkKind.COMPACTION
    assert timeline.playhead == first.index == 20
    qtbot.keyClick(timeline, Key.Key_M)
    assert timeline.playhead == 41
    qtbot.keyClick(timeline, Key.Key_M, Modifier.ShiftModifier)
    assert timeline.playhead == 20


def test_after_the_last_mark_comes_the_first_and_it_is_said(timeline: Timeline, qtbot: QtBot) -> None:
    timeline.set_playhead(len(account(30, compacted=10).points) - 1)
    timeline.choose_mark(timeline.marks[-1])
    with qtbot.waitSignal(timeline.said) as heard:
        qtbot.keyClick(timeline, Key.Key_M)
    assert heard.args == ["Back at the first mark."]
    assert timeline.playhead == timeline.marks[0].index
    qtbot.keyClick(timeline, Key.Key_M, Modifier.ShiftModifier)
    assert timeline.playhead == timeline.marks[-1].index


def test_where_no_mark_is_the_key_says_so(qtbot: QtBot, loop: object) -> None:
    made = drawn(qtbot, account(5))
    with qtbot.waitSignal(made.said) as heard:
        qtbot.keyClick(made, Key.Key_M)
    assert heard.args == ["There is no mark in this session."]


def test_what_did_not_happen_says_so(timeline: Timeline) -> None:
    ledger = account(30, compacted=10)
    missed = [mark(MarkKind.MISSED_FLUSH, 15, recorded=False)]
    timeline.show_account(ledger, series(ledger), default_rules("2026.9", WINDOW), missed=missed)
    sign = next(sign for sign in timeline.lane.signs if sign.first.kind is MarkKind.MISSED_FLUSH)
    assert sign.tooltip == "Turn 15: By the rules: missed flush at 15"


def test_a_session_that_went_on_keeps_the_view_and_the_playhead(timeline: Timeline) -> None:
    timeline.set_playhead(12)
    timeline.zoom(4)
    before = timeline.plot.x_range()
    longer = account(40, compacted=10)
    timeline.show_account(longer, series(longer), default_rules("2026.9", WINDOW), keep=True)
    assert timeline.playhead == 12
    assert timeline.plot.x_range() == pytest.approx(before)


def test_something_is_drawn_in_the_colours_of_either_theme(timeline: Timeline) -> None:
    image = QImage(timeline.size(), QImage.Format.Format_RGB32)
    timeline.render(image)
    seen = {image.pixelColor(x, y).name() for x in range(80, 780, 3) for y in range(60, 270, 3)}
    held = {
        categories.ground(category, theme.LIGHT).name() for category in (Category.USER, Category.ASSISTANT)
    }
    assert held & seen


# Marks


def lane_signs(xs: Sequence[float], kinds: Sequence[MarkKind]) -> list[str]:
    marks = [mark(kind, number) for number, kind in enumerate(kinds)]
    return ["".join(MARK_LOOKS[m.kind].letter for m in sign.marks) for sign in signs(marks, xs, 500)]


def test_marks_that_would_cover_one_another_are_fanned_out_and_the_most_telling_is_first() -> None:
    kinds = [MarkKind.FLUSH, MarkKind.COMPACTION, MarkKind.FLUSH, MarkKind.RESET]
    assert lane_signs([10, 14, 14, 200], kinds) == ["C", "FF", "R"]
    marks = [mark(kind, number) for number, kind in enumerate(kinds)]
    fan = signs(marks, [10, 14, 14, 200], 500)
    assert fan[1].x - fan[0].x >= SIDE  # nothing is hidden under another
    assert all("compaction at 1" in sign.tooltip and "flush at 2" in sign.tooltip for sign in fan[:2])


def test_no_sign_is_cut_at_the_edges_of_what_is_seen() -> None:
    kinds = [MarkKind.COMPACTION, MarkKind.FLUSH, MarkKind.RESET]
    found = signs([mark(kind, 1) for kind in kinds], [499, 499, 503], 500)
    assert [sign.first.kind for sign in found] == kinds[:2]  # the third is out of sight
    assert found[-1].x <= 500
    assert signs([mark(MarkKind.WRITE, 1)], [-1], 500) == []


def test_the_names_of_limits_never_cover_one_another() -> None:
    tops = spread([40, 20, 42, 195], 28, 200)
    assert sorted(range(4), key=lambda place: tops[place]) == [1, 0, 2, 3]
    assert all(after - before >= 28 for before, after in pairwise(sorted(tops)))
    assert min(tops) >= 0
    assert max(tops) + 28 <= 200


def test_what_the_agent_did_stands_in_a_row_of_its_own() -> None:
    assert lane_signs([10, 11], [MarkKind.COMPACTION, MarkKind.SEARCH]) == ["C", "S"]


def test_thousands_of_marks_make_no_more_signs_than_fit() -> None:
    count = 5_000
    marks = [mark(MarkKind.SEARCH, number) for number in range(count)]
    found = signs(marks, [number / 10 for number in range(count)], 500)
    assert len(found) <= 500 / 15
    assert sum(len(sign.marks) for sign in found) == count
    assert "more; zoom in" in found[0].tooltip


def test_every_kind_of_mark_has_a_letter_of_its_own() -> None:
    assert set(MARK_LOOKS) == set(MarkKind)
    assert len({look.letter for look in MARK_LOOKS.values()}) == len(MARK_LOOKS)


def test_clicking_a_sign_again_chooses_the_next_mark_there(qtbot: QtBot, loop: object) -> None:
    lane = MarkLane(lambda indices: [50.0] * len(indices), None)  # pyright: ignore[reportArgumentType]
    qtbot.addWidget(lane)
    lane.resize(400, 40)
    lane.place(0, 400)
    lane.show_marks([mark(MarkKind.FLUSH, 3), mark(MarkKind.FLUSH, 4), mark(MarkKind.RESET, 4)])
    lane.chosen.connect(lane.choose)
    sign = lane.sign_at(QPointF(50, 10))
    assert sign is not None
    heard: list[Mark] = []
    lane.chosen.connect(heard.append)
    for x in (50, 50, 50, 50 + SIDE):
        qtbot.mouseClick(lane, Qt.MouseButton.LeftButton, pos=QPointF(x, 10).toPoint())
    assert [each.index for each in heard] == [3, 4, 3, 4]
    assert heard[-1].kind is MarkKind.RESET


@pytest.mark.parametrize("fixed", [None, Fixed(bootstrap={"AGENTS.md": 1})])
def test_neighbours_in_the_stack_are_told_apart_without_colour(fixed: Fixed | None) -> None:
    patterns = [categories.LOOKS[band].pattern for band in bands(fixed)]
    assert all(one != other for one, other in pairwise(patterns))
