"""The first window, when no workspace is known: agents, recent workspaces, a folder, the sample."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.elided import ElidedText, shown_path
from openclaw_desktop.ui.notice import NoticeBar
from openclaw_desktop.ui.scrolling import centred
from openclaw_desktop.workspace.agents import Agent, Installation

WIDEST = 640
STATES = {
    "ok": "",
    "missing": "this folder is not there",
    "empty": "this folder is empty",
    "doubled": "there are two of them: an upgrade left one behind",
}


@dataclass(frozen=True, slots=True)
class Known:
    """What this person's machine knows of workspaces."""

    installation: Installation | None
    trouble: str  # why there is none, when openclaw.json cannot be read
    recent: tuple[Path, ...]


class Welcome(QWidget):
    """Lists what can be opened; `answer` waits for a folder, or None when the window is closed."""

    decided = Signal(object)  # a folder, or None

    def __init__(self, known: Known, *, home: Path) -> None:
        super().__init__()
        self._home = home
        self.sample_button = QPushButton("Try the sample workspace")
        self.folder_button = QPushButton("Open a folder…")
        self.notice = NoticeBar()
        self.setWindowTitle("OpenClaw Desktop")
        self.resize(760, 640)
        page = QWidget()
        page.setMaximumWidth(WIDEST)
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(24, 40, 24, 24)
        self._column.setSpacing(4)
        self._say_hello()
        self._list_agents(known)
        self._list_recent(known.recent)
        self._column.addStretch(1)
        self._frame(page)

    async def answer(self) -> Path | None:
        """The folder the person chose, or None when they closed the window."""
        waiting: asyncio.Future[Path | None] = asyncio.get_running_loop().create_future()

        def decide(root: Path | None) -> None:
            if not waiting.done():
                waiting.set_result(root)

        self.decided.connect(decide)
        try:
            return await waiting
        finally:
            self.decided.disconnect(decide)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closing the window means: none."""
        self.decided.emit(None)
        super().closeEvent(event)

    def _say_hello(self) -> None:
        title = QLabel("Open a workspace")
        title.setProperty("role", "empty")
        sentence = QLabel(
            "A workspace is the folder of Markdown files an agent remembers with. "
            "Nothing is written into it but what you write.",
            wordWrap=True,
        )
        sentence.setProperty("role", "dim")
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.GAP)
        for button in (self.folder_button, self.sample_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        for widget in (title, sentence):
            self._column.addWidget(widget)
        self._column.addSpacing(12)
        self._column.addLayout(buttons)

    def _list_agents(self, known: Known) -> None:
        found = known.installation
        agents = found.agents if found else ()
        self._head("Agents", f"{found.state_dir}" if found else "")
        if not agents:
            self._say(known.trouble or "No OpenClaw was found here. Any folder of Markdown will do.")
        for problem in found.problems if found else ():
            self._say(problem)
        usable = [agent for agent in agents if agent.state in ("ok", "doubled")]
        for agent in agents:
            name = agent.name or agent.id
            note = STATES[agent.state]
            row = WorkspaceRow("agent", name, agent.workspace, note, self._home)
            row.clicked.connect(partial(self.decided.emit, agent.workspace))
            row.setEnabled(agent.workspace.is_absolute() and agent.state != "missing")
            self._column.addWidget(row)
            self._list_candidates(agent)
        self.folder_button.setProperty("primary", not usable)

    def _list_candidates(self, agent: Agent) -> None:
        """The folders an upgrade left behind, with how much is in each."""
        for candidate in agent.candidates:
            if candidate.path == agent.workspace:
                continue
            files = f"{candidate.markdown_files:,} Markdown files" if candidate.exists else "not there"
            note = " · ".join(part for part in (candidate.note, files) if part)
            row = WorkspaceRow("folder", candidate.path.name, candidate.path, note, self._home, indent=24)
            row.clicked.connect(partial(self.decided.emit, candidate.path))
            row.setEnabled(candidate.exists)
            self._column.addWidget(row)

    def _list_recent(self, recent: Sequence[Path]) -> None:
        if recent:
            self._head("Recent", "")
        for path in recent:
            row = WorkspaceRow("history", path.name or str(path), path, "", self._home)
            row.clicked.connect(partial(self.decided.emit, path))
            self._column.addWidget(row)

    def _head(self, title: str, note: str) -> None:
        line = QHBoxLayout()
        words = QLabel(title)
        words.setProperty("role", "title")
        line.addWidget(words)
        line.addStretch(1)
        if note:
            where = ElidedText()
            where.show_text(note, copies=note, hover="Click to copy the path")
            line.addWidget(where)
        self._column.addSpacing(20)
        self._column.addLayout(line)
        self._column.addSpacing(4)

    def _say(self, sentence: str) -> None:
        label = QLabel(sentence, wordWrap=True)
        label.setProperty("role", "dim")
        self._column.addWidget(label)

    def _frame(self, page: QWidget) -> None:
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(centred(page))
        whole.addWidget(self.notice)


class WorkspaceRow(QAbstractButton):
    """One folder that can be opened: its name, its real path, and what is to be known about it."""

    HEIGHT = 44

    def __init__(self, icon: str, name: str, path: Path, note: str, home: Path, *, indent: int = 0) -> None:
        super().__init__()
        self._icon, self._note, self._indent = icon, note, indent
        self._path = shown_path(path, home)
        self.setText(name)
        self.setToolTip(f"{path}\n{note}".strip())
        self.setAccessibleName(f"{name}, {path}" + (f", {note}" if note else ""))
        self.setFixedHeight(self.HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens, as a click does."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Two lines beside an icon."""
        look = theme.colours(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = self.rect().adjusted(self._indent, 1, 0, -1)
        if self.isEnabled() and (self.underMouse() or self.hasFocus()):
            painter.setPen(look.accent if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(look.hover)
            painter.drawRoundedRect(area.adjusted(0, 0, -1, -1), theme.RADIUS, theme.RADIUS)
        picture = icons.pixmap(self._icon, look.text_dim, 20, self.devicePixelRatioF())
        painter.drawPixmap(area.left() + 8, area.top() + (area.height() - 20) // 2, picture)
        words = area.adjusted(40, 3, -8, -3)
        top = QRect(words.left(), words.top(), words.width(), words.height() // 2)
        low = top.translated(0, top.height())
        painter.setFont(theme.font(theme.BODY))
        painter.setPen(look.text if self.isEnabled() else look.text_faint)
        painter.drawText(top, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())
        painter.setFont(theme.font(theme.META))
        if self._note:
            painter.setPen(look.held)
            painter.drawText(top, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, self._note)
        painter.setPen(look.text_dim)
        shown = painter.fontMetrics().elidedText(self._path, Qt.TextElideMode.ElideMiddle, low.width())
        painter.drawText(low, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
