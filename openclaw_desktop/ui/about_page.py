"""About: what the program is and is made of, under which licences, and whether there is a newer version."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop import __version__, about, updates
from openclaw_desktop.about import Part
from openclaw_desktop.errors import UpdatesUnknownError
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.reading_text import ReadingText
from openclaw_desktop.updates import Published

ICON = 48
SENTENCE = "Reads, edits, indexes and searches the Markdown memory of an agent, on this computer alone."
ASKED_ONLY = f"A newer version is looked for only when you ask, at {about.HOMEPAGE.removeprefix('https://')}."


class AboutPage(QDialog):
    """Over the window; what takes reading is filled in when it is read."""

    def __init__(
        self, bridge: Bridge, parent: QWidget, *, look: Callable[[], Published] = updates.look
    ) -> None:
        """`look` asks for the newest version."""
        super().__init__(parent)
        self.setWindowTitle("About OpenClaw Desktop")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(640, 600)
        self._bridge, self._look = bridge, look
        self.parts = QTreeWidget()
        self.parts.setRootIsDecorated(False)
        self.parts.setProperty("role", "table")
        self.parts.setHeaderLabels(["Part", "Version", "Licence"])
        self.parts.setAccessibleName("What the program is made of")
        self.licences = ReadingText("Licences in full")
        self.licences.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.licences.setLineWrapMode(ReadingText.LineWrapMode.NoWrap)
        self.said = QLabel(ASKED_ONLY, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.said.setProperty("role", "dim")
        self.look_button = QPushButton("Look for a newer version")
        self.page_button = QPushButton("Open its page")
        self.copy_button = QPushButton("Copy versions")
        self._lay_out()
        self.page_button.hide()
        self.copy_button.setEnabled(False)  # until the versions are read
        self.look_button.clicked.connect(self.look)
        self.page_button.clicked.connect(lambda: QDesktopServices.openUrl(QUrl(updates.PAGE)))
        self.copy_button.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._versions))
        self._versions = ""
        reading = bridge.spawn(self._read(), name="about")
        self.finished.connect(reading.cancel)

    def look(self) -> None:
        """Asks whether a newer version is published."""
        self.look_button.setEnabled(False)
        self.said.setText("Looking…")
        asking = self._bridge.spawn(self._ask(), name="look for a newer version")
        self.finished.connect(asking.cancel)

    async def _ask(self) -> None:
        try:
            found = await self._bridge.call(self._look)
        except UpdatesUnknownError as error:
            self.said.setText(f"A newer version cannot be looked for: {error}.")
            self.page_button.show()
        else:
            newest = f"Version {found.version} is published; this is {__version__}."
            self.said.setText(newest if found.is_newer else f"{__version__} is the newest version.")
            self.page_button.setVisible(found.is_newer)
        finally:
            self.look_button.setEnabled(True)

    async def _read(self) -> None:
        parts = await self._bridge.call(about.parts)
        self._versions = about.in_lines(parts)
        self.copy_button.setEnabled(True)
        rows = [_row(part) for part in parts]
        self.parts.addTopLevelItems(rows)
        self.parts.setCurrentItem(rows[0])
        self.licences.setPlainText(await self._bridge.call(about.licences))

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(theme.GAP)
        column.addLayout(self._head())
        column.addSpacing(theme.GAP)
        pages = QTabWidget()
        pages.setDocumentMode(True)
        pages.addTab(self.parts, "Made of")
        pages.addTab(self.licences, "Licences")
        column.addWidget(pages, 1)
        header = self.parts.header()
        header.setStretchLastSection(True)
        for column_shown in (0, 1):
            header.setSectionResizeMode(column_shown, QHeaderView.ResizeMode.ResizeToContents)
        column.addWidget(self.said)
        row = QHBoxLayout()
        row.setSpacing(theme.GAP)
        for button in (self.look_button, self.page_button, self.copy_button):
            button.setAutoDefault(False)
            row.addWidget(button)
        row.addStretch(1)
        close = QPushButton("Close")
        close.setDefault(True)
        close.clicked.connect(self.accept)
        row.addWidget(close)
        column.addLayout(row)

    def _head(self) -> QHBoxLayout:
        picture = QLabel()
        icon = QApplication.windowIcon()
        picture.setPixmap(icon.pixmap(QSize(ICON, ICON), self.devicePixelRatioF()))
        words = QVBoxLayout()
        words.setSpacing(2)
        for text, role in ((f"OpenClaw Desktop {__version__}", "title"), (SENTENCE, "dim")):
            label = QLabel(text, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
            label.setProperty("role", role)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            words.addWidget(label)
        head = QHBoxLayout()
        head.setSpacing(16)
        head.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(words, 1)
        return head


def _row(part: Part) -> QTreeWidgetItem:
    row = QTreeWidgetItem([part.name, part.version, part.licence])
    for column, text in enumerate((part.name, part.version, part.licence)):
        row.setToolTip(column, text)
    return row
