"""The first window, when no workspace is known: agents, any folder, the demo, and what opening one means."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from openclaw_desktop import demo
from openclaw_desktop.settings import ReviewSettings
from openclaw_desktop.ui import focus
from openclaw_desktop.ui.elided import ElidedText, shown_path
from openclaw_desktop.ui.notice import NoticeBar
from openclaw_desktop.ui.scrolling import centred
from openclaw_desktop.ui.tree.names import count_of
from openclaw_desktop.ui.welcome_facts import WelcomeFacts
from openclaw_desktop.ui.welcome_row import ChoiceRow, WorkspaceRow
from openclaw_desktop.workspace.agents import Agent, Candidate, Installation

WIDEST = 1000
FACTS = 280
"""Width of what stands at the right."""

TWO_COLUMNS = 820
"""Below this width of the window one stands under the other."""

MOST_AGENTS = 6
"""So many are listed at once."""

UNREAD = "Correct it and start again, or open the agent's folder below."
"""What helps where openclaw.json cannot be read."""

STATES = {
    "ok": "",
    "missing": "missing: this folder is not there",
    "empty": "empty: no notes yet",
    "doubled": "doubled: {} here, more below",
}


@dataclass(frozen=True, slots=True)
class Known:
    """What this person's machine knows of workspaces."""

    installation: Installation | None
    trouble: str  # why there is none, when openclaw.json cannot be read
    recent: tuple[Path, ...]
    looked_in: Path  # where OpenClaw would be


class Welcome(QWidget):
    """Lists what can be opened; `answer` waits for a folder, or None when the window is closed."""

    decided = Signal(object)  # a folder, or None

    def __init__(self, known: Known, *, home: Path, index_folder: Path, review: ReviewSettings) -> None:
        """`index_folder`: below it each workspace gets its index. `review`: what will be protected."""
        super().__init__()
        self._home = home
        self.folder_button = ChoiceRow(
            "folder", "Open a folder…", "Any folder of Markdown, such as a wiki or an Obsidian vault"
        )
        where = shown_path(demo.place(), home)
        self.sample_button = ChoiceRow(
            "preview", "Try the demo", f"The memory of a tea shop's agent, copied to {where}"
        )
        self.notice = NoticeBar()
        self.setWindowTitle("OpenClaw Desktop")
        self.resize(960, 680)
        self._column = QVBoxLayout()
        self._column.setSpacing(4)
        self._say_hello(is_first=not known.recent)
        self._list_agents(known)
        self._list_others()
        self._list_recent(known.recent)
        self._column.addStretch(1)
        self._facts = WelcomeFacts(index_folder, review, home=home)
        self._frame()

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

    def showEvent(self, event: QShowEvent) -> None:
        """The first choice has the focus, so that Enter is enough."""
        super().showEvent(event)
        focus.into(next(row for row in self.findChildren(ChoiceRow) if row.isEnabled()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What opening means stands beside the choices, or below them where there is no room."""
        super().resizeEvent(event)
        beside = self.width() >= TWO_COLUMNS
        way = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        self._page.setDirection(way)
        self._page.setStretch(0, int(beside))
        self._page.setStretch(2, int(not beside))
        self._facts.setMinimumWidth(FACTS if beside else 0)
        self._facts.setMaximumWidth(FACTS if beside else WIDEST)

    def _say_hello(self, *, is_first: bool) -> None:
        title = QLabel("Welcome to OpenClaw Desktop" if is_first else "Open a workspace")
        title.setProperty("role", "empty")
        self._column.addWidget(title)
        self._say("Choose whose memory you want to read, search and guard.")

    def _list_agents(self, known: Known) -> None:
        found = known.installation
        agents = found.agents if found else ()
        self._head("OpenClaw agents", found.state_dir if found else None)
        if not agents:
            where = shown_path(known.looked_in, self._home)
            trouble = f"{known.trouble} {UNREAD}" if known.trouble else ""
            self._say(trouble or f"No OpenClaw was found in {where}.")
        for problem in found.problems if found else ():
            self._say(problem)
        for agent in agents[:MOST_AGENTS]:
            self._list_agent(agent)
        if rest := agents[MOST_AGENTS:]:
            self._list_later(rest)

    def _list_later(self, agents: Sequence[Agent]) -> None:
        """Leaves room for the other choices until the person asks for more agents."""
        rows = [row for agent in agents for row in self._list_agent(agent)]
        more = ChoiceRow(
            "more", count_of(len(agents), "more agent"), ", ".join(a.name or a.id for a in agents)
        )

        def show() -> None:
            for row in rows:
                row.show()
            focus.into(rows[0])
            more.hide()

        for row in rows:
            row.hide()
        more.clicked.connect(show)
        self._column.addWidget(more)

    def _list_agent(self, agent: Agent) -> list[WorkspaceRow]:
        """Its workspace, and the folders an upgrade left behind."""
        own, *others = agent.candidates
        notes = count_of(own.markdown_files, "note")
        row = WorkspaceRow(
            "agent",
            agent.name or agent.id,
            agent.workspace,
            self._home,
            amount=notes if agent.state == "ok" else "",
            alert=STATES[agent.state].format(notes),
        )
        row.setEnabled(agent.workspace.is_absolute() and agent.state != "missing")
        rows = [row, *map(self._candidate, others)]
        for each in rows:
            self._add(each)
        return rows

    def _candidate(self, candidate: Candidate) -> WorkspaceRow:
        amount = count_of(candidate.markdown_files, "note") if candidate.exists else "not there"
        note = f"{candidate.note} · {amount}"
        path = candidate.path
        row = WorkspaceRow("folder", path.name, path, self._home, amount=note, indent=24)
        row.setEnabled(candidate.exists)
        return row

    def _list_others(self) -> None:
        self._head("Another folder")
        for button in (self.folder_button, self.sample_button):
            self._column.addWidget(button)

    def _list_recent(self, recent: Sequence[Path]) -> None:
        if recent:
            self._head("Recent")
        for path in recent:
            self._add(WorkspaceRow("history", path.name or str(path), path, self._home))

    def _add(self, row: WorkspaceRow) -> None:
        row.clicked.connect(partial(self.decided.emit, row.path))
        self._column.addWidget(row)

    def _head(self, title: str, folder: Path | None = None) -> None:
        line = QHBoxLayout()
        words = QLabel(title)
        words.setProperty("role", "title")
        line.addWidget(words)
        line.addStretch(1)
        if folder is not None:
            where = ElidedText()
            where.show_path(folder, shown_path(folder, self._home))
            line.addWidget(where)
        self._column.addSpacing(16)
        self._column.addLayout(line)
        self._column.addSpacing(4)

    def _say(self, sentence: str) -> None:
        label = QLabel(sentence, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        label.setProperty("role", "dim")
        self._column.addWidget(label)

    def _frame(self) -> None:
        page = QWidget()
        page.setMaximumWidth(WIDEST)
        self._page = QBoxLayout(QBoxLayout.Direction.LeftToRight, page)
        self._page.setContentsMargins(24, 40, 24, 24)
        self._page.setSpacing(40)
        self._page.addLayout(self._column, 1)
        self._page.addWidget(self._facts, 0, Qt.AlignmentFlag.AlignTop)
        self._page.addStretch(0)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(centred(page))
        whole.addWidget(self.notice)
