"""What a person without a mouse, or without a screen, meets in a window."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QScrollArea,
    QScrollBar,
    QTabBar,
    QWidget,
)

from openclaw_desktop.ui.elided import ElidedText

ROW = 12
"""Centres that are less than so many pixels apart in height stand in one row."""


def stops(page: QWidget) -> list[QWidget]:
    """Where Tab stops in `page`, in its order, from the first one of the window."""
    found: list[QWidget] = []
    widget = page.window()
    while (following := widget.nextInFocusChain()) is not None and following is not page.window():
        widget = following
        takes_tab = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
        if takes_tab and widget.isVisible() and widget.isEnabled() and page.isAncestorOf(widget):
            found.append(widget)
    return found


def out_of_order(page: QWidget) -> list[str]:
    """Pairs of stops of which the later stands above, or in the same row to the left."""
    wrong: list[str] = []
    found = stops(page)
    for before, after in pairwise(found):
        one, other = (w.mapTo(page, QPoint(w.width() // 2, w.height() // 2)) for w in (before, after))
        is_same_row = abs(one.y() - other.y()) < ROW
        if (is_same_row and other.x() < one.x()) or (not is_same_row and other.y() < one.y()):
            wrong.append(f"{named(before)} -> {named(after)}")
    return wrong


def named(widget: QWidget) -> str:
    """What a screen reader says of it."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name) if interface else ""


def unnamed(page: QWidget) -> list[str]:
    """Stops that a screen reader has no name or no role for."""
    return [
        f"{type(widget).__name__} at {widget.pos()}"
        for widget in stops(page)
        if not named(widget) or _role(widget) in (QAccessible.Role.NoRole, QAccessible.Role.Client)
    ]


ROLELESS = (QAccessible.Role.NoRole, QAccessible.Role.Client)
"""What Qt says of a widget it knows nothing of."""

CONTROLS = (QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit)


def controls(page: QWidget) -> list[QWidget]:
    """Everything seen in `page` that a hand can do something with, whether Tab stops there or not."""
    return [
        widget
        for widget in page.findChildren(QWidget)
        if widget.isVisible()
        and (isinstance(widget, CONTROLS) or widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        and not isinstance(widget, QScrollBar)
        and widget.focusProxy() is None
        and not isinstance(widget, ElidedText)  # a button for the sake of copying, else a label
        and not _is_inside_another(widget)
    ]


def nameless(page: QWidget) -> list[str]:
    """Controls that a screen reader has no name or no role for."""
    return [
        f"{type(widget).__name__} in {type(widget.parentWidget()).__name__} at {widget.pos()}"
        for widget in controls(page)
        if not named(widget) or (_role(widget) in ROLELESS and not _is_described(widget))
    ]


def _is_described(widget: QWidget) -> bool:
    """A page that is scrolled, or a drawing that says in words what it shows or how it is used."""
    return isinstance(widget, QScrollArea) or bool(widget.accessibleDescription())


def _is_inside_another(widget: QWidget) -> bool:
    """A part that Qt made: the field of a spin box, the button of a field, the header of a list."""
    return isinstance(widget, QHeaderView) or isinstance(
        widget.parentWidget(), QAbstractSpinBox | QComboBox | QLineEdit | QTabBar
    )


def _role(widget: QWidget) -> QAccessible.Role:
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.role() if interface else QAccessible.Role.NoRole


def looks_focused(widget: QWidget) -> bool:
    """Whether the focus can be seen: the same widget with and without it is not the same picture."""
    widget.clearFocus()
    without = widget.grab().toImage()
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    return widget.grab().toImage() != without
