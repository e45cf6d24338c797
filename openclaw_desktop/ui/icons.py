"""One family of stroke icons, drawn in the colours of the theme."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QImage, QPainter, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QWidget

from openclaw_desktop import resources
from openclaw_desktop.ui.theme import colours

SMALL = 16
LARGEST = 2.0
"""The device pixel ratio that serves a screen which comes later: it is scaled down there."""


def icon(name: str, widget: QWidget, size: int = SMALL) -> QIcon:
    """The icon `name` in the colours of `widget`'s theme, `size` pixels; crisp on every screen there is.

    A widget asks again on QEvent.PaletteChange. A checked button's icon is drawn in the accent.
    """
    look = colours(widget)
    faded = QColor(look.text_faint)
    faded.setAlphaF(0.5)
    # Not one for every ratio and size that there might be: to draw them all delayed the window.
    ratios = {LARGEST, widget.devicePixelRatioF()}
    ratios |= {screen.devicePixelRatio() for screen in QGuiApplication.screens()}
    result = QIcon()
    for mode, state, ink in (
        (QIcon.Mode.Normal, QIcon.State.Off, look.text_dim),
        (QIcon.Mode.Active, QIcon.State.Off, look.text),
        (QIcon.Mode.Selected, QIcon.State.Off, look.text),
        (QIcon.Mode.Normal, QIcon.State.On, look.accent),
        (QIcon.Mode.Disabled, QIcon.State.Off, faded),
    ):
        for ratio in ratios:
            result.addPixmap(pixmap(name, ink, size, ratio), mode, state)
    return result


def pixmap(name: str, colour: QColor, size: int = SMALL, ratio: float = 1.0) -> QPixmap:
    """The icon `name` in one colour, `size` pixels at device pixel ratio `ratio`; for delegates."""
    key = f"icon-{name}-{colour.rgba():x}-{size}-{ratio}"
    result = QPixmap()
    if QPixmapCache.find(key, result):
        return result
    pixels = round(size * ratio)
    result = QPixmap(pixels, pixels)
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    painter.drawImage(0, 0, _shape(name, pixels))
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(0, 0, pixels, pixels, colour)
    painter.end()
    result.setDevicePixelRatio(ratio)
    QPixmapCache.insert(key, result)
    return result


@cache
def _shape(name: str, pixels: int) -> QImage:
    """The icon without its colours, of which each widget has five: to draw it takes far longer than those."""
    result = QImage(pixels, pixels, QImage.Format.Format_ARGB32_Premultiplied)
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    QSvgRenderer(str(resources.path(f"icons/{name}.svg"))).render(painter, QRectF(0, 0, pixels, pixels))
    painter.end()
    return result
