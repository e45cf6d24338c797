"""What stands above a proposal: the file, who wants the change and why, what it costs, its views."""

from __future__ import annotations

import html
from datetime import datetime
from enum import IntEnum

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.context.budget import Budget
from openclaw_desktop.review.proposal import Proposal
from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.editor import units
from openclaw_desktop.ui.elided import ElidedText
from openclaw_desktop.ui.review_view import words
from openclaw_desktop.ui.review_view.queue_delegate import sign
from openclaw_desktop.ui.search_view import lettering
from openclaw_desktop.ui.tree import names


class Segment(IntEnum):
    """The views of one proposal."""

    CHANGES = 0
    BEFORE = 1
    AFTER = 2
    EDIT = 3


TITLES = {Segment.CHANGES: "Changes", Segment.BEFORE: "Before", Segment.AFTER: "After", Segment.EDIT: "Edit"}


BESIDE = 480
"""Pixels of width below which two texts do not stand side by side."""

LONGEST_REASON, LINE = 400, 20
"""Characters, of which the rest is shown on hover; pixels from line to line."""


class Header(QWidget):
    """Says what is known at once; what a look at the texts tells is added by `show_budget`."""

    open_wished = Signal(str)  # a path
    segment_changed = Signal(int)
    mode_wished = Signal(bool)  # side by side
    session_wished = Signal(str, int)  # its id, and the turn or 0
    step_wished = Signal(int)  # to the next change, or the one before

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.path = PathButton()
        self.path.clicked.connect(self._open)
        self.cost = QLabel()
        self.origin = ElidedText()
        self.origin.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.session = _tool_button("Show where it was said", "")
        self.session.clicked.connect(self._show_session)
        self.standing = QLabel()
        self.standing.setProperty("role", "meta")
        self.reason, self.decision = _paragraph(), _paragraph()
        self.segments = QTabBar(expanding=False, drawBase=False)
        self.segments.setAccessibleName("Views of the change")
        self.segments.currentChanged.connect(self._turned)
        self.beside = _tool_button("Side by side", "")
        self.beside.setCheckable(True)
        self.beside.setText("Side by side")
        self.previous = _tool_button("Previous change", "P")
        self.next = _tool_button("Next change", "N")
        self.beside.toggled.connect(self.mode_wished)
        self.previous.clicked.connect(lambda: self.step_wished.emit(-1))
        self.next.clicked.connect(lambda: self.step_wished.emit(1))
        self._steps = self._sides = False
        self._enabled: frozenset[Segment] = frozenset()
        self._proposal: Proposal | None = None
        self._lay_out()
        self._draw_icons()

    # What is shown

    def show_proposal(self, proposal: Proposal, now: datetime) -> None:
        """What the queue knows of it."""
        self._proposal = proposal
        self.path.show_path(proposal.path)
        self.session.setText("Show the turn" if proposal.origin.turn else "Show the session")
        self.session.setVisible(bool(proposal.origin.session))
        self.show_age(now)
        _write(self.reason, f"“{names.shown(proposal.reason)}”" if proposal.reason else "")
        _write(self.decision, names.shown(words.decided(proposal, now)))
        self.cost.setText(words.tokens(proposal))
        self._draw_standing(now)

    def show_age(self, now: datetime) -> None:
        """Where it comes from, and how long ago that is by now."""
        proposal = self._proposal
        if proposal is None:
            return
        summed = f"{names.count_of(proposal.writes, 'write')} summed up" if proposal.writes > 1 else ""
        about = [words.kind(proposal), proposal.origin.sentence, words.age(proposal, now), summed]
        said = " · ".join(part for part in about if part)
        self.origin.show_text(names.shown(said), hover=words.exactly(proposal.changed_at, now))

    def show_budget(self, budget: Budget | None, *, grows: int | None = None) -> None:
        """What it costs, and whether the agent still gets all of the file; None where that is past.

        `grows`: by how many tokens with the text as it is edited.
        """
        proposed = words.tokens(self._proposal) if self._proposal else ""
        said = [proposed if grows is None else words.tokens_of(grows), whole(budget) if budget else ""]
        self.cost.setText(" · ".join(part for part in said if part))
        loses = budget is not None and budget.limit is not None and not budget.injected_after
        self.cost.setProperty("role", "held" if loses or (budget and budget.squeezed) else "dim")
        self.cost.style().polish(self.cost)
        self.cost.setToolTip(_limits(budget) if budget else "")

    def show_segments(
        self, enabled: frozenset[Segment], current: Segment, *, steps: bool, sides: bool
    ) -> None:
        """Which views there are, and whether one can step and choose sides in it; emits nothing."""
        self._steps, self._sides = steps, sides
        blocked = self.segments.blockSignals(True)
        if enabled != self._enabled:
            self._enabled = enabled
            while self.segments.count():
                self.segments.removeTab(0)
            for segment in sorted(enabled):
                self.segments.setTabData(self.segments.addTab(TITLES[segment]), segment)
        self.segments.setCurrentIndex(sorted(enabled).index(current) if current in enabled else 0)
        self.segments.blockSignals(blocked)
        self.segments.setVisible(bool(enabled))
        self._show_tools()

    @property
    def segment(self) -> Segment:
        """Which view is shown."""
        shown: Segment | None = self.segments.tabData(self.segments.currentIndex())
        return Segment.CHANGES if shown is None else Segment(shown)

    def has(self, segment: Segment) -> bool:
        """Whether there is such a view."""
        return segment in self._enabled

    def turn_to(self, segment: Segment) -> None:
        """Shows a view, where there is that."""
        if segment in self._enabled:
            self.segments.setCurrentIndex(sorted(self._enabled).index(segment))

    # Events

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where two columns have no room they are not offered."""
        super().resizeEvent(event)
        self._show_tools()

    def changeEvent(self, event: QEvent) -> None:
        """Redraws icons in the colours of a new theme."""
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_proposal"):
            self._draw_icons()
        super().changeEvent(event)

    def _open(self) -> None:
        if self._proposal is not None:
            self.open_wished.emit(self._proposal.path)

    def _show_session(self) -> None:
        origin = self._proposal.origin if self._proposal else None
        if origin is not None and origin.session:
            self.session_wished.emit(origin.session, origin.turn or 0)

    def _turned(self, _: int) -> None:
        self._show_tools()
        self.segment_changed.emit(int(self.segment))

    def _show_tools(self) -> None:
        differs = self.segment is Segment.CHANGES
        self.beside.setVisible(differs and self._sides and self.width() >= BESIDE)
        for button in (self.previous, self.next):
            button.setVisible(differs and self._steps)

    def _draw_standing(self, now: datetime) -> None:
        proposal = self._proposal
        if proposal is None:
            return
        look = theme.colours(self)
        name, ink = sign(proposal, look)
        self._sign.setPixmap(icons.pixmap(name, ink, 16, self.devicePixelRatioF()))
        short = "on disk, not reviewed" if proposal.on_disk or proposal.left_alone else "held"
        self.standing.setText(short if proposal.waits else words.OUTCOMES[proposal.state])
        for label in (self._sign, self.standing):
            label.setToolTip(words.standing(proposal) or words.hover(proposal, now))

    def _draw_icons(self) -> None:
        self.previous.setIcon(icons.icon("up", self))
        self.next.setIcon(icons.icon("down", self))
        if self._proposal is not None:
            name, ink = sign(self._proposal, theme.colours(self))
            self._sign.setPixmap(icons.pixmap(name, ink, 16, self.devicePixelRatioF()))

    def _lay_out(self) -> None:
        self._sign = QLabel()
        first = QHBoxLayout()
        first.setSpacing(16)
        first.addWidget(self.path, 1)
        first.addWidget(self.cost)
        second = QHBoxLayout()
        second.setSpacing(6)
        second.addWidget(self.origin, 1)
        second.addWidget(self.session)
        second.addWidget(self._sign)
        second.addWidget(self.standing)
        words_ = QVBoxLayout()
        words_.setContentsMargins(16, 12, 16, 8)
        words_.setSpacing(4)
        words_.addLayout(first)
        words_.addLayout(second)
        words_.addWidget(self.reason)
        words_.addWidget(self.decision)
        bar = QHBoxLayout()
        bar.setContentsMargins(4, 0, 12, 0)
        bar.setSpacing(4)
        bar.addWidget(self.segments)
        bar.addStretch(1)
        for button in (self.beside, self.previous, self.next):
            bar.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(words_)
        column.addLayout(bar)


class PathButton(QAbstractButton):
    """A file's path in the size of a title, its folder dimmed; a click opens the file."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFont(lettering.font(theme.TITLE))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(22)

    def show_path(self, path: str) -> None:
        """Shows a path."""
        self.setText(path)
        self.setAccessibleName(f"Open {path}")
        self.setToolTip(f"Open {path}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Elided in the middle; underlined when it would be opened."""
        look = theme.colours(self)
        painter = QPainter(self)
        font = lettering.font(theme.TITLE)
        lively = self.underMouse() or self.hasFocus()
        painter.setFont(font)
        metrics = lettering.metrics(theme.TITLE)
        shown = metrics.elidedText(names.shown(self.text()), Qt.TextElideMode.ElideMiddle, self.width())
        folder, slash, name = shown.rpartition("/")
        x = 0.0
        for text, ink in ((folder + slash, look.text_dim), (name, look.link if lively else look.text)):
            painter.setPen(ink)
            painter.drawText(round(x), 0, self.width(), self.height(), lettering.LEFT, text)
            x += metrics.horizontalAdvance(text)


def whole(budget: Budget) -> str:
    """Whether the agent is given all of the file: "still whole", "cut: 1,230 characters"."""
    if budget.limit is None:
        return ""
    said = "still whole" if budget.injected_before else "whole again"
    if not budget.injected_after:
        said = f"cut: {names.count_of(units.length(budget.cut), 'character')}"
    return f"{said} · leaves less room for {', '.join(budget.squeezed)}" if budget.squeezed else said


def _limits(budget: Budget) -> str:
    if budget.limit is None:
        return ""
    return (
        f"{budget.chars_before:,} characters before, {budget.chars_after:,} after; the agent is given up to "
        f"{budget.limit:,} of this file."
    )


def _paragraph() -> QLabel:
    label = QLabel(wordWrap=True, textFormat=Qt.TextFormat.RichText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def _write(label: QLabel, text: str) -> None:
    """Shows a text as it is, on lines of one height whatever script it is in; nothing for none."""
    shown = text if len(text) <= LONGEST_REASON else f"{text[:LONGEST_REASON]} …"
    style = f"margin: 0; white-space: pre-wrap; line-height: {LINE}px; -qt-line-height-type: fixed"
    label.setText(f'<p style="{style}">{html.escape(shown, quote=False)}</p>' if shown else "")
    label.setToolTip(html.escape(text) if shown != text else "")
    label.setVisible(bool(shown))


def _tool_button(name: str, key: str) -> QToolButton:
    button = QToolButton()
    button.setAccessibleName(name)
    button.setToolTip(f"{name}  {key}" if key else name)
    return button
