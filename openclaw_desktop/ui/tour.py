"""The tour: six steps, each one sentence about a real part of the window, which works on meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtWidgets import QWidget

from openclaw_desktop.ui import focus
from openclaw_desktop.ui.tour_bubble import Bubble, Spot

if TYPE_CHECKING:
    from openclaw_desktop.ui.main_window import MainWindow

FOLLOW_MS = 50
"""While it is shown it looks so often whether its part has moved."""

SHOWN = "tour-shown"
"""The file that remembers that the tour was shown by itself."""


@dataclass(frozen=True, slots=True)
class Step:
    """One stop: the view it is in, the part of the window meant, what it is called, and its sentence."""

    view: str
    part: Callable[[MainWindow], QWidget]
    title: str
    sentence: str
    prepare: Callable[[MainWindow], object] | None = None  # brings what the sentence says into sight


STEPS = (
    Step(
        "workspace",
        lambda window: window.workspace.tree,
        "Files",
        "What your agent remembers with, by what each file is for; a lock or an eye says which are guarded.",
    ),
    Step(
        "workspace",
        lambda window: window.workspace.editor,
        "Editor",
        "You write here; what your agent is not given, because its file is too long, is shaded below a cut.",
        lambda window: window.workspace.editor.reveal_cut(),
    ),
    Step(
        "search",
        lambda window: window.rail.button("search"),
        "Search",
        "Ask the memory a question, and see for every hit why it stands where it does.",
    ),
    Step(
        "review",
        lambda window: window.rail.button("review"),
        "Review",
        "What others change in guarded files waits here until you have seen the difference and decided.",
    ),
    Step(
        "history",
        lambda window: window.rail.button("history"),
        "History",
        "Every approved version is kept, and for each line who wrote it and who approved it.",
    ),
    Step(
        "context",
        lambda window: window.rail.button("context"),
        "Context",
        "How much of the model's window the files and a session take, and what was lost when it was full.",
    ),
)


def first_time(state: Path) -> bool:
    """Whether the tour was never shown by itself; it counts as shown from now on.

    False as well where that cannot be remembered.
    """
    try:
        state.mkdir(parents=True, exist_ok=True)
        (state / SHOWN).touch(exist_ok=False)
    except OSError:
        return False
    return True


class Tour(QObject):
    """Shown by `begin`; Escape, Skip and going elsewhere end it."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._step = 0
        self._before = ""  # the view that was shown when it began
        self._part: QWidget | None = None
        self._follower = QTimer(self, interval=FOLLOW_MS)
        self._follower.timeout.connect(self._follow)
        self.spot, self.bubble = Spot(window), Bubble(window)
        for widget in (self.spot, self.bubble):
            widget.hide()
        self.bubble.next_wanted.connect(lambda: self._go(1))
        self.bubble.back_wanted.connect(lambda: self._go(-1))
        self.bubble.end_wanted.connect(self.end)

    @property
    def is_shown(self) -> bool:
        """It is under way."""
        return self._part is not None

    def begin(self) -> None:
        """Shows the first step, once more if it is under way already."""
        if not self.is_shown:
            self._before = self._window.view
        self._show(0)

    def end(self) -> None:
        """Puts it away, and leads back to where it began."""
        if not self.is_shown:
            return
        self._stop()
        self._window.show_view(self._before)
        focus.into(self._window.views.named(self._before))

    def _go(self, by: int) -> None:
        if self._step + by < len(STEPS):
            self._show(self._step + by)
        else:
            self.end()

    def _show(self, number: int) -> None:
        step = STEPS[number]
        self._step = number
        self._window.show_view(step.view)
        if step.prepare is not None:
            step.prepare(self._window)
        part = step.part(self._window)
        self._part = part if part.isVisible() else self._window.rail.button(step.view)
        self.bubble.say(step.title, step.sentence, number + 1, len(STEPS))
        for widget in (self.spot, self.bubble):
            widget.show()
        self._place()
        self._follower.start()
        self.bubble.next.setFocus(Qt.FocusReason.OtherFocusReason)

    def _follow(self) -> None:
        """Stays beside its part when that moves, and ends when the person went elsewhere."""
        if self._part is None or not self._part.isVisible() or self._window.view != STEPS[self._step].view:
            self._stop()
        elif self._area(self._part) != self.spot.geometry():
            self._place()

    def _place(self) -> None:
        if self._part is not None:
            area = self._area(self._part)
            self.spot.setGeometry(area)
            self.spot.raise_()
            self.bubble.point_at(area, self._window.rect())

    def _area(self, part: QWidget) -> QRect:
        """Where a part is, in the window's own pixels."""
        return QRect(part.mapTo(self._window, QPoint(0, 0)), part.size())

    def _stop(self) -> None:
        self._part = None
        self._follower.stop()
        self.spot.hide()
        self.bubble.hide()
