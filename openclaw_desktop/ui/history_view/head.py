"""Above a version's text: what is seen, how it is seen, and what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.elided import ElidedLabel, ElidedText


class Mode(StrEnum):
    """How the selected version is looked at."""

    TEXT = "Text"
    BEFORE = "Against the one before"
    NOW = "Against now"


SHORT = {Mode.TEXT: "Text", Mode.BEFORE: "Before", Mode.NOW: "Now"}
"""What the buttons say where there is no room for more."""

ROOMY = 620
"""Below this width the buttons use fewer words."""

ACTS = {
    "restore": ("undo", "Restore this version…"),
    "copy": ("copy", "Copy the text"),
    "open": ("markdown", "Open the file"),
    "review": ("review", "Show the proposal in Review"),
}


class DetailHead(QWidget):
    """A title, one line below it, the ways of looking, and the actions."""

    mode_chosen = Signal(object)  # Mode
    act_wanted = Signal(str)  # a key of ACTS

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = ElidedLabel()
        self._title.setProperty("role", "title")
        self._title.setMinimumHeight(theme.ROW)
        self._line = ElidedText(elide=Qt.TextElideMode.ElideRight)  # else a date would lose its first digit
        self._modes = QButtonGroup(self)
        self._buttons: dict[Mode, QToolButton] = {}
        for mode in Mode:
            button = QToolButton()
            button.setText(mode.value)
            button.setCheckable(True)
            button.setAccessibleName(mode.value)
            button.setToolTip(mode.value)
            self._modes.addButton(button)
            self._buttons[mode] = button
            button.clicked.connect(lambda _checked=False, m=mode: self.mode_chosen.emit(m))
        self._buttons[Mode.TEXT].setChecked(True)
        self.acts: dict[str, QToolButton] = {}
        for name, (_icon, words) in ACTS.items():
            button = self.acts[name] = QToolButton()
            button.setToolTip(words)
            button.setAccessibleName(words)
            button.clicked.connect(lambda _checked=False, n=name: self.act_wanted.emit(n))
        self.acts["restore"].setText("Restore…")
        self.acts["restore"].setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._lay_out()
        self._draw_icons()
        self.allow((), ())

    def show_title(self, title: str, line: str, hover: str = "") -> None:
        """Says what is seen."""
        self._title.setText(title)
        self._line.show_text(line, hover=hover)

    @property
    def title(self) -> str:
        """What it says."""
        return self._title.text()

    @property
    def line(self) -> str:
        """What it says below."""
        return self._line.text()

    def allow(self, acts: Sequence[str], modes: Sequence[Mode]) -> None:
        """Offers these actions and ways of looking."""
        for name, button in self.acts.items():
            button.setVisible(name in acts or name == "restore")
            button.setEnabled(name in acts)
        for mode, button in self._buttons.items():
            button.setEnabled(mode in modes)

    def set_mode(self, mode: Mode | None) -> None:
        """Marks how it is looked at, None for none of these ways; emits nothing."""
        self._modes.setExclusive(mode is not None)
        for one, button in self._buttons.items():
            button.setChecked(one is mode)

    @property
    def mode(self) -> Mode | None:
        """How it is marked as looked at."""
        return next((mode for mode, button in self._buttons.items() if button.isChecked()), None)

    def resizeEvent(self, event: QEvent) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Fewer words where there is less room."""
        roomy = self.width() >= ROOMY
        for mode, button in self._buttons.items():
            button.setText(mode.value if roomy else SHORT[mode])

    def changeEvent(self, event: QEvent) -> None:
        """Redraws the icons in the colours of a new theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self._draw_icons()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        upper = QHBoxLayout()
        upper.setSpacing(4)
        upper.addWidget(self._title, 1)
        for button in self.acts.values():
            upper.addWidget(button)
        lower = QHBoxLayout()
        lower.setSpacing(2)
        lower.addWidget(self._line)
        lower.addStretch(1)
        for button in self._buttons.values():
            lower.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, theme.GAP, theme.GAP, 6)
        column.setSpacing(0)
        column.addLayout(upper)
        column.addLayout(lower)

    def _draw_icons(self) -> None:
        for name, button in self.acts.items():
            button.setIcon(icons.icon(ACTS[name][0], self))
