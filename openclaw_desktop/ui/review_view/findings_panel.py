"""What a reviewer should notice, each with the line it is about; hints are folded away."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.review.risk.finding import Finding, Subject, Weight
from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.search_view import lettering
from openclaw_desktop.ui.tree.names import count_of

ORDER = (Weight.LOUD, Weight.NORMAL, Weight.QUIET)
MOST_SHOWN, MOST_ROWS = 60, 6
"""More findings are counted; more rows are scrolled to."""

KEEPS = "The agent's history and the version history of this program keep what was written once."


class FindingsPanel(QWidget):
    """Rows sorted by weight. A row leads to its line, or to the place it speaks of."""

    line_wished = Signal(object)  # Finding: its line in the difference
    place_wished = Signal(str, int)
    redact_wished = Signal(object)  # Finding
    mute_wished = Signal(object)  # Subject

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._findings: list[Finding] = []
        self._can_edit = False
        self._unfolded: set[str] = set()  # groups, and "" for the hints
        self.rows: list[FindingRow] = []
        self._area = QScrollArea(widgetResizable=True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        line = QFrame()
        line.setProperty("role", "hairline")
        line.setFixedHeight(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(4)
        column.addWidget(self._area)
        column.addWidget(line)
        self.hide()

    def show_findings(self, findings: Sequence[Finding], *, can_edit: bool) -> None:
        """Shows these, and of hints only how many there are, until that is clicked."""
        self._findings = ordered(findings)
        self._can_edit = can_edit
        self._unfolded.clear()
        self._build()

    def clear(self) -> None:
        """Shows nothing."""
        self.show_findings((), can_edit=False)

    def _build(self) -> None:
        self.rows = []
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(12, 0, 12, 0)
        column.setSpacing(0)
        seen = [f for f in self._findings if self._is_shown(f)]
        quiet = [f for f in self._findings if f.weight is Weight.QUIET]
        for finding in seen[:MOST_SHOWN]:
            column.addLayout(self._row(finding))
        if len(seen) > MOST_SHOWN:
            column.addWidget(_fold(f"and {len(seen) - MOST_SHOWN:,} more"))
        if quiet:
            column.addWidget(self._folding("", count_of(len(quiet), "quiet hint")))
        column.addStretch(1)
        old = self._area.takeWidget()
        self._area.setWidget(page)
        if old is not None:  # pyright: ignore[reportUnnecessaryComparison]
            old.deleteLater()
        rows = min(len(seen), MOST_SHOWN) + (len(seen) > MOST_SHOWN) + bool(quiet)
        self._area.setFixedHeight(theme.ROW * min(rows, MOST_ROWS))
        self.setVisible(bool(self._findings))

    def _is_shown(self, finding: Finding) -> bool:
        """Hints, and what a group's first finding sums up, are shown when that was unfolded."""
        if finding.weight is Weight.QUIET and "" not in self._unfolded:
            return False
        return not self._is_summed_up(finding) or finding.group in self._unfolded

    def _is_summed_up(self, finding: Finding) -> bool:
        """Another finding of its group stands above it and speaks for it."""
        group = finding.group
        return (
            bool(group)
            and not finding.members
            and any(f.group == group and f.members for f in self._findings)
        )

    def _row(self, finding: Finding) -> QHBoxLayout:
        row = FindingRow(finding, inset=self._is_summed_up(finding))
        row.clicked.connect(partial(self._go, finding))
        self.rows.append(row)
        line = QHBoxLayout()
        line.setSpacing(theme.GAP)
        line.addWidget(row, 1)
        if finding.members and finding.group:
            line.addWidget(self._folding(finding.group, f"{finding.members:,}"))
        if finding.place is not None and (finding.line or finding.old_line):
            other = _flat(f"Open {finding.place[0].rpartition('/')[2]}:{finding.place[1]}")
            other.setToolTip(f"{finding.place[0]}, line {finding.place[1]:,}")
            other.clicked.connect(partial(self.place_wished.emit, *finding.place))
            line.addWidget(other)
        if finding.subject is Subject.SECRET and self._can_edit and finding.span is not None:
            redact = _flat("Redact")
            redact.setToolTip(f"Accept the text without it. {KEEPS}")
            redact.clicked.connect(partial(self.redact_wished.emit, finding))
            line.addWidget(redact)
        if finding.subject is Subject.INJECTION:
            mute = _flat("Mute for this file")
            mute.setToolTip("Hints of this kind are not shown for this file any more.")
            mute.clicked.connect(partial(self.mute_wished.emit, finding.subject))
            line.addWidget(mute)
        return line

    def _go(self, finding: Finding, _checked: bool = False) -> None:
        if finding.line or finding.old_line:
            self.line_wished.emit(finding)
        elif finding.place is not None:
            self.place_wished.emit(*finding.place)

    def _folding(self, group: str, words: str) -> QPushButton:
        unfolded = group in self._unfolded
        button = _flat(words)
        button.setProperty("role", "fold")
        button.setFixedHeight(theme.ROW)
        button.setIcon(icons.icon("expand" if unfolded else "right", self))
        button.setToolTip("Hide them" if unfolded else "Show them")
        button.clicked.connect(partial(self._turn, group))
        return button

    def _turn(self, group: str, _checked: bool = False) -> None:
        self._unfolded ^= {group}
        self._build()


class FindingRow(QAbstractButton):
    """An icon, the line's number and the sentence; a click goes there."""

    def __init__(self, finding: Finding, *, inset: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.finding = finding
        self._left = 24 if inset else 4
        self.setText(finding.sentence)
        self.setToolTip(f"{finding.sentence}\n\n{finding.cut[:400]}" if finding.cut else finding.sentence)
        self.setAccessibleName(f"{finding.weight}: {finding.sentence}")
        self.setFixedHeight(theme.ROW)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        leads = bool(finding.line or finding.old_line or finding.place)
        self.setCursor(Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.ArrowCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if leads else Qt.FocusPolicy.NoFocus)

    def sizeHint(self) -> QSize:
        """As much as there is."""
        return QSize(200, theme.ROW)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Red for what is loud, amber for the rest, grey for hints; the sentence says which it is."""
        look = theme.colours(self)
        painter = QPainter(self)
        if self.underMouse() or self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.hover)
            painter.drawRoundedRect(self.rect(), theme.RADIUS, theme.RADIUS)
        name, ink, text = {
            Weight.LOUD: ("warning", look.removed, look.removed),
            Weight.NORMAL: ("warning", look.held, look.text),
            Weight.QUIET: ("info", look.text_faint, look.text_dim),
        }[self.finding.weight]
        picture = icons.pixmap(name, ink, 16, self.devicePixelRatioF())
        painter.drawPixmap(self._left, (self.height() - 16) // 2, picture)
        painter.setFont(lettering.font(theme.BODY))
        painter.setPen(text)
        left = self._left + 24
        room = self.width() - left - 4
        shown = lettering.metrics(theme.BODY).elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        painter.drawText(left, 0, room, self.height(), lettering.LEFT, shown)

    def changeEvent(self, event: QEvent) -> None:
        """Follows the theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self.update()
        super().changeEvent(event)


def ordered(findings: Sequence[Finding]) -> list[Finding]:
    """The loudest first; those of a group together, in the order in which they were found."""
    places = {f.group: at for at, f in reversed(list(enumerate(findings))) if f.group}
    placed = [(ORDER.index(f.weight), places.get(f.group, at), at) for at, f in enumerate(findings)]
    return [findings[at] for *_, at in sorted(placed)]


def _flat(text: str) -> QPushButton:
    button = QPushButton(text)
    button.setProperty("flat", True)
    return button


def _fold(text: str) -> QPushButton:
    button = _flat(text)
    button.setProperty("role", "fold")
    button.setEnabled(False)
    return button
