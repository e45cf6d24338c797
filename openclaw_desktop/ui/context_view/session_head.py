"""Above a timeline: which session, which branch, how large the window is, and how it is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QProgressBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.context.model_window import window_of
from openclaw_desktop.context.sessions.catalogue import Listed
from openclaw_desktop.context.sessions.conversation import Branch
from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.context_view import session_words as words
from openclaw_desktop.ui.elided import ElidedText
from openclaw_desktop.ui.tree.names import count_of

PRESETS = (8_192, 16_384, 32_768, 65_536, 128_000, 200_000, 400_000, 1_000_000)
WINDOW_WIDTH = 220
ASK = "window unknown: enter it"
TIP = "Window of the model in tokens: type one, or choose"
WRONG = "A number of tokens such as 200000, 128k or 1M"


class SessionHead(QWidget):
    """Says what is seen and takes what is wanted."""

    axis_chosen = Signal(str)
    scale_chosen = Signal(bool)  # the whole window
    zoom_wanted = Signal(float)  # 0: all of it
    branch_chosen = Signal(object)  # the leaf's id
    window_chosen = Signal(object)  # int, or None for what OpenClaw says

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = ElidedText(narrowest=80)
        self.line = ElidedText(narrowest=80)
        self.title.setFont(theme.font(theme.TITLE))
        self.branch = QComboBox()
        self.window_field, self.window_edit = QComboBox(editable=True), QLineEdit()
        self.window_field.setLineEdit(self.window_edit)
        self.axis = _toggle("By time", "Turns or time along the timeline")
        self.scale = _toggle("Whole window", "Up to the window's limit, or only as far as it was filled")
        self.nearer, self.farther = _button("Zoom in (+)"), _button("Zoom out (−)")
        self.farther.setText("−")
        self.all = _button("Show all of it (0)")
        self.all.setText("All")
        self.progress = QProgressBar(textVisible=False)
        self._own: int | None = None
        self._lay_out()
        self._connect()
        self._draw_icons()

    # What is shown

    def show_session(self, row: Listed, now: datetime) -> None:
        """Says which session is looked at."""
        self.title.show_text(words.title(row), hover=words.tooltip(row, now))
        self.line.show_text(words.heading(row, now), hover=words.tooltip(row, now))

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

    def show_window(self, own: int | None, chosen: int | None) -> None:
        """What OpenClaw says of the window, and what the person said; None is unknown."""
        self._own = own
        field = self.window_field
        blocked = field.blockSignals(True)
        field.clear()
        if own:
            field.addItem(f"{own:,} by OpenClaw", None)
        for size in PRESETS:
            field.addItem(f"{size:,}", size)
        text = f"{chosen:,} entered" if chosen else f"{own:,} by OpenClaw" if own else ""
        field.setEditText(text)
        self.window_edit.setCursorPosition(0)
        self.window_edit.setPlaceholderText(ASK)
        self._mark_wrong(wrong=False)
        field.blockSignals(blocked)

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

    def _window_entered(self, _row: int = 0) -> None:
        text = self.window_field.currentText().strip()
        data: object = self.window_field.currentData()
        listed = self.window_field.itemText(self.window_field.currentIndex()) == text
        plain = text.removesuffix("entered").removesuffix("by OpenClaw").strip()
        size = data if listed and isinstance(data, int) else None if listed else window_of(plain)
        own = text in ("", f"{self._own:,} by OpenClaw" if self._own else "")
        if size is None and not own:
            self._mark_wrong(wrong=True)
            return
        self.window_chosen.emit(None if own else size)

    def _mark_wrong(self, *, wrong: bool) -> None:
        for widget in (self.window_field, self.window_edit):
            widget.setProperty("wrong", wrong)
            widget.setToolTip(WRONG if wrong else TIP)
            self.style().polish(widget)

    # Building

    def _lay_out(self) -> None:
        self.window_field.setFixedWidth(WINDOW_WIDTH)
        self.window_field.setAccessibleName("Window of the model in tokens")
        self.window_field.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.window_field.setCompleter(None)  # pyright: ignore[reportArgumentType]
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
        upper.addWidget(self.title, 1, Qt.AlignmentFlag.AlignLeft)
        upper.addWidget(self.window_field)
        lower = QHBoxLayout()
        lower.setSpacing(4)
        lower.addWidget(self.line, 1, Qt.AlignmentFlag.AlignLeft)
        for widget in (self.branch, self.axis, self.scale, self.farther, self.nearer, self.all):
            lower.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, theme.GAP, 4)
        column.setSpacing(4)
        column.addLayout(upper)
        column.addLayout(lower)
        column.addWidget(self.progress)

    def _connect(self) -> None:
        self.axis.toggled.connect(self._choose_axis)
        self.scale.toggled.connect(self.scale_chosen)
        self.nearer.clicked.connect(lambda: self.zoom_wanted.emit(1.6))
        self.farther.clicked.connect(lambda: self.zoom_wanted.emit(1 / 1.6))
        self.all.clicked.connect(lambda: self.zoom_wanted.emit(0.0))
        self.branch.activated.connect(lambda: self.branch_chosen.emit(self.branch.currentData()))
        self.window_field.activated.connect(self._window_entered)
        self.window_edit.returnPressed.connect(self._window_entered)

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
