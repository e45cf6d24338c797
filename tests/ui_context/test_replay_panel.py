"""Other rules are tried with sliders, and their effect is drawn over what happened."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from context_bridge import HandBridge
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from openclaw_desktop.context.policy import Rules, default_rules
from openclaw_desktop.context.rules.parameters import PARAMETERS, parameter
from openclaw_desktop.desk.sessions_desk import Opened, Played
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import TranscriptError
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import Places
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view import rule_values
from openclaw_desktop.ui.context_view.outcome import PLACE
from openclaw_desktop.ui.context_view.replay_panel import ReplayPanel
from openclaw_desktop.ui.context_view.series import series
from openclaw_desktop.ui.context_view.timeline import Timeline

STATE = Path(__file__).parents[1] / "data" / "openclaw" / "state-2026.9"
UNFLUSHED = "8fe6d070-c9f0-45f9-8856-10e4e1e02d9d"
"""A session with a compaction and without a flush."""


@pytest.fixture
def desk_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    state = tmp_path / "state"
    shutil.copytree(STATE, state)
    config = {"agents": {"list": [{"id": "main", "workspace": str(state / "workspace")}]}}
    (state / "openclaw.json").write_text(json.dumps(config), encoding="utf-8")
    monkeypatch.setenv("OPENCLAW_STATE_DIR", str(state))
    made = Engine(
        state / "workspace",
        settings=Settings(),
        places=Places.of_user(),
        report=list[object]().append,
        embedder=HashEmbedder,
    )
    yield made
    made.close()


@pytest.fixture
def hand(desk_engine: Engine, qapp: QApplication) -> HandBridge:
    theme.apply(qapp, "light")
    return HandBridge(desk_engine)


@pytest.fixture
def opened(desk_engine: Engine) -> Opened:
    rows = desk_engine.sessions.catalogue().rows
    return desk_engine.sessions.open(next(row for row in rows if row.session.id == UNFLUSHED))


@pytest.fixture
def own(desk_engine: Engine) -> Rules:
    return desk_engine.sessions.rules(65_536)


@pytest.fixture
def panel(hand: HandBridge, opened: Opened, own: Rules, qtbot: QtBot) -> ReplayPanel:
    """The panel over that session, once the agent's own rules are played."""
    made = ReplayPanel(hand)
    qtbot.addWidget(made)
    made.resize(1_200, 500)
    made.show()
    made.show_session(opened, own, hand.engine.sessions.missed(opened, own))
    qtbot.waitUntil(lambda: made.comparison is not None)
    return made


def tried(panel: ReplayPanel, qtbot: QtBot, key: str, value: float) -> Played:
    """Tries one rule and waits for what it would have done."""
    with qtbot.waitSignal(panel.replayed) as heard:
        panel.set_rule(key, value)
    assert heard.args is not None
    return heard.args[0]


def sentences(panel: ReplayPanel) -> list[str]:
    shown = panel.outcome.sentences
    return [shown.item(row).text() for row in range(shown.count())]


def cells(panel: ReplayPanel) -> list[str]:
    return [label.text() for label in panel.outcome.cells.values()]


def test_every_rule_has_a_row_that_says_value_source_and_meaning(panel: ReplayPanel) -> None:
    assert list(panel.rows) == [each.key for each in PARAMETERS]
    row = panel.rows["flush.soft"]
    assert row.control.accessibleDescription().startswith("4,000 tokens, default. So many tokens before")
    row.looked_at.emit("flush.soft")
    assert panel.about.text().endswith("(flush.soft · default 4,000 tokens)")
    assert not panel.rows["prune.ttl"].control.isEnabled()  # pruning is off
    panel.set_rule("prune.enabled", True)
    assert panel.rows["prune.ttl"].control.isEnabled()


def test_the_agents_own_rules_are_drawn_while_they_are_looked_at(panel: ReplayPanel, qtbot: QtBot) -> None:
    assert cells(panel)[:2] == ["none", "1 · turn 12"]
    assert any("A memory flush was due here" in sentence for sentence in sentences(panel))
    assert not panel.tries
    with qtbot.waitSignal(panel.replayed) as heard:
        panel.hide()
    assert heard.args == [None]


def test_a_slider_says_what_would_have_happened(panel: ReplayPanel, qtbot: QtBot) -> None:
    played = tried(panel, qtbot, "flush.soft", 20_000)
    assert played.rules.flush_threshold == 29_152
    assert [mark.turn for mark in played.marks if mark.kind == "flush"] == [6]
    assert cells(panel)[:3] == ["none", "1 · turn 12", "1 · turn 6"]
    expected = "Notes would have been written before turn 6, ahead of the compaction after turn 12."
    assert sentences(panel)[0].endswith(expected)
    assert "flush from 29,152" in panel.outcome.limits.text()
    places: list[int] = []
    panel.entry_wanted.connect(places.append)
    panel.outcome.sentences.itemActivated.emit(panel.outcome.sentences.item(0))
    assert places == [played.rescues[0].flush] == [panel.outcome.sentences.item(0).data(PLACE)]


def test_the_keyboard_moves_a_slider_and_reset_takes_all_back(panel: ReplayPanel, qtbot: QtBot) -> None:
    slider = panel.rows["flush.soft"].control
    with qtbot.waitSignal(panel.rules_changed):
        QTest.keyClick(slider, Qt.Key.Key_Right)
    assert panel.rules is not None
    assert panel.rules.value("flush.soft") == 4_500
    assert panel.tries
    panel.reset_button.click()
    assert (panel.tries, panel.rules.value("flush.soft")) == (False, 4_000)
    assert not panel.reset_button.isEnabled()


def test_the_wheel_scrolls_past_sliders(panel: ReplayPanel, qapp: QApplication) -> None:
    slider = panel.rows["reserve_floor"].control
    panel.rows["flush.soft"].control.setFocus()
    down = QPoint(0, -120)
    place = QPointF(5, 5)
    none = Qt.MouseButton.NoButton
    wheel = QWheelEvent(
        place, place, down, down, none, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False
    )
    qapp.sendEvent(slider, wheel)
    assert not panel.tries


def test_only_the_last_of_many_moves_is_answered(panel: ReplayPanel, hand: HandBridge, qtbot: QtBot) -> None:
    hand.holding = True
    panel.set_rule("flush.soft", 10_000)
    qtbot.waitUntil(lambda: len(hand.held) == 1)
    panel.set_rule("flush.soft", 20_000)
    QTest.qWait(100)
    assert len(hand.held) == 1  # one at a time
    heard: list[Played] = []
    panel.replayed.connect(heard.append)
    hand.held[0].go()
    hand.held[1].go()
    assert [played.rules.value("flush.soft") for played in heard] == [20_000]


def test_an_answer_for_another_session_is_let_go(
    panel: ReplayPanel, hand: HandBridge, opened: Opened, own: Rules, desk_engine: Engine, qtbot: QtBot
) -> None:
    hand.holding = True
    panel.set_rule("window", 32_768)
    qtbot.waitUntil(lambda: len(hand.held) == 1)
    rows = desk_engine.sessions.catalogue().rows
    other = desk_engine.sessions.open(next(row for row in rows if row.session.key == "agent:main:main"))
    heard: list[Played] = []
    panel.replayed.connect(heard.append)
    panel.show_session(other, own)
    hand.held[0].go()
    assert heard == []
    assert not panel.tries  # a window is that of its session


def test_an_unknown_window_is_asked_for(panel: ReplayPanel, opened: Opened, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.replayed) as heard:
        panel.show_session(opened, None)
    assert heard.args == [None]
    assert "how large it is" in panel.outcome.limits.text()
    assert not panel.rows["flush.soft"].control.isEnabled()
    panel.set_rule("flush.soft", 1_000)
    assert panel.rules is None


def test_what_cannot_be_played_is_said(panel: ReplayPanel, hand: HandBridge, qtbot: QtBot) -> None:
    hand.trouble = TranscriptError("The session is gone.")
    panel.set_rule("flush.soft", 9_000)
    qtbot.waitUntil(lambda: panel.outcome.limits.text() == "The session is gone.")


def test_the_timeline_draws_it_over_what_happened(
    opened: Opened, own: Rules, desk_engine: Engine, qtbot: QtBot
) -> None:
    timeline = Timeline()
    qtbot.addWidget(timeline)
    timeline.resize(900, 400)
    timeline.show()
    timeline.show_account(opened.ledger, series(opened.ledger), own)
    before = timeline.grab().toImage()
    recorded = len(timeline.marks)
    played = desk_engine.sessions.play(opened, own.changed("flush.soft", 20_000))
    timeline.show_replay(played)
    assert len(timeline.marks) == recorded + len(played.marks)
    assert timeline.grab().toImage() != before
    timeline.show_replay(None)
    assert len(timeline.marks) == recorded
    assert timeline.grab().toImage() == before


@pytest.mark.parametrize("each", [p for p in PARAMETERS if p.unit != "switch"], ids=lambda p: p.key)
def test_a_slider_reaches_both_ends_and_the_default_and_what_is_set(each: object) -> None:
    found = parameter(getattr(each, "key"))  # noqa: B009
    stops = rule_values.stops(found, found.default, found.low + found.step)
    assert stops[0] == found.low
    assert stops[-1] == found.high
    assert {found.default, found.low + found.step} <= set(stops)
    assert list(stops) == sorted(set(stops))
    assert len(stops) <= rule_values.MOST_STOPS + 3
    assert all(isinstance(stop, type(found.default)) for stop in stops)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("flush.soft", 4_000, "4,000 tokens"),
        ("flush.force_bytes", 2 * 2**20, "2 MB"),
        ("flush.force_bytes", 65_536, "64 KB"),
        ("flush.force_bytes", 0, "never"),
        ("prune.ttl", 300.0, "5 min"),
        ("prune.ttl", 60.0, "60 s"),
        ("prune.soft_ratio", 0.3, "30 %"),
        ("prune.enabled", False, "off"),
    ],
)
def test_values_are_said_with_their_units(key: str, value: float, said: str) -> None:
    assert rule_values.said(parameter(key), value) == said


def test_where_a_value_is_from(own: Rules) -> None:
    earlier = default_rules("2026.2", 200_000)
    assert rule_values.source(own, own, parameter("prune.head")) == "fixed in 2026.9"
    assert rule_values.source(earlier, earlier, parameter("prune.head")) == "default"
    assert rule_values.source(own.changed("prune.head", 10), own, parameter("prune.head")) == "tried"
