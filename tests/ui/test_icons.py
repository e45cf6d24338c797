"""Icons: one drawing of each, in whatever colour it is wanted."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QImage, QPixmap
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from openclaw_desktop.ui import icons, theme


def inks(picture: QPixmap) -> set[str]:
    """The colours of what is drawn through and through."""
    image = picture.toImage().convertToFormat(QImage.Format.Format_ARGB32)
    pixels = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    return {pixel.name() for pixel in pixels if pixel.alpha() > 250}


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_an_icon_is_drawn_in_its_colour_on_nothing(qtbot: QtBot, ratio: float) -> None:
    picture = icons.pixmap("folder", QColor("#336699"), 16, ratio)
    assert picture.width() == round(16 * ratio)
    assert picture.deviceIndependentSize().width() == pytest.approx(16, abs=0.5)
    assert inks(picture) == {"#336699"}
    assert picture.toImage().pixelColor(0, 0).alpha() == 0


def test_a_faded_colour_fades_the_icon(qtbot: QtBot) -> None:
    faded = QColor("#336699")
    faded.setAlphaF(0.5)
    image = icons.pixmap("folder", faded).toImage().convertToFormat(QImage.Format.Format_ARGB32)
    strongest = max(image.pixelColor(x, y).alpha() for x in range(16) for y in range(16))
    assert 100 < strongest <= 128


def test_a_button_has_an_ink_for_each_of_its_states(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    look = theme.colours(widget)
    icon = icons.icon("search", widget, 20)
    size = QSize(20, 20)
    assert inks(icon.pixmap(size, 1.0)) == {look.text_dim.name()}
    assert inks(icon.pixmap(size, 1.0, QIcon.Mode.Active)) == {look.text.name()}
    assert inks(icon.pixmap(size, 1.0, QIcon.Mode.Normal, QIcon.State.On)) == {look.accent.name()}
    assert icon.pixmap(size, 2.0).size() == QSize(40, 40)
