"""Shows rendered Markdown: no network, no scripts, pictures only from inside the workspace."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QEvent, QPoint, QRectF, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QDesktopServices,
    QFontMetricsF,
    QImage,
    QImageReader,
    QPainter,
    QPaintEvent,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFragment,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from openclaw_desktop.errors import DesktopError
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.editor import shading
from openclaw_desktop.ui.editor.cut import Shade
from openclaw_desktop.ui.editor.cut_marks import Place
from openclaw_desktop.ui.editor.preview import (
    WIKI,
    Preview,
    images,
    inside,
    on_the_web,
    render,
    without_images,
)
from openclaw_desktop.ui.editor.units import Units
from openclaw_desktop.ui.theme import Colours, colours
from openclaw_desktop.workspace.layout import resolve

WIDEST_IMAGE, MARGIN = 960, 16
"""Pixels; larger pictures are made smaller, and all of them as narrow as the view."""

HEADINGS = {1: theme.EMPTY, 2: 17, 3: theme.TITLE, 4: theme.BODY, 5: theme.BODY, 6: theme.BODY}
"""Pixels of a heading's letters, by its level."""

_ANCHOR = re.compile(r' id="line-(\d+)"')

PICTURES = ("png", "jpg", "jpeg", "gif", "webp", "bmp")


def prepare(
    text: str, base: str, *, root: Path, places: Sequence[Place] = ()
) -> tuple[Preview, dict[str, QImage]]:
    """The preview of the file `base` and its pictures. Blocking: it runs on a reader thread."""
    preview = render(text, places)
    found: dict[str, QImage] = {}
    for address in images(base, preview.html):
        path = inside(base, address)
        if path is None or not path.lower().endswith(PICTURES):
            continue
        try:
            image = _image(resolve(root, path))
        except (DesktopError, OSError):
            continue
        if not image.isNull():
            found[address] = image
    return replace(preview, html=without_images(preview.html, found)), found


def _image(path: Path) -> QImage:
    reader = QImageReader(str(path))
    reader.setAutoTransform(True)
    size = reader.size()
    if size.width() > WIDEST_IMAGE:
        reader.setScaledSize(
            size.scaled(QSize(WIDEST_IMAGE, size.height()), Qt.AspectRatioMode.KeepAspectRatio)
        )
    return reader.read()


class PreviewView(QTextBrowser):
    """The rendered text. What is clicked in it is asked for by signals, or handed to the system."""

    path_clicked = Signal(str)  # a workspace path
    name_clicked = Signal(str)  # the name in a wikilink

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.base = ""
        self._preview = Preview("")
        self._words = ("", "")  # what is said where the shade begins, and where it ends
        self.shade: Shade | None = None  # in positions of the rendered document
        self._made: QTextDocument | None = None  # the document that is shown
        self._images: Mapping[str, QImage] = {}
        self._lines: list[int] = []
        self._look: Colours | None = None
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setAccessibleName("Preview")
        self.anchorClicked.connect(self._on_click)

    def show_preview(
        self, base: str, preview: Preview, pictures: Mapping[str, QImage], shade: Shade | None = None
    ) -> None:
        """Shows the rendered file `base`; where one was reading stays in view.

        `shade` is what the preview's marks stand for: the beginnings and ends of what is shaded.
        """
        whole = shade is not None and preview.marks == 2 * len(shade.starts)
        self._words = (shade.begins if shade else "", shade.goes_on if shade and whole else "")
        place = self.verticalScrollBar().value() if base == self.base else 0
        self.base, self._preview, self._images = base, preview, pictures
        self._set_html()
        self.verticalScrollBar().setValue(place)

    def show_line(self, line: int) -> None:
        """Scrolls so that a line (1-based) is at the top: by its share of the way between two anchors."""
        bar = self.verticalScrollBar()
        if not self._lines or line <= self._lines[0]:
            bar.setValue(0)  # with the margin above it
            return
        at = bisect_right(self._lines, line) - 1
        before, after = self._lines[at], self._lines[min(at + 1, len(self._lines) - 1)]
        if before < line < after:
            self.scrollToAnchor(f"line-{after}")
        end = bar.value()
        self.scrollToAnchor(f"line-{before}")
        if before < line < after:
            bar.setValue(bar.value() + (end - bar.value()) * (line - before) // (after - before))

    def loadResource(self, type: int, name: QUrl | str) -> Any:
        """Only pictures that were prepared; nothing is ever read or fetched from here."""
        image = self._images.get(QUrl(name).toString())
        if image is None:
            return QByteArray()
        room = self.viewport().width() - 2 * MARGIN
        if image.width() <= room:
            return image
        return image.scaledToWidth(max(room, 64), Qt.TransformationMode.SmoothTransformation)

    def changeEvent(self, event: QEvent) -> None:
        """Takes the colours of a new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._look not in (None, colours(self)):
            self._set_html()

    def _set_html(self) -> None:
        self._look = colours(self)
        preview = self._preview
        note = f"<p><i>{preview.cut}</i></p>" if preview.cut else ""
        closing = preview.mark if preview.marks % 2 else ""  # the shade ends where the text does
        document = self._new_document()
        document.setHtml(f"{note}{preview.html}{note.replace('<i>', f'<i>{closing}')}")
        _size_headings(document)
        self.shade = Shade(*_taken(document, preview.mark), *self._words) if preview.marks else None
        self.setDocument(document)  # laid out only now: a document that is, forgets lines when marks go
        if self._made is not None:
            self._made.deleteLater()
        self._made = document
        self._lines = sorted(int(line) for line in _ANCHOR.findall(preview.html))

    def _new_document(self) -> QTextDocument:
        document = QTextDocument(self)
        document.setUndoRedoEnabled(False)
        document.setDocumentMargin(MARGIN)
        document.setIndentWidth(24)
        document.setDefaultStyleSheet(style(colours(self)))
        document.setDefaultFont(theme.font())
        return document

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """A ground behind what the agent never reads, the text, and the rulers."""
        shade, width = self.shade, self.viewport().width()
        if shade is None:
            super().paintEvent(event)
            return
        look, boxes = colours(self), list(self._blocks_in_view())
        painter = QPainter(self.viewport())
        for start, end in self._stretches(shade, boxes):
            shading.paint_stretch(painter, start, end, width=width, look=look)
        painter.end()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        nowhere = QRectF(0, -2 * self.height(), 1, QFontMetricsF(self.document().defaultFont()).height())
        shading.paint_rulers(painter, boxes, shade, width=width, cursor=nowhere, look=look)
        painter.end()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Scrolls; the words at a ruler find a place anew."""
        super().scrollContentsBy(dx, dy)
        if self.shade:
            self.viewport().update()

    def _blocks_in_view(self) -> Iterator[tuple[QTextBlock, QRectF]]:
        """The blocks that can be seen, and where they are in the viewport."""
        layout = self.document().documentLayout()
        right, down = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        block = self.cursorForPosition(QPoint(0, 0)).block()
        while block.isValid():
            box = layout.blockBoundingRect(block).translated(-right, -down)
            if box.top() > self.viewport().height():
                break
            yield block, box
            block = block.next()

    def _stretches(
        self, shade: Shade, boxes: Sequence[tuple[QTextBlock, QRectF]]
    ) -> Iterator[tuple[QRectF, QRectF]]:
        """The places of the first letter and of the one after the last of each stretch that can be seen."""
        if not boxes:
            return
        first, last = boxes[0][0], boxes[-1][0]
        for start, end in shade.within(first.position(), last.position() + last.length()):
            yield self._letter(start), self._letter(end)

    def _letter(self, at: int) -> QRectF:
        """Where a letter stands in the viewport; the first of a paragraph begins at the left edge."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(at)
        place = QRectF(self.cursorRect(cursor))
        if cursor.atBlockStart() and not cursor.currentTable():
            place.setLeft(0)
        return place

    def _on_click(self, url: QUrl) -> None:
        address = url.toString(QUrl.ComponentFormattingOption.FullyEncoded)
        if url.scheme() == WIKI:
            self.name_clicked.emit(QUrl.fromPercentEncoding(url.path().encode()))
        elif on_the_web(address):
            QDesktopServices.openUrl(url)
        elif path := inside(self.base, address):
            self.path_clicked.emit(path)


def _taken(document: QTextDocument, mark: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Takes the marks out of the document: the positions of the first, third … and of the others."""
    text = document.toRawText()
    units = Units(text)
    places = [units.of(each.start()) - number for number, each in enumerate(re.finditer(mark, text))]
    cursor = QTextCursor(document)
    for at in places:
        cursor.setPosition(at)
        cursor.deleteChar()
    if len(places) % 2:
        places.append(document.characterCount() - 1)
    return tuple(places[::2]), tuple(places[1::2])


def _fragments(block: QTextBlock) -> Iterator[QTextFragment]:
    place = block.begin()
    while not place.atEnd():
        yield place.fragment()
        place += 1


def _size_headings(document: QTextDocument) -> None:
    """Gives headings the sizes of the scale: Qt keeps to its own steps, whatever a style sheet says."""
    cursor = QTextCursor(document)
    block = document.begin()
    while block.isValid():
        size = HEADINGS.get(block.blockFormat().headingLevel())
        for fragment in list(_fragments(block)) if size else ():
            letters = fragment.charFormat()
            letters.clearProperty(QTextFormat.Property.FontSizeAdjustment)
            letters.setProperty(QTextFormat.Property.FontPixelSize, size)
            cursor.setPosition(fragment.position())
            cursor.setPosition(fragment.position() + fragment.length(), QTextCursor.MoveMode.KeepAnchor)
            cursor.setCharFormat(letters)
        block = block.next()


def style(look: Colours) -> str:
    """The preview's style sheet in the colours of a theme; mere text has its colour from the palette."""
    return f"""
h1, h2, h3, h4, h5, h6 {{ font-weight: 600; }}
a {{ color: {look.link.name()}; text-decoration: none; }}
code, pre {{ color: {look.code.name()}; font-family: monospace; }}
pre {{ white-space: pre-wrap; background-color: {look.current_line.name()}; }}
blockquote {{ color: {look.text_dim.name()}; }}
table {{ border-collapse: collapse; margin-top: 8px; margin-bottom: 8px; }}
ul, ol {{ margin-top: 4px; margin-bottom: 4px; }}
td, th {{ border: 1px solid {look.hairline.name()}; padding: 4px 8px; }}
hr {{ background-color: {look.hairline.name()}; }}
"""
