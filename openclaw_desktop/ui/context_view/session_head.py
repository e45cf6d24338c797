"""Above a timeline: which session, which branch, how large the window is, and how it is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.context.sessions.catalogue import Listed
from openclaw_desktop.context.sessions.conversation import Branch
from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.context_view import session_words as words
from openclaw_desktop.ui.context_view.window_field import WindowField
from openclaw_desktop.ui.elided import ElidedLabel, ElidedText
from openclaw_desktop.ui.tree.names import count_of


class SessionHead(QWidget):
    """Says what is seen and takes what is wanted."""

    axis_chosen = Signal(str)
    scale_chosen = Signal(bool)  # the whole window
    zoom_wanted = Signal(float)  # 0: all of it
    branch_chosen = Signal(object)  # the leaf's id
    window_chosen = Signal(object)  # int, or None for what OpenClaw says

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = ElidedLabel(elide=Qt.TextElideMode.ElideRight)
        self.title.setProperty("role", "title")
        self.line = ElidedText(narrowest=80)
        self.branch = QComboBox()
        self.window_field = WindowField()
        self.window_edit = self.window_field.edit
        self.refusal = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.axis = _toggle("By time", "Turns or time along the timeline")
        self.scale = _toggle("Whole window", "Up to the window's limit, or only as far as it was filled")
        self.nearer, self.farther = _button("Zoom in (+)"), _button("Zoom out (−)")
        self.farther.setText("−")
        self.all = _button("Show all of it (0)")
        self.all.setText("All")
        self.progress = QProgressBar(textVisible=False)
        self._told: tuple[Listed, datetime] | None = None
        self._lay_out()
        self._connect()
        self._draw_icons()

    # What is shown

    def show_session(self, row: Listed, now: datetime) -> None:
        """Says which session is looked at."""
        self._told = (row, now)
        self.title.setText(words.title(row))
        self.title.setToolTip(words.tooltip(row, now))
        self._tell(None)

    def _tell(self, window: int | None) -> None:
        """Says the session's facts, its peak in another window where one is given."""
        if self._told is not None:
            row, now = self._told
            self.line.show_text(words.heading(row, now, window), hover=words.tooltip(row, now))

    def show_branches(self, branches: Sequence[Branch], leaf: str | None) -> None:
        """Offers the branches where there are several."""
        blocked = self.branch.blockSignals(True)
        self.branch.clear()
        for number, branch in enumerate(branches):
            where = "the current branch" if number == 0 else f"leaves it at turn {branch.from_turn:,}"
            size = count_of(branch.entries, "entry", "entries")
            text = f"Branch {number + 1} of {len(branches)}: {where}, {size}"
            self.branch.addItem(text, branch.leaf_id)
        found = self.branch.findData(leaf) if leaf else 0
        self.branch.setCurrentIndex(max(found, 0))
        self.branch.setVisible(len(branches) > 1)
        self.branch.blockSignals(blocked)

    def show_window(self, own: int | None, entered: int | None, tried: int | None = None) -> None:
        """What OpenClaw says, what a person entered, and what is tried instead; None is unknown."""
        self.window_field.show_window(own, entered, tried)
        self._tell(tried or entered)

    def show_scale(self, *, whole: bool, possible: bool) -> None:
        """Whether y reaches to the limit; not offered where no limit is known."""
        blocked = self.scale.blockSignals(True)
        self.scale.setChecked(whole)
        self.scale.setEnabled(possible)
        self.scale.blockSignals(blocked)

    def show_times(self, known: bool) -> None:
        """Whether the session has times at all."""
        self.axis.setEnabled(known)

    def show_progress(self, done: int, most: int | None) -> None:
        """How far reading is; `most` None when nobody knows how much there is."""
        self.progress.setRange(0, most or 0)
        self.progress.setValue(min(done, most) if most else 0)
        self.progress.show()

    def end_progress(self) -> None:
        """Nothing is read any more."""
        self.progress.hide()
        self.progress.setRange(0, 1)

    # What the person does

    def _choose_axis(self, by_time: bool) -> None:
        self.axis_chosen.emit("time" if by_time else "turns")

    def _refused(self, sentence: str) -> None:
        self.refusal.setText(sentence)
        self.refusal.setVisible(bool(sentence))

    # Building

    def _lay_out(self) -> None:
        self.refusal.setProperty("role", "wrong")
        self.refusal.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.refusal.hide()
        self.branch.setAccessibleName("Branch")
        self.branch.setMinimumContentsLength(20)
        self.branch.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.branch.hide()
        self.progress.hide()
        self.progress.setFixedHeight(2)
        policy = self.progress.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.progress.setSizePolicy(policy)
        upper = QHBoxLayout()
        upper.addWidget(self.title, 1)
        upper.addWidget(self.window_field)
        lower = QHBoxLayout()
        lower.setSpacing(4)
        lower.addWidget(self.line, 1, Qt.AlignmentFlag.AlignLeft)
        for widget in (self.branch, self.axis, self.scale, self.farther, self.nearer, self.all):
            lower.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 4, theme.GAP, 2)
        column.setSpacing(2)
        column.addLayout(upper)
        column.addWidget(self.refusal)
        column.addLayout(lower)
        column.addWidget(self.progress)

    def _connect(self) -> None:
        self.axis.toggled.connect(self._choose_axis)
        self.scale.toggled.connect(self.scale_chosen)
        self.nearer.clicked.connect(lambda: self.zoom_wanted.emit(1.6))
        self.farther.clicked.connect(lambda: self.zoom_wanted.emit(1 / 1.6))
        self.all.clicked.connect(lambda: self.zoom_wanted.emit(0.0))
        self.branch.activated.connect(lambda: self.branch_chosen.emit(self.branch.currentData()))
        self.window_field.chosen.connect(self.window_chosen)
        self.window_field.refused.connect(self._refused)

    def _draw_icons(self) -> None:
        self.nearer.setIcon(icons.icon("plus", self))

    def changeEvent(self, event: QEvent) -> None:
        """Redraws the icons in the colours of a new theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self._draw_icons()
        super().changeEvent(event)


def _toggle(text: str, tip: str) -> QToolButton:
    button = QToolButton()
    button.setCheckable(True)
    button.setText(text)
    button.setToolTip(tip)
    button.setAccessibleName(text)
    return button


def _button(tip: str) -> QToolButton:
    button = QToolButton()
    button.setToolTip(tip)
    button.setAccessibleName(tip.partition(" (")[0])
    return button
