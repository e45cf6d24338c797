"""The protection of the whole workspace: does everything agree, who may write, which secrets lie about."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListView,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.errors import DesktopError
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.tree.names import count_of, shown

if TYPE_CHECKING:
    from openclaw_desktop.review.risk.secrets import Secret

Question = Callable[[], Coroutine[Any, Any, None]]
"""Asks the engine and shows the answer."""

MOST_ROWS = 8
"""A longer list scrolls."""


class ProtectionPage(QDialog):
    """Three questions, each asked by a button and answered below it."""

    open_requested = Signal(str, int, int)

    def __init__(self, bridge: Bridge, parent: QWidget) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.setWindowTitle("Protection")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(640, 720)
        self.check = Section(
            "Does everything agree?",
            "Compares every file with the version you approved, and the journal with the history.",
            "Check now",
        )
        self.secrets = Section(
            "Secrets in the workspace",
            "Keys, tokens and passwords in your notes are read by the agent and by everything it uses. "
            "What is kept in a history stays there, so a secret that was found should be changed.",
            "Look for secrets",
        )
        self.permissions = Section(
            "Permissions",
            "Takes away what nobody needs: others of this machine cannot look in, and SOUL.md and POLICY.md "
            "become read-only. Nothing is changed before you ask, and it can be undone.",
            "Harden",
            "Undo",
        )
        self._found: list[tuple[str, Secret]] = []
        self._lay_out()
        self.check.asked.connect(lambda: self._ask(self.check, self._check))
        self.secrets.asked.connect(lambda: self._ask(self.secrets, self._look_for_secrets))
        self.secrets.opened.connect(self._open)
        self.permissions.asked.connect(lambda: self._ask(self.permissions, self._harden))
        self.permissions.taken_back.connect(lambda: self._ask(self.permissions, self._undo_hardening))
        self._ask(self.permissions, self._look_at_permissions)

    def _ask(self, section: Section, question: Question) -> None:
        section.begin()
        answering = self._bridge.spawn(self._answer(section, question), name=section.title)
        self.finished.connect(answering.cancel)  # closed before the answer came

    async def _answer(self, section: Section, question: Question) -> None:
        try:
            await question()
        except DesktopError as error:
            section.answer(str(error), ())

    async def _check(self) -> None:
        found = await self._bridge.call(self._bridge.engine.desk.verify)
        lines = [shown(item.sentence) for item in found]
        said = (
            f"{count_of(len(found), 'disagreement')}."
            if found
            else "Everything agrees: files, journal and history."
        )
        self.check.answer(said, lines)

    async def _look_for_secrets(self) -> None:
        self._found = list(await self._bridge.call(self._bridge.engine.desk.secrets))
        files = len({path for path, _ in self._found})
        said = (
            f"{count_of(len(self._found), 'secret')} in {count_of(files, 'file')}. Enter opens the line."
            if self._found
            else "No secret was found."
        )
        self.secrets.answer(said, [listed(path, secret) for path, secret in self._found])

    async def _look_at_permissions(self) -> None:
        await self._tell_permissions([])

    async def _harden(self) -> None:
        await self._tell_permissions(await self._bridge.call(self._bridge.engine.desk.harden))

    async def _undo_hardening(self) -> None:
        await self._tell_permissions(await self._bridge.call(self._bridge.engine.desk.undo_hardening))

    async def _tell_permissions(self, troubles: Sequence[str]) -> None:
        """How it is now, after what could not be done."""
        desk = self._bridge.engine.desk
        found = await self._bridge.call(desk.deviations)
        hardened = await self._bridge.call(lambda: desk.is_hardened)
        verb = "permits more than it needs" if len(found) == 1 else "permit more than they need"
        said = (
            f"{count_of(len(found), 'file or folder', 'files and folders')} {verb}."
            if found
            else "Nothing permits more than it needs."
        )
        self.permissions.answer(said, [shown(line) for line in (*troubles, *(f.sentence for f in found))])
        self.permissions.button.setEnabled(bool(found))
        self.permissions.back.setVisible(hardened)

    def _open(self, row: int) -> None:
        path, secret = self._found[row]
        self.open_requested.emit(path, secret.line, secret.line)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 24)
        column.setSpacing(16)
        for number, section in enumerate((self.check, self.permissions, self.secrets)):
            if number:
                line = QFrame()
                line.setProperty("role", "hairline")
                line.setFixedHeight(1)
                column.addWidget(line)
            column.addWidget(section)
        column.addStretch(1)


class Section(QWidget):
    """A title, a sentence, a button, and the answer: one more sentence and a list."""

    asked = Signal()
    taken_back = Signal()
    opened = Signal(int)  # a row of the list

    def __init__(self, title: str, sentence: str, button: str, back: str = "") -> None:
        """`back` is what the button says that undoes; it is shown when there is something to undo."""
        super().__init__()
        self.title = title
        name = QLabel(title)
        name.setProperty("role", "title")
        explanation = QLabel(sentence, wordWrap=True)
        explanation.setProperty("role", "dim")
        self.button = QPushButton(button)
        self.button.clicked.connect(self.asked)
        self.back = QPushButton(back)
        self.back.hide()
        self.back.clicked.connect(self.taken_back)
        self.said = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.said.hide()
        self._lines = QStringListModel(self)
        self.list = Lines()
        self.list.setModel(self._lines)
        self.list.setAccessibleName(title)
        self.list.opened.connect(self.opened)
        self.list.hide()
        upper = QHBoxLayout()
        upper.addWidget(name, 1)
        upper.addWidget(self.back)
        upper.addWidget(self.button)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(theme.GAP)
        self.column.addLayout(upper)
        for widget in (explanation, self.said, self.list):
            self.column.addWidget(widget)

    @property
    def lines(self) -> list[str]:
        """What the list holds."""
        return self._lines.stringList()

    def begin(self) -> None:
        """The question is being answered."""
        self.button.setEnabled(False)
        self.said.setText("Looking…")
        self.said.show()

    def answer(self, sentence: str, lines: Sequence[str]) -> None:
        """Says what came out."""
        self.button.setEnabled(True)
        self.said.setText(sentence)
        self.said.show()
        self._lines.setStringList(list(lines))
        self.list.setVisible(bool(lines))
        self.list.fit(len(lines))
        if lines:
            self.list.setCurrentIndex(self._lines.index(0))


class Lines(QListView):
    """A list of lines; Enter or a double click opens one."""

    opened = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "lines")
        self.setUniformItemSizes(True)
        self.setFont(theme.font(theme.META, tabular=True))
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.doubleClicked.connect(self._open)

    def fit(self, rows: int) -> None:
        """As high as its rows, up to a limit."""
        self.setFixedHeight(min(rows, MOST_ROWS) * max(self.sizeHintForRow(0), theme.ROW) + 8)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _open(self, index: QModelIndex) -> None:
        if index.isValid():
            self.opened.emit(index.row())


def listed(path: str, secret: Secret) -> str:
    """A secret as a line: "MEMORY.md:14  GitHub token  ghp_…40"."""
    sure = "" if secret.certain else "perhaps "
    return f"{shown(path)}:{secret.line}   {sure}{secret.kind}   {secret.masked}"
