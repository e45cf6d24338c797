"""What a reviewer should notice, each with the line it is about; hints are folded away."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.review.risk.finding import Finding, Subject, Weight
from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.review_view.finding_row import FindingRow
from openclaw_desktop.ui.tree.names import count_of

ORDER = (Weight.LOUD, Weight.NORMAL, Weight.QUIET)
MOST_SHOWN, MOST_ROWS = 60, 7
"""More findings are counted; beyond the height of so many rows one scrolls."""

CHECKING, NOTHING = "Still checking…", "Nothing stands out."

KEEPS = "The agent's history and the version history of this program keep what was written once."


class FindingsPanel(QWidget):
    """Rows sorted by weight, or a quiet line instead. A row leads to its line, or to another place."""

    line_wished = Signal(object)  # Finding: its line in the difference
    place_wished = Signal(str, int)
    redact_wished = Signal(object)  # Finding
    put_back_wished = Signal(object)  # Finding: what was redacted
    mute_wished = Signal(object)  # Subject

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._findings: list[Finding] = []
        self._taken_out: Collection[Finding] = ()
        self._can_edit = False
        self._unfolded: set[str] = set()  # groups, and "" for the hints
        self.rows: list[FindingRow] = []
        self._quiet = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self._quiet.setProperty("role", "meta")
        self._quiet.setContentsMargins(16, 0, 16, 0)
        self._quiet.setMinimumHeight(theme.ROW)
        self._area = QScrollArea(widgetResizable=True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        line = QFrame()
        line.setProperty("role", "hairline")
        line.setFixedHeight(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(4)
        column.addWidget(self._quiet)
        column.addWidget(self._area)
        column.addWidget(line)
        self.hide()

    def show_findings(
        self, findings: Sequence[Finding], *, can_edit: bool, taken_out: Collection[Finding] = ()
    ) -> None:
        """Shows these, and of hints only how many there are, until that is clicked.

        `taken_out` are those whose secret a person has redacted.
        """
        found = ordered(findings)
        if found != self._findings:
            self._unfolded.clear()
        self._findings, self._taken_out, self._can_edit = found, taken_out, can_edit
        self._build()
        if found:
            self._show(self._area)
        else:
            self.say(NOTHING)

    def say(self, sentence: str) -> None:
        """A quiet line in the place of findings: they are awaited, or could not be found out."""
        self._forget()
        self._quiet.setText(sentence)
        self._show(self._quiet)

    def clear(self) -> None:
        """Shows nothing."""
        self._forget()
        self.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Sentences break at another width."""
        super().resizeEvent(event)
        self._fit()

    def _show(self, part: QWidget) -> None:
        for one in (self._quiet, self._area):
            one.setVisible(one is part)
        self.show()

    def _forget(self) -> None:
        if self._findings:
            self._findings, self._taken_out = [], ()
            self._unfolded.clear()
            self._build()

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
            column.addWidget(_counted(f"and {len(seen) - MOST_SHOWN:,} more"))
        if quiet:
            column.addWidget(self._folding("", count_of(len(quiet), "quiet hint")))
        column.addStretch(1)
        old = self._area.takeWidget()
        self._area.setWidget(page)
        if old is not None:  # pyright: ignore[reportUnnecessaryComparison]
            old.deleteLater()
        self._fit()

    def _fit(self) -> None:
        """As high as its rows, up to a limit."""
        page = self._area.widget()
        layout = page.layout() if page is not None else None  # pyright: ignore[reportUnnecessaryComparison]
        if layout is not None:
            needed = layout.totalHeightForWidth(max(self.width(), 1))
            self._area.setFixedHeight(min(max(needed, theme.ROW), MOST_ROWS * theme.ROW))

    def _is_shown(self, finding: Finding) -> bool:
        """Hints, and what a group's first finding sums up, are shown when that was unfolded."""
        if finding.weight is Weight.QUIET and "" not in self._unfolded:
            return False
        return not is_summed_up(finding, self._findings) or finding.group in self._unfolded

    def _row(self, finding: Finding) -> QHBoxLayout:
        taken_out = finding in self._taken_out
        row = FindingRow(finding, inset=is_summed_up(finding, self._findings), taken_out=taken_out)
        row.clicked.connect(partial(self._go, finding))
        self.rows.append(row)
        line = QHBoxLayout()
        line.setSpacing(theme.GAP)
        line.addWidget(row, 1)
        for button in self._buttons(finding, taken_out=taken_out):
            line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        return line

    def _buttons(self, finding: Finding, *, taken_out: bool) -> Iterator[QPushButton]:
        """What can be done about a finding."""
        if finding.members and finding.group:
            yield self._folding(finding.group, f"{finding.members:,}")
        if finding.place is not None and (finding.line or finding.old_line):
            path, line = finding.place
            to_place = partial(self.place_wished.emit, path, line)
            yield _flat(f"Open {path.rpartition('/')[2]}:{line}", f"{path}, line {line:,}", to_place)
        if taken_out:
            yield _flat("Undo", "Puts it back where it was", partial(self.put_back_wished.emit, finding))
        elif finding.subject is Subject.SECRET and self._can_edit and finding.span is not None:
            hint = f"Accept the text without it. {KEEPS}"
            yield _flat("Redact", hint, partial(self.redact_wished.emit, finding))
        if finding.subject is Subject.INJECTION:
            hint = "Hints of this kind are not shown for this file any more."
            yield _flat("Mute for this file", hint, partial(self.mute_wished.emit, finding.subject))

    def _go(self, finding: Finding, _checked: bool = False) -> None:
        if finding.line or finding.old_line:
            self.line_wished.emit(finding)
        elif finding.place is not None:
            self.place_wished.emit(*finding.place)

    def _folding(self, group: str, words: str) -> QPushButton:
        unfolded = group in self._unfolded
        hint = "Hide them" if unfolded else "Show them"
        button = _flat(words, hint, partial(self._turn, group))
        button.setProperty("role", "fold")
        button.setFixedHeight(theme.ROW)
        button.setIcon(icons.icon("expand" if unfolded else "right", self))
        return button

    def _turn(self, group: str) -> None:
        self._unfolded ^= {group}
        self._build()


def is_summed_up(finding: Finding, findings: Sequence[Finding]) -> bool:
    """Another finding of its group stands above it and speaks for it."""
    group = finding.group
    return bool(group) and not finding.members and any(f.group == group and f.members for f in findings)


def ordered(findings: Sequence[Finding]) -> list[Finding]:
    """The loudest first; those of a group together, in the order in which they were found."""
    places = {f.group: at for at, f in reversed(list(enumerate(findings))) if f.group}
    placed = [(ORDER.index(f.weight), places.get(f.group, at), at) for at, f in enumerate(findings)]
    return [findings[at] for *_, at in sorted(placed)]


def _flat(text: str, hint: str, act: Callable[..., object]) -> QPushButton:
    button = QPushButton(text)
    button.setProperty("flat", True)
    button.setToolTip(hint)
    button.clicked.connect(lambda _checked=False: act())
    return button


def _counted(text: str) -> QPushButton:
    """How many more there are; nothing to be clicked."""
    button = QPushButton(text)
    button.setProperty("flat", True)
    button.setProperty("role", "fold")
    button.setEnabled(False)
    return button
