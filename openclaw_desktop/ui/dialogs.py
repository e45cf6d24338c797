"""Questions to the person, asked without a nested event loop: open, then await the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QLabel, QMessageBox, QWidget

Answer = tuple[str, str, QMessageBox.ButtonRole]
"""A key, the text on its button, and its role."""

MARGIN = 24
"""Pixels at both sides of the words."""

INDENT = 21
"""Pixels of these that Qt keeps free at the left for an icon, though there is none."""


async def ask(parent: QWidget, question: str, explanation: str, answers: Sequence[Answer]) -> str:
    """The key of the answer chosen; that of the last one, which must change nothing, on Escape."""
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setIcon(QMessageBox.Icon.NoIcon)
    box.setText(question)
    box.setInformativeText(explanation)
    for label in box.findChildren(QLabel):
        label.setTextFormat(Qt.TextFormat.PlainText)  # names may look like markup
    buttons = {key: box.addButton(text, role) for key, text, role in answers}
    box.setDefaultButton(next(iter(buttons.values())))
    box.setEscapeButton(buttons[answers[-1][0]])
    if (layout := box.layout()) is not None:
        layout.setContentsMargins(MARGIN - INDENT, MARGIN - 4, MARGIN, 16)
    chosen: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def decided() -> None:
        if not chosen.done():
            clicked = box.clickedButton()
            chosen.set_result(next((k for k, b in buttons.items() if b is clicked), answers[-1][0]))

    box.finished.connect(decided)
    box.open()
    return await chosen


async def choose_folder(parent: QWidget, title: str, start: Path) -> Path | None:
    """A folder the person chose, or None."""
    dialog = QFileDialog(parent, title, str(start))
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    return await _path_of(dialog)


async def choose_file(parent: QWidget, title: str, start: Path, kinds: str) -> Path | None:
    """A file of one of `kinds` ("Models (*.gguf)") the person chose, or None."""
    dialog = QFileDialog(parent, title, str(start), kinds)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    return await _path_of(dialog)


async def _path_of(dialog: QFileDialog) -> Path | None:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    chosen: asyncio.Future[Path | None] = asyncio.get_running_loop().create_future()

    def decided(result: int) -> None:
        if not chosen.done():
            accepted = result == QDialog.DialogCode.Accepted.value and dialog.selectedFiles()
            chosen.set_result(Path(dialog.selectedFiles()[0]) if accepted else None)

    dialog.finished.connect(decided)
    dialog.open()
    return await chosen
