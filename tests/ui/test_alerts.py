"""What waits is told once, to who is not looking already, and never with the text itself."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from openclaw_desktop.events import ReviewChanged
from openclaw_desktop.review.policy import Rules, parse
from openclaw_desktop.review.proposal import Kind, Origin, Proposal, Who
from openclaw_desktop.settings import ReviewSettings, Settings, changed
from openclaw_desktop.ui.alerts import Alerts
from openclaw_desktop.ui.guard import Guard
from openclaw_desktop.ui.notice import NoticeBar
from openclaw_desktop.ui.notifications import has_bus
from openclaw_desktop.ui.rail import Rail, RailButton

HERE = Path(__file__).parent


def proposal(number: int, path: str = "MEMORY.md", *, found: bool = False) -> Proposal:
    at = datetime(2026, 3, 3, tzinfo=UTC)
    agent = Origin(Who.AGENT, "agent main")
    return Proposal(
        id=str(number),
        path=path,
        kind=Kind.CHANGE,
        origin=agent,
        reason="the new password is hunter2",
        at=at,
        changed_at=at,
        base=None,
        proposed=None,
        found=found,
    )


class Gate(QObject):
    """The little of a bridge and its engine that the guard asks for; everything happens at once."""

    review_changed = Signal(object)
    settings_changed = Signal(object)
    failed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.engine: Any = self
        self.desk = self
        self.settings = Settings()
        self.rules = Rules(parse(ReviewSettings().policies)[0])
        self.waiting: list[Proposal] = []

    def proposals(self, *, waiting: bool = False) -> list[Proposal]:
        return self.waiting

    def scan(self) -> list[Any]:
        return [SimpleNamespace(path=path, is_folder=False) for path in ("MEMORY.md", "SOUL.md", "a.md")]

    async def call(self, verb: Any, *args: Any) -> Any:
        return verb(*args)

    def spawn(self, coroutine: Any, *, name: str) -> None:
        with pytest.raises(StopIteration):
            coroutine.send(None)

    def arrive(self, *proposals: Proposal) -> None:
        self.waiting = [*proposals, *self.waiting]
        paths = frozenset(p.path for p in proposals)
        self.review_changed.emit(ReviewChanged(paths, frozenset(p.id for p in proposals)))

    def arrive_unsaid(self, *proposals: Proposal) -> None:
        """Another process proposed: all that is noticed of it is that the journal changed."""
        self.waiting = [*proposals, *self.waiting]
        self.review_changed.emit(ReviewChanged(frozenset()))

    def decide(self) -> None:
        self.waiting = []
        self.review_changed.emit(ReviewChanged(frozenset({"MEMORY.md"})))


class Scene:
    """A rail, a notice bar, and what the desktop was told."""

    def __init__(self, qtbot: QtBot) -> None:
        self.gate = Gate()
        self.guard = Guard(self.gate)  # pyright: ignore[reportArgumentType]
        self.rail, self.notice = Rail(), NoticeBar()
        self.watched = False
        for widget in (self.rail, self.notice):
            qtbot.addWidget(widget)
        self.alerts = Alerts(
            self.gate,  # pyright: ignore[reportArgumentType]
            self.guard,
            rail=self.rail,
            notice=self.notice,
            is_watched=lambda: self.watched,
            parent=self.gate,
        )
        self.told: list[str] = []
        self.alerts.notifier.show_in_tray = lambda title, text: self.told.append(f"{title}: {text}")
        self.burst = self.alerts._soon  # pyright: ignore[reportPrivateUsage]

    @property
    def badge(self) -> str:
        button = next(b for b in self.rail.findChildren(RailButton) if b.accessibleName() == "Review")
        return button.badge

    def pause(self) -> None:
        """The burst is over."""
        self.burst.stop()
        self.burst.timeout.emit()


@pytest.fixture
def scene(qtbot: QtBot) -> Scene:
    return Scene(qtbot)


def test_the_rail_counts_what_waits(scene: Scene) -> None:
    scene.guard.refresh()
    assert scene.badge == ""
    scene.gate.arrive(proposal(1), proposal(2))
    assert scene.badge == "2"
    scene.gate.decide()
    assert scene.badge == ""


def test_a_burst_becomes_one_notification_without_any_text(scene: Scene) -> None:
    for number in range(1, 4):
        scene.gate.arrive(proposal(number))
    assert scene.told == []
    scene.pause()
    assert scene.told == ["OpenClaw Desktop: 3 changes wait for review: MEMORY.md"]
    assert not any("hunter2" in said for said in scene.told)


def test_what_another_process_proposes_is_told_as_well_and_once(scene: Scene) -> None:
    scene.gate.waiting = [proposal(1)]  # as the window finds it
    scene.guard.refresh()
    scene.gate.arrive_unsaid(proposal(2, "SOUL.md"))
    assert "SOUL.md" in scene.notice.sentence
    scene.pause()
    assert [said.split(": ")[1] for said in scene.told] == ["A change waits for review"]
    scene.gate.decide()
    scene.gate.arrive_unsaid(proposal(2, "SOUL.md"))  # a decision was taken back
    scene.pause()
    assert len(scene.told) == 1


def test_what_was_decided_meanwhile_is_not_told(scene: Scene) -> None:
    scene.gate.arrive(proposal(1))
    scene.gate.decide()
    scene.pause()
    assert scene.told == []


def test_who_looks_at_the_queue_or_muted_it_is_not_told(scene: Scene) -> None:
    scene.watched = True
    scene.gate.arrive(proposal(1))
    scene.pause()
    scene.watched = False
    scene.gate.settings = changed(scene.gate.settings, {"review.notify": False})
    scene.gate.arrive(proposal(2))
    scene.pause()
    assert scene.told == []


def test_changed_instructions_are_said_in_the_window_too(scene: Scene, qtbot: QtBot) -> None:
    scene.gate.arrive(proposal(1))
    assert scene.notice.sentence == ""
    scene.gate.arrive(proposal(2, "SOUL.md", found=True))
    assert scene.notice.sentence.startswith("Agent main changed SOUL.md")
    with qtbot.waitSignal(scene.alerts.review_requested, timeout=1000) as asked:
        next(b for b in scene.notice.findChildren(QPushButton) if b.text() == "Review").click()
    assert asked.args == ["SOUL.md"]
    scene.pause()
    assert scene.told[0].startswith("Your review is needed: ")


def test_instructions_that_were_only_asked_for_are_not_called_changed(scene: Scene) -> None:
    scene.gate.arrive(proposal(2, "SOUL.md"))
    assert scene.notice.sentence.startswith("Agent main wants to change SOUL.md")


def test_an_alarm_ends_when_its_change_is_decided(scene: Scene) -> None:
    scene.gate.arrive(proposal(2, "SOUL.md"))
    scene.gate.decide()
    assert scene.notice.sentence == ""
    scene.gate.arrive(proposal(3, "SOUL.md"))
    scene.notice.tell("The disk is full.")
    scene.gate.decide()
    assert scene.notice.sentence == "The disk is full."


def test_a_click_on_a_notification_leads_to_its_file_when_it_is_about_one(scene: Scene, qtbot: QtBot) -> None:
    for proposals, path in (
        ((proposal(1), proposal(2)), "MEMORY.md"),
        ((proposal(3, "USER.md"), proposal(4)), ""),
    ):
        scene.gate.arrive(*proposals)
        scene.pause()
        with qtbot.waitSignal(scene.alerts.review_requested, timeout=1000) as asked:
            scene.alerts.notifier.clicked.emit()
        assert asked.args == [path]


def test_which_files_are_protected_is_told_once(scene: Scene) -> None:
    scene.alerts.told_protection = False
    scene.guard.refresh()
    assert scene.notice.sentence.startswith("MEMORY.md and SOUL.md are protected")
    scene.notice.dismiss()
    scene.guard.refresh()
    assert scene.notice.sentence == ""
    assert scene.alerts.told_protection


def test_other_rules_are_looked_at_again(scene: Scene) -> None:
    seen: list[object] = []
    scene.guard.changed.connect(seen.append)
    scene.gate.settings_changed.emit(changed(scene.gate.settings, {"editor.wrap": False}))
    assert seen == []
    scene.gate.settings_changed.emit(changed(scene.gate.settings, {"review.protect": False}))
    assert len(seen) == 1


def test_only_a_desktop_is_asked() -> None:
    address = {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}
    assert not has_bus("offscreen", address)
    assert not has_bus("xcb", {})
    assert has_bus("xcb", address) is (sys.platform not in ("win32", "darwin"))


@pytest.mark.skipif(shutil.which("dbus-run-session") is None, reason="there is no D-Bus here")
def test_a_notification_reaches_the_desktop_and_a_click_comes_back(tmp_path: Path) -> None:
    desktop = HERE / "notification_desktop.py"
    program = HERE / "notification_program.py"
    script = (
        f'"{sys.executable}" "{desktop}" > "$1" & desktop=$!; '
        'until grep -q ready "$1"; do sleep 0.05; done; '
        f'"{sys.executable}" "{program}"; code=$?; kill $desktop; cat "$1"; exit $code'
    )
    done = subprocess.run(
        ["dbus-run-session", "--", "sh", "-c", script, "sh", str(tmp_path / "said")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=HERE.parent.parent,
    )
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]
    assert lines[0][:2] == ["OpenClaw Desktop", 0]
    assert lines[0][4] == "A change waits for review: MEMORY.md"
    assert lines[1][1] == 7, "the newer one takes the older one's place"
