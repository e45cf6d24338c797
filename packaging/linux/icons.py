"""Draws the icon in the sizes of the icon theme: `python icons.py APP.SVG ICONS-FOLDER`; needs PySide6."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SIZES = (16, 22, 24, 32, 48, 64, 96, 128, 192, 256, 512)
NAME = "openclaw-desktop.png"


def draw(drawing: Path, folder: Path) -> None:
    """Writes `<folder>/<size>x<size>/apps/openclaw-desktop.png` for each size."""
    renderer = QSvgRenderer(str(drawing))
    for size in SIZES:
        picture = QImage(size, size, QImage.Format.Format_ARGB32)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        renderer.render(painter, QRectF(0, 0, size, size))
        painter.end()
        target = folder / f"{size}x{size}" / "apps" / NAME
        target.parent.mkdir(parents=True, exist_ok=True)
        if not picture.save(str(target)):
            raise SystemExit(f"{target} cannot be written")


if __name__ == "__main__":
    draw(Path(sys.argv[1]), Path(sys.argv[2]))
