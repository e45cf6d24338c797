"""The status bar: which workspace this is, how far its index is, and what is true of the open file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from openclaw_desktop.events import IndexPhase, IndexState
from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.elided import ElidedText, shown_path

HEIGHT = 28
BETWEEN = "   "


class Facts(ElidedText):
    """Short facts at the right; where there is no room those in the middle are left out as a whole."""

    def __init__(self) -> None:
        super().__init__(narrowest=90, align=Qt.AlignmentFlag.AlignRight)
        self._facts: Sequence[str] = ()
        self._hover = ""

    def show_facts(self, facts: Sequence[str], hover: str) -> None:
        """Shows what there is room for, and all of it on hover."""
        self._facts, self._hover = facts, hover
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """There may be room for more of them, or for fewer."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        shown = list(self._facts)
        while len(shown) > 1 and self.fontMetrics().horizontalAdvance(BETWEEN.join(shown)) > self.width():
            del shown[len(shown) // 2]
        everything = BETWEEN.join(self._facts) if len(shown) < len(self._facts) else ""
        self.show_text(BETWEEN.join(shown), hover="\n".join(filter(None, (everything, self._hover))))


class StatusBar(QWidget):
    """One line at the bottom of the window, with a hairline of progress along its upper edge."""

    pause_requested = Signal()
    resume_requested = Signal()
    retry_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state = IndexState(IndexPhase.OPENING)
        self.setFixedHeight(HEIGHT)
        self._place = ElidedText(narrowest=120)
        self._icon = QLabel()
        self._index = ElidedText(narrowest=120)
        self._button = QPushButton()
        self._button.setProperty("role", "status")
        self._button.clicked.connect(self._act)
        self._file = Facts()
        self.count = ElidedText(narrowest=90)
        self.count.hide()
        for side in (self._place, self._file):  # equally wide, so that what is between them stands still
            side.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 1, 12, 0)
        row.setSpacing(6)
        row.addWidget(self._place, 1)
        for part in (self._icon, self._index, self._button):
            row.addWidget(part)
        row.addWidget(self._file, 1)
        row.addSpacing(6)
        row.addWidget(self.count)
        self.show_state(self.state)

    def show_workspace(self, root: Path, agent: str = "") -> None:
        """Says which folder this is, by its real path, and whose."""
        shown = shown_path(root, Path.home())
        self._place.show_path(root, f"{shown} · agent {agent}" if agent else shown)

    def show_state(self, state: IndexState) -> None:
        """Says how far the index is, and offers what can be done about it."""
        self.state = state
        self._index.show_text(state.sentence, hover="\n".join(_explained(state)))
        self._button.setText(_ACTIONS.get(action_for(state), ""))
        self._button.setVisible(bool(self._button.text()))
        self._draw_icon()
        self.update()

    def show_file(self, facts: Sequence[str], hover: str = "") -> None:
        """Says what is true of the open file: "Ln 214, Col 3", "UTF-8", "LF", "1,240 tokens"."""
        self._file.show_facts(facts, hover)

    def show_count(self, count: str, hover: str, *, alert: bool) -> None:
        """Says how much of the file the agent is given; amber for an `alert`, "" for nothing to say."""
        if (count, hover) != (self.count.text(), self.count.toolTip()):
            self.count.show_text(count, hover=hover, alert=alert)
            self.count.setVisible(bool(count))

    def changeEvent(self, event: QEvent) -> None:
        """Redraws the icon in the colours of a new theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self._draw_icon()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The hairline, coloured as far as the work is done: amber for words, blue for meaning."""
        look = theme.colours(self)
        painter = QPainter(self)
        painter.fillRect(0, 0, self.width(), 1, look.hairline)
        words = self.state.phase is IndexPhase.KEYWORDS
        painter.fillRect(
            0, 0, round(self.width() * progress_of(self.state)), 1, look.keyword if words else look.vector
        )

    def _draw_icon(self) -> None:
        look = theme.colours(self)
        name = _icon_for(self.state)
        colour = look.held if name == "warning" else look.text_dim
        self._icon.setPixmap(icons.pixmap(name, colour, 16, self.devicePixelRatioF()))
        self._icon.setToolTip(self._index.toolTip())

    def _act(self) -> None:
        action = action_for(self.state)
        if action == "pause":
            self.pause_requested.emit()
        elif action == "resume":
            self.resume_requested.emit()
        elif action == "retry":
            self.retry_requested.emit()


_ACTIONS = {"pause": "Pause", "resume": "Resume", "retry": "Retry"}


def action_for(state: IndexState) -> str:
    """What the button does in this state: "pause", "resume", "retry", or "" for no button."""
    if state.keywords_only or state.phase is IndexPhase.STOPPED:
        return "retry"
    return {IndexPhase.EMBEDDING: "pause", IndexPhase.PAUSED: "resume"}.get(state.phase, "")


def progress_of(state: IndexState) -> float:
    """How much of the work under way is done, 0 to 1; 0 when there is none."""
    done, total = {
        IndexPhase.KEYWORDS: (state.files_done, state.files_total),
        IndexPhase.EMBEDDING: (state.vectors_done, state.vectors_total),
        IndexPhase.PAUSED: (state.vectors_done, state.vectors_total),
    }.get(state.phase, (0, 0))
    return min(done / total, 1.0) if total else 0.0


def _icon_for(state: IndexState) -> str:
    if state.keywords_only or state.phase is IndexPhase.STOPPED:
        return "warning"
    if state.phase is IndexPhase.PAUSED:
        return "pause"
    return "ready" if state.phase in (IndexPhase.READY, IndexPhase.ELSEWHERE) else "working"


def _explained(state: IndexState) -> list[str]:
    """What the mouse over the state tells."""
    lines = [state.sentence[:1].upper() + state.sentence[1:]]
    if state.problem and state.problem not in state.sentence:
        lines.append(state.problem)
    if state.chunks:
        lines.append(f"{state.chunks:,} chunks, {state.vectors_done:,} vectors")
    if state.watching:
        lines.append(state.watching)
    return lines
