"""The fields in which other terms are tried: a caption over a control, and where its value is from."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QComboBox, QLabel, QSizePolicy, QSpinBox, QVBoxLayout, QWidget

from openclaw_desktop.ui import theme
from openclaw_desktop.ui.elided import ElidedLabel
from openclaw_desktop.ui.search_view import lettering

MOST_CHARS, STEP = 10_000_000, 1_000
NUMBER_LEAST, BESIDE_WORDS = 88, 42
TEXT_LEFT, EDITED_LEFT = 6, -2
"""Pixels that bring a number, and a chooser's words that can be edited, to where the others have theirs."""


class Field(QWidget):
    """A caption, a control, and where its value is from."""

    def __init__(self, caption: str, control: QWidget) -> None:
        super().__init__()
        self._source = ElidedLabel(elide=Qt.TextElideMode.ElideRight)
        self._source.setProperty("role", "meta")
        name = QLabel(caption)
        name.setProperty("role", "meta")
        name.setBuddy(control)
        control.setAccessibleName(caption or "Reset")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        for widget in (name, control, self._source):
            column.addWidget(widget)
        self._control = control

    def show_source(self, source: str) -> None:
        """Says where the value is from."""
        self._say(source, source, role="meta")

    def show_refusal(self, how: str, sentence: str) -> None:
        """Says how to write a value instead, and on hover why the one that is there is not taken."""
        self._say(how, sentence, role="wrong")

    def _say(self, words: str, hover: str, *, role: str) -> None:
        self._source.setText(words)
        self._source.setToolTip(hover)
        self._control.setToolTip(hover if role == "wrong" else "")
        self._control.setAccessibleDescription(hover)
        if self._source.property("role") != role:
            self._source.setProperty("role", role)
            self._source.style().polish(self._source)


def chooser(items: Sequence[str], *, hints: Sequence[str] = ()) -> QComboBox:
    """One of some words, each with what it means on hover; as wide as the longest needs it."""
    made = QComboBox()
    made.addItems(list(items))
    for at, hint in enumerate(hints):
        made.setItemData(at, hint, Qt.ItemDataRole.ToolTipRole)
    made.setFixedHeight(theme.ROW)
    made.setMinimumContentsLength(1)
    longest = max(map(lettering.metrics(theme.BODY).horizontalAdvance, items))
    made.setMinimumWidth(round(longest) + BESIDE_WORDS)
    made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return made


def editable_chooser(items: Sequence[str], *, empty: str) -> QComboBox:
    """One that takes other words too; `empty` stands there while it has none."""
    made = chooser(items)
    made.setEditable(True)
    made.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    made.setCompleter(None)  # pyright: ignore[reportArgumentType]
    field = made.lineEdit()
    if field is not None:
        field.setPlaceholderText(empty)
        field.setTextMargins(EDITED_LEFT, 0, 0, 0)
    made.setEditText("")
    made.setProperty("wrong", False)
    return made


def characters() -> QSpinBox:
    """A number of characters, from one on."""
    field = QSpinBox()
    field.setRange(1, MOST_CHARS)
    field.setSingleStep(STEP)
    field.setLocale(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    field.setGroupSeparatorShown(True)
    field.setFixedHeight(theme.ROW)
    field.lineEdit().setTextMargins(TEXT_LEFT, 0, 0, 0)
    field.setMinimumWidth(NUMBER_LEAST)
    field.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return field
