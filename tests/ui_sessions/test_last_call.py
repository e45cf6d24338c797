"""What was measured beside what is estimated: the same call, and never across what emptied the window."""

from __future__ import annotations

from pytestqt.qtbot import QtBot
from session_values import account

from openclaw_desktop.context.sessions.fixed import Fixed
from openclaw_desktop.context.sessions.parts import Category
from openclaw_desktop.ui.context_view.figures import Figures, Line, figures, weights
from openclaw_desktop.ui.context_view.last_call import LastCall, compared, last_call
from openclaw_desktop.ui.context_view.series import series


def test_the_estimate_of_a_call_leaves_its_answer_out() -> None:
    points = account(3).points
    call = last_call(points, 3)
    assert call == LastCall(3, 2, 102, points[2].estimated)
    assert last_call(points, 4) == call  # a question is measured by nobody


def test_nothing_is_compared_across_a_compaction() -> None:
    points = account(4, compacted=2).points
    boundary = next(point.index for point in points if point.entry.is_boundary)
    assert last_call(points, boundary - 1) is not None
    assert last_call(points, boundary) is None
    assert (
        compared(None, boundary, fixed=True) == "Nothing is measured here yet: every figure is an estimate."
    )


def test_one_sentence_says_by_how_much_the_estimate_runs_above_or_below() -> None:
    above = compared(LastCall(7, 3, 36_289, 45_827), 7, fixed=True)
    assert above == (
        "The estimate runs 9,538 tokens (26 %) above what was measured at this call: 45,827 against 36,289."
    )
    below = compared(LastCall(7, 3, 200, 100), 9, fixed=False)
    assert below.startswith("The estimate runs 100 tokens (50 %) below what was measured at the last call")
    assert below.endswith("It leaves out system prompt, files and tools, which are unknown.")
    assert "agrees with" in compared(LastCall(7, 3, 10_000, 10_001), 7, fixed=True)


def test_the_legend_begins_with_what_is_measured_and_never_leaves_it_empty() -> None:
    points = account(3).points
    first, second, *_ = figures(points[4], Fixed(), last_call(points, 4))
    assert (first.band, first.name, first.value) == (Line.MEASURED, "measured before", "102")
    assert (second.band, second.value) == (Line.ESTIMATED, f"{points[4].estimated:,}")
    assert figures(points[0], Fixed(), None)[0].value == "unknown"
    replayed = figures(points[4], Fixed(), None, 4_321)[2]
    assert (replayed.name, replayed.value) == ("by these rules", "4,321")


def test_a_narrow_legend_has_one_line_and_the_rest_behind_a_button(qtbot: QtBot, loop: object) -> None:
    ledger = account(12)
    legend = Figures()
    qtbot.addWidget(legend)
    legend.resize(900, 20)
    legend.show()
    legend.weigh(series(ledger))
    legend.show_point(ledger.points[-1], Fixed(), last_call(ledger.points, len(ledger.points) - 1))
    line = legend.height()
    heaviest = max(weights(series(ledger)).items(), key=lambda pair: pair[1])[0]
    assert [figure.band for figure in legend.seen][:3] == [Line.MEASURED, Line.ESTIMATED, heaviest]
    assert legend.more.text() == f"{len(legend.figures) - len(legend.seen)} more"
    legend.more.setChecked(True)
    assert legend.seen == list(legend.figures)
    assert legend.height() > line
    assert Category.SUMMARY in [figure.band for figure in legend.seen]
