"""Shows rendered Markdown: no network, no scripts, pictures only from inside the workspace."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QImage, QImageReader
from PySide6.QtWidgets import QTextBrowser, QWidget

from openclaw_desktop.errors import DesktopError
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.editor.preview import (
    WIKI,
    Preview,
    images,
    inside,
    on_the_web,
    render,
    without_images,
)
from openclaw_desktop.ui.theme import Colours, colours
from openclaw_desktop.workspace.layout import resolve

WIDEST_IMAGE, MARGIN = 960, 16
"""Pixels; larger pictures are made smaller, and all of them as narrow as the view."""

_ANCHOR = re.compile(r' id="line-(\d+)"')

PICTURES = ("png", "jpg", "jpeg", "gif", "webp", "bmp")


def prepare(text: str, base: str, *, root: Path) -> tuple[Preview, dict[str, QImage]]:
    """The preview of the file `base` and its pictures. Blocking: it runs on a reader thread."""
    preview = render(text)
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
        self._images: Mapping[str, QImage] = {}
        self._lines: list[int] = []
        self._look: Colours | None = None
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setAccessibleName("Preview")
        self.document().setDocumentMargin(MARGIN)
        self.document().setIndentWidth(24)
        self.anchorClicked.connect(self._on_click)

    def show_preview(self, base: str, preview: Preview, pictures: Mapping[str, QImage]) -> None:
        """Shows the rendered file `base`; where one was reading stays in view."""
        place = self.verticalScrollBar().value() if base == self.base else 0
        self.base, self._preview, self._images = base, preview, pictures
        self._set_html()
        self.verticalScrollBar().setValue(place)

    def show_line(self, line: int) -> None:
        """Scrolls so that the block of a line (1-based) is at the top."""
        at = bisect_right(self._lines, line) - 1
        if at >= 0:
            self.scrollToAnchor(f"line-{self._lines[at]}")

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
        self.document().setDefaultStyleSheet(style(self._look))
        self.document().setDefaultFont(theme.font())
        note = f"<p><i>{self._preview.cut}</i></p>" if self._preview.cut else ""
        self.setHtml(f"{note}{self._preview.html}{note}")
        self._lines = sorted(int(line) for line in _ANCHOR.findall(self._preview.html))

    def _on_click(self, url: QUrl) -> None:
        address = url.toString(QUrl.ComponentFormattingOption.FullyEncoded)
        if url.scheme() == WIKI:
            self.name_clicked.emit(QUrl.fromPercentEncoding(url.path().encode()))
        elif on_the_web(address):
            QDesktopServices.openUrl(url)
        elif path := inside(self.base, address):
            self.path_clicked.emit(path)


def style(look: Colours) -> str:
    """The preview's style sheet in the colours of a theme."""
    return f"""
body, p, li, td, th {{ color: {look.text.name()}; }}
h1 {{ font-size: 20px; font-weight: 600; }} h2 {{ font-size: 17px; font-weight: 600; }}
h3 {{ font-size: 15px; font-weight: 600; }} h4, h5, h6 {{ font-size: 13px; font-weight: 600; }}
a {{ color: {look.link.name()}; text-decoration: none; }}
code, pre {{ color: {look.code.name()}; font-family: monospace; }}
pre {{ white-space: pre-wrap; background-color: {look.current_line.name()}; }}
blockquote {{ color: {look.text_dim.name()}; }}
table {{ border-collapse: collapse; margin-top: 8px; margin-bottom: 8px; }}
ul, ol {{ margin-top: 4px; margin-bottom: 4px; }}
td, th {{ border: 1px solid {look.hairline.name()}; padding: 4px 8px; }}
hr {{ background-color: {look.hairline.name()}; }}
"""
