"""One row of the settings: name, sentence, a control of the right kind, and a way back to the default."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QIcon
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.errors import SettingsError
from openclaw_desktop.settings import EditorSettings, Option, checked
from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.setting_words import as_text, explained, in_words, name_of
from openclaw_desktop.ui.settings_troubles import problems

CONTROL_WIDTH = 220
FILES = {"index.model", "agent.model"}
"""Settings that name a file."""

WIDE = {"review.policies": 168}
"""Lists whose lines are long: they stand below their sentence, so many pixels high."""


class SettingRow(QWidget):
    """Emits `changed` with a value that is allowed; explains one that is not and keeps the old."""

    changed = Signal(object, object)  # this row, the value
    browse_requested = Signal(object)  # this row: a file is to be chosen

    def __init__(self, option: Option, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.option = option
        self.name = name_of(option)
        self.searchable = f"{self.name} {option.key} {option.sentence}".casefold()
        self._value: Any = option.default
        self._refused = False  # the file has a value for it that is not used
        self._browse: QAction | None = None
        self._control, self._put = self._make_control()
        self._control.setAccessibleName(self.name)
        self._control.setAccessibleDescription(option.sentence)
        self._reset = QToolButton()
        wide = option.key in WIDE
        default = "the rules it came with" if wide else in_words(option, option.default)
        self._reset.setToolTip(f"Back to the default: {default}")
        self._reset.setAccessibleName(f"Reset {self.name}")
        keeps = self._reset.sizePolicy()
        keeps.setRetainSizeWhenHidden(True)
        self._reset.setSizePolicy(keeps)
        self._reset.clicked.connect(lambda: self.changed.emit(self, option.default))
        self._mark = QLabel("changed")
        self._mark.setProperty("role", "meta")
        self._complaint = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self._complaint.setProperty("role", "wrong")
        self._complaint.hide()
        self._lay_out()
        self._draw_icon()
        self.show_value(option.default)

    def show_value(self, value: Any) -> None:
        """Shows what is set; takes a complaint back."""
        self._value = value
        with QSignalBlocker(self._control):
            self._put(value)
        self._mark.setVisible(value != self.option.default)
        self._reset.setVisible(value != self.option.default)
        self._refused = False
        problem = " ".join(problems(self.option.key, value))
        self._complain(f"{problem} Such a line does nothing." if problem else "")

    @property
    def can_be_reset(self) -> bool:
        """The file has a line about it, used or not."""
        return self._refused or self._value != self.option.default

    def show_refusal(self, sentence: str) -> None:
        """Says that what the file has for it is not used; "" when it is."""
        if sentence:
            self._complain(f"In the file: {explained(self.option, sentence)}. The default is used instead.")
            self._reset.setVisible(True)
        elif self._refused:
            self.show_value(self._value)
        self._refused = bool(sentence)

    def complain(self, sentence: str, value: Any) -> None:
        """Says below the control why a value is not taken; `value` is what counts still."""
        self.show_value(value)
        self._complain(sentence)

    def changeEvent(self, event: QEvent) -> None:
        """Redraws the icon in the colours of a new theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self._draw_icon()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        name = QHBoxLayout()
        name.setSpacing(theme.GAP)
        name.addWidget(QLabel(self.name))
        name.addWidget(self._mark)
        name.addStretch(1)
        sentence = QLabel(self.option.sentence, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        sentence.setProperty("role", "meta")
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addStretch(1)
        words.addLayout(name)
        for widget in (sentence, self._complaint):
            words.addWidget(widget)
        words.addStretch(1)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 6, 0, 6)
        grid.setHorizontalSpacing(theme.GAP)
        grid.setColumnStretch(0, 1)
        grid.setColumnMinimumWidth(3, 34)
        grid.addLayout(words, 0, 0)
        unit = QLabel(self.option.unit)
        unit.setProperty("role", "meta")
        unit.setMinimumWidth(28)
        grid.addWidget(unit, 0, 2)
        if self.option.key in WIDE:
            grid.addWidget(self._reset, 0, 3)
            grid.addWidget(self._control, 1, 0, 1, 4)
            return
        grid.addWidget(self._control, 0, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(self._reset, 0, 3)

    def _make_control(self) -> tuple[QWidget, Callable[[Any], None]]:
        """The control of this kind of value, and how a value is put into it."""
        if self.option.kind is bool:
            box = QCheckBox()
            box.setFixedWidth(CONTROL_WIDTH)
            box.toggled.connect(self._take)
            return box, box.setChecked
        if self.option.choices:
            menu = QComboBox()
            menu.setFixedWidth(CONTROL_WIDTH)
            for choice in self.option.choices:
                menu.addItem(in_words(self.option, choice), choice)
            menu.currentIndexChanged.connect(lambda: self._take(menu.currentData()))
            return menu, lambda value: menu.setCurrentIndex(menu.findData(value))
        if self.option.kind is tuple:
            lines = _Lines()
            if self.option.key in WIDE:
                lines.setFixedHeight(WIDE[self.option.key])
                lines.setFont(theme.mono(EditorSettings()))
            else:
                lines.setFixedSize(CONTROL_WIDTH, 64)
            lines.left.connect(lambda: self._take(lines.toPlainText().split("\n")))
            return lines, lambda value: lines.setPlainText("\n".join(value))
        return self._make_field()

    def _make_field(self) -> tuple[QWidget, Callable[[Any], None]]:
        field = QLineEdit()
        field.setFixedWidth(CONTROL_WIDTH)
        empty = "as the preset says" if self.option.optional else in_words(self.option, self.option.default)
        field.setPlaceholderText(empty)
        field.editingFinished.connect(lambda: self._take(field.text().strip()))
        if self.option.key in FILES:
            self._browse = field.addAction(QIcon(), QLineEdit.ActionPosition.TrailingPosition)
            self._browse.setToolTip("Choose a file…")
            self._browse.triggered.connect(lambda: self.browse_requested.emit(self))
        return field, lambda value: field.setText("" if value is None else as_text(value))

    def _take(self, raw: Any) -> None:
        try:
            value = checked(self.option, raw)
        except SettingsError as error:
            self._complain(f"{explained(self.option, str(error))}. The old value stays.")
            return
        if wrong := problems(self.option.key, value):
            self._complain("\n".join([*wrong, "The old rules stay."]))
            return
        self._complain("")
        if value != self._value:
            self._value = value
            self.changed.emit(self, value)

    def _complain(self, sentence: str) -> None:
        self._complaint.setText(sentence)
        self._complaint.setVisible(bool(sentence))
        self._control.setProperty("wrong", bool(sentence))
        self._control.style().unpolish(self._control)
        self._control.style().polish(self._control)

    def _draw_icon(self) -> None:
        self._reset.setIcon(icons.icon("undo", self))
        if self._browse is not None:
            self._browse.setIcon(icons.icon("folder", self))


class _Lines(QPlainTextEdit):
    """A list, one item a line; `left` when the person is done with it."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "field")
        self.setPlaceholderText("one a line")
        self.setTabChangesFocus(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()
