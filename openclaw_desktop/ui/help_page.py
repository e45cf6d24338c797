"""A page of help: Markdown that ships with the program, shown as any other preview."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from openclaw_desktop import resources
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.editor.preview import Preview, render

TITLES = {
    "start": "First Steps",
    "review": "What Review Protects",
    "search": "How to Read the Search View",
    "context": "How to Read the Context View",
    "window": "The Window, and What Is Kept",
}
"""By the name of the page's file without its suffix."""


class HelpPage(QDialog):
    """One page of help in a window of its own, so that it can stay open beside the work."""

    def __init__(self, bridge: Bridge, name: str, parent: QWidget) -> None:
        """`name` is one of TITLES."""
        # Every window offers help, and most are closed without it.
        from openclaw_desktop.ui.editor.preview_view import PreviewView

        super().__init__(parent)
        title = TITLES[name]
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(640, 720)
        self.view = PreviewView()
        self.view.setAccessibleName(title)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.view)
        reading = bridge.spawn(self._read(bridge, name), name="help")
        self.finished.connect(reading.cancel)  # closed before the page was read

    async def _read(self, bridge: Bridge, name: str) -> None:
        self.view.show_preview("", await bridge.call(_page, name), {})


def _page(name: str) -> Preview:
    return render(resources.path(f"help/{name}.md").read_text(encoding="utf-8"))
