"""The very text of a file that does not reach the model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QTextEdit, QVBoxLayout, QWidget

from openclaw_desktop.context import outlook_words as words
from openclaw_desktop.context.outlook import Cut, Row
from openclaw_desktop.settings import EditorSettings
from openclaw_desktop.ui.context_view.budget import margins
from openclaw_desktop.ui.editor.codec import to_shown
from openclaw_desktop.ui.editor.sheet import Sheet
from openclaw_desktop.ui.search_view import bars
from openclaw_desktop.ui.tree.names import count_of, shown

MOST_SHOWN = 200_000
"""Characters of one cut; of more it is said how many there are."""

TRIED = "This cut is tried: the editor opens there, but its ruler stays at the agent's own."

STRIPE, GAP = 5, 8
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class CutPane(QWidget):
    """One file: what reaches the model, in a sentence, and what does not, in its own words."""

    opened = Signal(str)

    def __init__(self, settings: EditorSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row: Row | None = None
        self._title = QLabel(textFormat=Qt.TextFormat.PlainText)
        self._title.setProperty("role", "title")
        self._sentence = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self._sentence.setProperty("role", "dim")
        self.tried = QLabel(TRIED, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.tried.setProperty("role", "meta")
        self._session = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self._session.setProperty("role", "meta")
        self.open_button = QPushButton()
        self.open_button.clicked.connect(self._open)
        self.sheet = CutSheet(settings)
        head = QHBoxLayout()
        head.addWidget(self._title)
        head.addStretch(1)
        head.addWidget(self.open_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(margins.LEFT, 12, 0, 0)
        column.setSpacing(4)
        self._words = QVBoxLayout()
        self._words.setContentsMargins(0, 0, margins.RIGHT, 8)
        self._words.setSpacing(4)
        self._words.addLayout(head)
        self._words.addWidget(self._sentence)
        self._words.addWidget(self.tried)
        self._words.addWidget(self._session)
        column.addLayout(self._words)
        column.addWidget(self.sheet, 1000)
        column.addStretch(1)

    def show_row(self, row: Row | None, *, tried: bool = False) -> None:
        """Shows another file, or none; `tried`: as other terms than the agent's own would cut it."""
        if row is not self._row and (row is None or self._row is None or row.cuts != self._row.cuts):
            self.sheet.show_cuts(row.cuts if row else ())
        self._row = row
        self.setVisible(row is not None)
        if row is None:
            return
        self._title.setText(shown(row.name))
        self._sentence.setText(words.about(row))
        self.tried.setVisible(tried and bool(row.cuts))
        self._session.setText(_in_session(row))
        self._session.setVisible(bool(self._session.text()))
        self.open_button.setText("Open at the cut" if row.cuts else "Open")
        self.open_button.setVisible(not row.missing)
        self.sheet.setVisible(bool(row.cuts))

    def _open(self) -> None:
        if self._row:
            self.opened.emit(self._row.name)


class CutSheet(Sheet):
    """The cut text with the lines' own numbers; before each cut a line that says where it is."""

    def __init__(self, settings: EditorSettings, parent: QWidget | None = None) -> None:
        self._numbers: list[int | None] = []
        self._cuts: Sequence[Cut] = ()
        super().__init__(settings, parent)
        self.setReadOnly(True)
        self.setAccessibleName("Text that is cut")
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )

    def show_cuts(self, cuts: Sequence[Cut]) -> None:
        """Shows other cuts, from the top."""
        self._cuts = cuts
        lines = list(_lines(cuts))
        self._numbers = [number for number, _ in lines]
        text, _codec = to_shown("\n".join(line for _, line in lines))
        self.setPlainText(text)
        self.place_gutter()
        self._colour()

    def gutter_width(self) -> int:
        """Room for the greatest number, and the hatching beside the text."""
        most = max((number for number in self._numbers if number), default=1)
        return round(self.fontMetrics().horizontalAdvance(f"{most}") + 2 * GAP + STRIPE)

    def paint_gutter(self, painter: QPainter, rect: QRect) -> None:
        """The number of each line in its file; hatched where the text is cut."""
        for block, box in self.blocks_in_view():
            at = block.blockNumber()
            number = self._numbers[at] if at < len(self._numbers) else None
            if number is None:
                continue
            edge = QRectF(self.gutter.width() - STRIPE, box.top(), STRIPE, box.height())
            bars.stripes(painter, edge, self.look.removed, rising=False)
            first = block.layout().lineAt(0)
            height = first.height() if block.layout().lineCount() else box.height()
            painter.setPen(self.look.text_faint)
            row = QRectF(0, box.top(), self.gutter.width() - STRIPE - GAP, height)
            painter.drawText(row, RIGHT, str(number))

    def look_changed(self) -> None:
        """Follows the theme."""
        self._colour()

    def _colour(self) -> None:
        """The lines that say where a cut is stand on a ground of their own."""
        selections: list[QTextEdit.ExtraSelection] = []
        for at, number in enumerate(self._numbers):
            if number is None:
                selection = QTextEdit.ExtraSelection()
                plain = QTextCharFormat()
                plain.setBackground(self.look.current_line)
                plain.setForeground(self.look.text_dim)
                plain.setProperty(QTextFormat.Property.FullWidthSelection, True)
                selection.format = plain  # pyright: ignore[reportAttributeAccessIssue]
                selection.cursor = QTextCursor(self.document().findBlockByNumber(at))  # pyright: ignore
                selections.append(selection)
        self.setExtraSelections(selections)


def _lines(cuts: Sequence[Cut]) -> Iterator[tuple[int | None, str]]:
    """Each line with its number; none for a line that is not the file's."""
    for cut in cuts:
        place = words.place(cut)
        yield None, f"{place[:1].upper()}{place[1:]}"
        text = cut.text[:MOST_SHOWN].removesuffix("\n")
        yield from enumerate(text.split("\n"), cut.first_line)
        if len(cut.text) > MOST_SHOWN:
            yield None, f"and {count_of(len(cut.text) - MOST_SHOWN, 'more character')}"


def _in_session(row: Row) -> str:
    if row.in_session is None:
        return ""
    return f"In the session that was measured, {row.in_session:,} characters of it were injected."
