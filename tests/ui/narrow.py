"""What is wrong with a window that is too small: words that are cut, widgets that cover another."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QComboBox,
    QLabel,
    QLayout,
    QPushButton,
    QSplitter,
    QToolButton,
    QWidget,
)
from reading_order import named

from openclaw_desktop.ui.elided import ElidedLabel
from openclaw_desktop.ui.first_search import Chip


def faults(window: QWidget) -> list[str]:
    """All that is seen to be wrong, in words."""
    seen = [widget for widget in window.findChildren(QWidget) if widget.isVisible()]
    return [*_cut(seen), *_covered(seen), *_outside(window, seen)]


def _cut(seen: list[QWidget]) -> Iterator[str]:
    for widget in seen:
        if isinstance(widget, QLabel) and not isinstance(widget, ElidedLabel) and not widget.wordWrap():
            text = "" if widget.textFormat() == Qt.TextFormat.RichText else widget.text()
        elif isinstance(widget, QToolButton) and _shows_only_its_icon(widget):
            continue  # its words are there to be heard
        elif isinstance(widget, QPushButton | QToolButton) and not isinstance(widget, Chip):
            text = widget.text().replace("&", "")
        elif isinstance(widget, QComboBox) and not widget.isEditable():
            text = widget.currentText() if widget.minimumContentsLength() == 0 else ""
        else:
            continue
        if widget.fontMetrics().horizontalAdvance(text) > widget.contentsRect().width() + 1:
            yield f"cut: {type(widget).__name__} “{text}”"


def _shows_only_its_icon(button: QToolButton) -> bool:
    icon_only = button.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonIconOnly
    return icon_only and not button.icon().isNull()


def _covered(seen: list[QWidget]) -> Iterator[str]:
    whole = [layout for widget in seen if (layout := widget.layout()) is not None]
    for layout in (part for one in whole for part in (one, *one.findChildren(QLayout))):
        items = [item.widget() for at in range(layout.count()) if (item := layout.itemAt(at))]
        widgets = [widget for widget in items if widget is not None and widget.isVisible()]
        for at, one in enumerate(widgets):
            for other in widgets[at + 1 :]:
                shared = one.geometry() & other.geometry()
                if shared.width() > 1 and shared.height() > 1:
                    yield f"covered: “{named(one)}” and “{named(other)}”, {type(one).__name__}"


def _outside(window: QWidget, seen: list[QWidget]) -> Iterator[str]:
    for widget in seen:
        place = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())
        scrolled = any(isinstance(above, QAbstractScrollArea) for above in _above(widget))
        if not scrolled and place.right() > window.rect().right() and not isinstance(widget, QSplitter):
            yield f"outside: {type(widget).__name__} “{named(widget)}”, to {place.right()}"


def _above(widget: QWidget) -> Iterator[QWidget]:
    parent = widget.parentWidget()
    while parent is not None:
        yield parent
        parent = parent.parentWidget()
