"""Draws the icon in the sizes of the icon theme: `python icons.py APP.SVG ICONS-FOLDER`; needs PySide6."""

from __future__ import annotations

import sys
from pathlib import Path

from drawing import paint

SIZES = (16, 22, 24, 32, 48, 64, 96, 128, 192, 256, 512)
NAME = "openclaw-desktop.png"


def draw(drawing: Path, folder: Path) -> None:
    """Writes `<folder>/<size>x<size>/apps/openclaw-desktop.png` for each size."""
    for size in SIZES:
        paint(drawing, size, folder / f"{size}x{size}" / "apps" / NAME)


if __name__ == "__main__":
    draw(Path(sys.argv[1]), Path(sys.argv[2]))
