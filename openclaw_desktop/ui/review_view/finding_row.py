"""One thing to notice, on a line or a few: a sign, the sentence, and a click that leads to its place."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QTextLayout
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from openclaw_desktop.review.risk.finding import Finding, Weight
from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.search_view import lettering
from openclaw_desktop.ui.theme import Colours

LINE, ABOVE = 18, 5
"""Pixels from one line to the next, and above the first; a row of one line is as high as any other."""

MOST_LINES = 3

TEXT, INSET, END = 28, 20, 4
"""Pixels from the left to the text, more for a row below another, and at the right."""

TAKEN_OUT = (
    "Taken out of what you accept. Whoever has it already keeps it, such as a transcript or a Git history: "
    "change the secret itself too."
)


@dataclass(frozen=True, slots=True)
class Written:
    """What a row says; `gone` is struck through, on a line of its own before `text`."""

    text: str
    gone: str = ""

    def lines(self, width: float) -> list[str]:
        """What has no room is elided."""
        if self.gone:
            return [elided(self.gone, width), *broken(self.text, width)]
        return broken(self.text, width)


class FindingRow(QAbstractButton):
    """Red for what is loud, amber for the rest, grey for hints; green once it is `taken_out`."""

    def __init__(
        self,
        finding: Finding,
        *,
        inset: bool = False,
        taken_out: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.finding, self.taken_out = finding, taken_out
        self._written = Written(TAKEN_OUT, finding.sentence) if taken_out else Written(finding.sentence)
        self._left = TEXT + (INSET if inset else 0)
        self.setText(finding.sentence)
        more = f"\n\n{TAKEN_OUT}" if taken_out else f"\n\n{finding.cut[:400]}" if finding.cut else ""
        self.setToolTip(f"{finding.sentence}{more}")
        self.setAccessibleName(f"{'taken out' if taken_out else finding.weight}: {finding.sentence}")
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        leads = bool(finding.line or finding.old_line or finding.place)
        self.setCursor(Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.ArrowCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if leads else Qt.FocusPolicy.NoFocus)

    def lines(self) -> list[str]:
        """What is written, line by line, at the width it has."""
        return self._written.lines(self.width() - self._left - END)

    def heightForWidth(self, width: int) -> int:
        """As many lines as the sentence takes there."""
        count = len(self._written.lines(width - self._left - END))
        return theme.ROW + (count - 1) * LINE

    def sizeHint(self) -> QSize:
        """As much as there is."""
        return QSize(200, self.heightForWidth(max(self.width(), 200)))

    def minimumSizeHint(self) -> QSize:
        """One line."""
        return QSize(80, theme.ROW)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The sign stands beside the first line; the sentence says which weight it has."""
        look = theme.colours(self)
        painter = QPainter(self)
        if self.underMouse() or self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.hover)
            painter.drawRoundedRect(self.rect(), theme.RADIUS, theme.RADIUS)
        name, ink, text = self._dressed(look)
        picture = icons.pixmap(name, ink, 16, self.devicePixelRatioF())
        painter.drawPixmap(self._left - 24, (theme.ROW - 16) // 2, picture)
        for number, line in enumerate(self.lines()):
            struck = bool(self._written.gone) and not number
            font = QFont(lettering.font(theme.BODY))
            font.setStrikeOut(struck)
            painter.setFont(font)
            painter.setPen(look.text_faint if struck else text)
            room = self.width() - self._left - END
            painter.drawText(self._left, ABOVE + number * LINE, room, LINE, lettering.LEFT, line)

    def _dressed(self, look: Colours) -> tuple[str, QColor, QColor]:
        """Its icon, the icon's ink and that of the words."""
        if self.taken_out:
            return "ready", look.added, look.text
        return {
            Weight.LOUD: ("warning", look.removed, look.removed),
            Weight.NORMAL: ("warning", look.held, look.text),
            Weight.QUIET: ("info", look.text_faint, look.text_dim),
        }[self.finding.weight]

    def changeEvent(self, event: QEvent) -> None:
        """Follows the theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self.update()
        super().changeEvent(event)


def broken(text: str, width: float) -> list[str]:
    """A sentence on a few lines, broken between words; what has no room on the last one is elided."""
    layout = QTextLayout(text, lettering.font(theme.BODY))
    layout.beginLayout()
    ends = [0]  # in UTF-16 units
    while len(ends) < MOST_LINES and (line := layout.createLine()).isValid():
        line.setLineWidth(max(width, 40))
        ends.append(line.textStart() + line.textLength())
    layout.endLayout()
    units = text.encode("utf-16-le", "surrogatepass")
    starts = [2 * end for end in ends] if ends[-1] * 2 < len(units) else [2 * end for end in ends[:-1]]
    pieces = [units[start:end] for start, end in zip_longest(starts, starts[1:])]
    *full, last = [piece.decode("utf-16-le", "replace").rstrip() for piece in pieces] or [""]
    return [*full, elided(last, width)]


def elided(text: str, width: float) -> str:
    """As much of it as there is room for."""
    return lettering.metrics(theme.BODY).elidedText(text, Qt.TextElideMode.ElideRight, max(width, 0))
