"""The file before and after as it would be read, rendered on a reader thread."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.editor.preview_view import PreviewView, prepare
from openclaw_desktop.ui.search_view.latest import Latest


class Reading(PreviewView):
    """`arrived` tells that what was asked for last is shown."""

    arrived = Signal()

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._root = bridge.engine.root
        self._rendering = Latest(bridge, self)
        self._rendering.arrived.connect(self._on_rendered)

    def show_text(self, path: str, text: str) -> None:
        """Renders `text` as the file `path`; what is no Markdown is shown as it is."""
        shown = text if path.lower().endswith(".md") else f"````\n{text}\n````"
        self._rendering.ask(lambda: (path, *prepare(shown, path, root=self._root)))

    def forget(self) -> None:
        """What is on its way is no longer wanted."""
        self._rendering.forget()

    def _on_rendered(self, answer: tuple[str, object, object]) -> None:
        self.show_preview(*answer)  # pyright: ignore[reportArgumentType]
        self.arrived.emit()
