"""The keys of a timeline: all that the mouse can do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from openclaw_desktop.ui.context_view.timeline import Timeline

Key = Qt.Key
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
ZOOM_STEP, PAN_STEP, PAN_FAR = 1.4, 0.15, 0.9

KEYS = (
    "Left and Right: an entry; with Control: a turn; with Shift: pan. Page Up and Page Down: pan far. Plus"
    " and minus: zoom; 0: all. M: the next mark; with Shift: the one before. Home, End. Enter: read."
)


def press(timeline: Timeline, key: int, modifiers: Qt.KeyboardModifier) -> bool:
    """Does what a key is for; False for a key that is for nothing here."""
    way = {Key.Key_Left: -1, Key.Key_Right: 1}.get(Key(key), 0)
    if way and modifiers & SHIFT:
        timeline.pan(way * PAN_STEP)
    elif way and modifiers & CONTROL:
        timeline.step_turn(way)
    elif way:
        timeline.step(way)
    elif key in (Key.Key_Plus, Key.Key_Equal):
        timeline.zoom(ZOOM_STEP)
    elif key == Key.Key_Minus:
        timeline.zoom(1 / ZOOM_STEP)
    elif key == Key.Key_0:
        timeline.show_all()
    elif key in (Key.Key_Home, Key.Key_End):
        timeline.step(-(10**9) if key == Key.Key_Home else 10**9)
    elif key in (Key.Key_PageUp, Key.Key_PageDown):
        timeline.pan(-PAN_FAR if key == Key.Key_PageUp else PAN_FAR)
    elif key == Key.Key_M:
        timeline.step_mark(-1 if modifiers & SHIFT else 1)
    elif key == Key.Key_S:
        timeline.why_wanted.emit()
    elif key in (Key.Key_Return, Key.Key_Enter) and timeline.playhead >= 0:
        timeline.opened.emit(timeline.playhead)
    else:
        return False
    return True
