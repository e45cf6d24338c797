"""Where the keyboard is: moving it between panes, and sending it what the Edit menu says."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

EDITING = {
    "undo": "undo",
    "redo": "redo",
    "cut": "cut",
    "copy": "copy",
    "paste": "paste",
    "select_all": "selectAll",
}
"""Verbs of the Edit menu, and the slot of the focused widget that does them."""


def edit(slot: str) -> None:
    """Undo, copy and the like go to whatever has the focus and knows them."""
    act: object = getattr(QApplication.focusWidget(), slot, None)
    if callable(act):
        act()


def holds(pane: QWidget) -> bool:
    """The focus is in `pane`."""
    focused = QApplication.focusWidget()
    return focused is not None and (pane is focused or pane.isAncestorOf(focused))


def position(panes: Sequence[QWidget]) -> int:
    """Which of `panes` has the focus; the first when none has."""
    return next((index for index, pane in enumerate(panes) if holds(pane)), 0)


def takes(widget: QWidget) -> bool:
    """It is seen, and it is one of those that Tab stops at."""
    return widget.isVisible() and widget.isEnabled() and bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


def can_take(pane: QWidget) -> bool:
    """Something is seen in `pane`, or it is that itself, that takes the focus."""
    return any(takes(widget) for widget in (pane, *pane.findChildren(QWidget)))


def into(pane: QWidget) -> None:
    """Gives the focus to the pane, or to the first thing in it that takes it.

    Qt would give it to a pane that only holds others too: there nobody sees it, and no key does a thing.
    """
    reason = Qt.FocusReason.ShortcutFocusReason
    taker = pane
    while (proxy := taker.focusProxy()) is not None:
        taker = proxy
    if takes(taker):
        pane.setFocus(reason)
    else:
        (next(filter(takes, pane.findChildren(QWidget)), None) or pane).setFocus(reason)


def in_order(window: QWidget, parts: Sequence[QWidget]) -> None:
    """Lets Tab go through what is seen in `parts` in their order; what is in none of them comes last.

    A part may lie in an earlier one, of which the rest comes before it.
    """
    found: list[QWidget] = []
    widget = window.nextInFocusChain()
    while widget is not None and widget is not window:
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus and not widget.focusProxy():
            found.append(widget)
        widget = widget.nextInFocusChain()

    def part_of(stop: QWidget) -> int:
        within = (at for at, part in enumerate(parts) if part.isAncestorOf(stop))
        return max(within, default=len(parts))

    wanted = sorted(found, key=part_of)
    if wanted != found:
        for before, after in pairwise(wanted):
            QWidget.setTabOrder(before, after)
