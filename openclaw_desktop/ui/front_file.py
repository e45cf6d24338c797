"""Tells the status bar and the panel what is true of the file in front."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from openclaw_desktop.ui import file_facts
from openclaw_desktop.ui.editor.cut import Cut
from openclaw_desktop.ui.editor.document_info import PAUSE_MS, DocumentInfo
from openclaw_desktop.ui.editor.tabs import EditorTabs
from openclaw_desktop.ui.facts_panel import FactsPanel
from openclaw_desktop.ui.status_bar import StatusBar


class FrontFile(QObject):
    """Hears the editor. The bar follows with every key, the panel in pauses of typing."""

    def __init__(
        self,
        editor: EditorTabs,
        status: StatusBar,
        facts: FactsPanel,
        *,
        is_shown: Callable[[], bool],
        parent: QObject,
    ) -> None:
        """`is_shown`: whether the editor is what the window shows, so that the bar speaks of it."""
        super().__init__(parent)
        self._status, self._facts, self._is_shown = status, facts, is_shown
        self._info: DocumentInfo | None = None
        self._cut: Cut | None = None
        self.line, self._column = 0, 0
        self._panel = QTimer(self, interval=PAUSE_MS, singleShot=True)
        self._panel.timeout.connect(self._tell_panel)
        for signal, hearer in (
            (editor.current_changed, self._on_current),
            (editor.cursor_moved, self._on_cursor),
            (editor.document_info, self._on_info),
            (editor.cut_changed, self._on_cut),
        ):
            signal.connect(hearer)

    def tell(self) -> None:
        """Says in the status bar what is true now."""
        shown = self._is_shown()
        info, cut = (self._info, self._cut) if shown else (None, None)
        self._status.show_file(file_facts.of_status(info, self.line, self._column))
        count, hover, alert = file_facts.of_count(cut)
        self._status.show_count(count, hover, alert=alert)

    def _on_current(self, path: str) -> None:
        if self._info is not None and self._info.path != path:
            self._info = None
            self.tell()
        if not path:
            self._facts.show_facts("", ())

    def _on_cursor(self, line: int, column: int) -> None:
        self.line, self._column = line, column
        self.tell()

    def _on_info(self, info: DocumentInfo) -> None:
        self._info = info
        self._tell_panel()
        self.tell()

    def _on_cut(self, cut: Cut | None) -> None:
        self._cut = cut
        self._panel.start()
        self.tell()

    def _tell_panel(self) -> None:
        self._panel.stop()
        if self._info is not None:
            self._facts.show_facts(self._info.path, file_facts.of_panel(self._info, self._cut))
