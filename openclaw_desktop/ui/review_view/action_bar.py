"""The bottom of the view: what can be decided, in the words of what it does."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from openclaw_desktop.ui import theme


class ActionBar(QWidget):
    """One primary button, its opposite, and a line that is sent with either."""

    accepted = Signal()
    rejected = Signal()
    edit_wished = Signal()
    taken_back = Signal()
    left = Signal()  # Enter or Escape in the comment

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.accept = QPushButton("Accept")
        self.accept.setProperty("primary", True)
        self.edit = QPushButton("Edit…")
        self.reject = QPushButton("Reject")
        self.take_back = QPushButton("Take back")
        self.said = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.said.setProperty("role", "dim")
        self.comment = QLineEdit(placeholderText="Comment to the agent", clearButtonEnabled=True)
        self.comment.setAccessibleName("Comment to the agent")
        self.comment.setToolTip("Sent with your decision  C")
        self.edit.setToolTip("Edit the result in place; what you write is what is accepted  E")
        self.reject.setToolTip("Leave the file as it is approved  R")
        self.accept.clicked.connect(self.accepted)
        self.reject.clicked.connect(self.rejected)
        self.edit.clicked.connect(self.edit_wished)
        self.take_back.clicked.connect(self.taken_back)
        for button in (self.accept, self.edit, self.reject, self.take_back):
            button.setFocusPolicy(
                Qt.FocusPolicy.TabFocus
            )  # after a click, Space must not decide the next one
        self.comment.returnPressed.connect(self.left)
        self._lay_out()

    @property
    def words(self) -> str:
        """What is to be said to the agent."""
        return self.comment.text().strip()

    def offer(self, accept: str, *, hint: str, enabled: bool, edit: str = "", reject: str = "Reject") -> None:
        """What can be decided now. `hint` says what accepting does, or why it cannot be done yet."""
        self.accept.setText(accept)
        self.accept.setToolTip(f"{hint}  A" if enabled else hint)
        self.accept.setEnabled(enabled)
        self.edit.setText(edit)
        self.reject.setText(reject)
        self.said.setText("" if enabled else hint)
        self._show(waiting=True, edit=bool(edit))

    def tell(self, verdict: str, *, can_take_back: bool) -> None:
        """What was decided."""
        self.said.setText(verdict)
        self._show(waiting=False, edit=False)
        self.take_back.setVisible(can_take_back)

    def hold(self, held: bool) -> None:
        """While a decision is on its way nothing else can be decided."""
        for button in (self.reject, self.edit, self.take_back):
            button.setDisabled(held)
        if held:
            self.accept.setDisabled(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leaves the comment, which stays."""
        if event.key() == Qt.Key.Key_Escape and self.comment.hasFocus():
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _show(self, *, waiting: bool, edit: bool) -> None:
        for widget in (self.accept, self.reject, self.comment):
            widget.setVisible(waiting)
        self.edit.setVisible(edit)
        self.take_back.setVisible(False)
        self.said.setVisible(not waiting or bool(self.said.text()))
        self.hold(False)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(theme.GAP)
        for widget in (self.accept, self.edit, self.reject, self.said):
            row.addWidget(widget)
        row.addWidget(self.comment, 1)
        row.addStretch(0)
        row.addWidget(self.take_back)
        line = QFrame()
        line.setProperty("role", "hairline")
        line.setFixedHeight(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(line)
        column.addLayout(row)
