"""Paints the icon: `python drawing.py APP.SVG 16=SMALL.PNG 256=LARGE.PNG ...`; needs PySide6."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer


def paint(drawing: Path, size: int, target: Path) -> None:
    """Writes the drawing as a picture of `size` by `size` pixels; leaves with a sentence when it cannot."""
    picture = QImage(size, size, QImage.Format.Format_ARGB32)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(str(drawing)).render(painter, QRectF(0, 0, size, size))
    painter.end()
    target.parent.mkdir(parents=True, exist_ok=True)
    if not picture.save(str(target)):
        raise SystemExit(f"{target} cannot be written")


if __name__ == "__main__":
    for word in sys.argv[2:]:
        pixels, _, file = word.partition("=")
        paint(Path(sys.argv[1]), int(pixels), Path(file))
