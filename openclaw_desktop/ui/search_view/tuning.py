"""Try another ranking: sliders whose effect is seen at once, and what they moved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QSlider, QVBoxLayout, QWidget

from openclaw_desktop.search.question import Parameters
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.search_view import lettering
from openclaw_desktop.ui.search_view.move_list import MoveList
from openclaw_desktop.ui.search_view.moves import Move

HALF_LIVES = (0.0, 1.0, 2.0, 3.0, 5.0, 7.0, 10.0, 14.0, 21.0, 30.0, 45.0, 60.0, 90.0, 120.0, 180.0, 365.0)
"""The stops of the half-life slider, in days; 0 turns decay off."""


@dataclass(frozen=True, slots=True)
class Knob:
    """One slider: the parameter it moves, its name, its stops, and how a value is said."""

    parameter: str
    name: str
    stops: tuple[float, ...]
    said: Callable[[float], str]
    gathers: bool = False  # needs other candidates, not only another order


def _hundred(low: float = 0.0) -> tuple[float, ...]:
    return tuple(round(low + step / 100, 2) for step in range(101 - round(low * 100)))


KNOBS = (
    Knob("vector_weight", "vector / keyword", _hundred(), lambda v: f"{v:.2f} / {1 - v:.2f}"),
    Knob("half_life_days", "half-life", HALF_LIVES, lambda v: f"{v:g} days" if v else "no decay"),
    Knob("mmr_lambda", "diversity λ", _hundred(), lambda v: f"{v:.2f}" if v < 1 else "off"),
    Knob("min_score", "minimum", _hundred(), lambda v: f"{v:.2f}"),
    Knob(
        "candidate_multiplier",
        "candidates",
        tuple(float(n) for n in range(1, 21)),
        lambda v: f"{v:g} × shown",
        gathers=True,
    ),
)


class Tuning(QWidget):
    """The sliders. `changed` carries whether other candidates are needed, or only another order."""

    changed = Signal(bool)
    saved = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._start: dict[str, float] = {}
        self._sliders: dict[str, _Slider] = {knob.parameter: _Slider(knob) for knob in KNOBS}
        self.title = QLabel("Try")
        self.title.setProperty("role", "title")
        self._moved = MoveList()
        self.reset_button = QPushButton("&Reset")
        self.reset_button.clicked.connect(self.reset)
        self.save_button = QPushButton("&Save as my default")
        self.save_button.clicked.connect(self.saved)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(theme.GAP)
        column.addWidget(self.title)
        column.addLayout(self._grid())
        column.addWidget(self._moved, 1)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.reset_button)
        buttons.addWidget(self.save_button)
        column.addLayout(buttons)
        self._show_buttons()

    def start_from(self, parameters: Parameters) -> None:
        """Puts every slider where this ranking has it; what is tried counts from here."""
        for name, slider in self._sliders.items():
            slider.put(float(getattr(parameters, name)))
        self._start = self._values()
        self._show_buttons()

    def overrides(self) -> dict[str, float]:
        """The parameters that stand elsewhere than at the start."""
        return {name: value for name, value in self._values().items() if value != self._start.get(name)}

    def reset(self) -> None:
        """Puts every slider back to the start."""
        gathers = any(knob.gathers and knob.parameter in self.overrides() for knob in KNOBS)
        for name, value in self._start.items():
            self._sliders[name].put(value)
        self._show_buttons()
        self.changed.emit(gathers)

    def slider(self, parameter: str) -> QSlider:
        """The slider of one parameter."""
        return self._sliders[parameter].slider

    def show_moves(self, moved: Mapping[int, Move], names: Mapping[int, str]) -> None:
        """Lists what the tried ranking moved, the largest moves first; `names` are paths by chunk id."""
        if not self.overrides():
            self._moved.show_sentence("Move a slider and see at once what it changes.")
        elif not moved:
            self._moved.show_sentence("The order stays the same.")
        else:
            ordered = sorted(moved.values(), key=lambda m: (m.places == 0, -m.places))
            self._moved.show_moves([(move, names.get(move.chunk_id, "")) for move in ordered])

    def _values(self) -> dict[str, float]:
        return {name: slider.value for name, slider in self._sliders.items()}

    def _grid(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(theme.GAP)
        grid.setColumnStretch(1, 1)
        for number, knob in enumerate(KNOBS):
            slider = self._sliders[knob.parameter]
            name = QLabel(knob.name)
            name.setProperty("role", "dim")
            name.setBuddy(slider.slider)
            grid.addWidget(name, number, 0)
            grid.addWidget(slider.slider, number, 1)
            grid.addWidget(slider.said, number, 2)
            slider.slider.valueChanged.connect(partial(self._on_moved, knob))
        return grid

    def _on_moved(self, knob: Knob, _: int) -> None:
        self._sliders[knob.parameter].say()
        self._show_buttons()
        self.changed.emit(knob.gathers)

    def _show_buttons(self) -> None:
        tried = bool(self.overrides())
        self.reset_button.setEnabled(tried)
        self.save_button.setEnabled(tried)


class _Slider:
    """A slider over stops, and the label that says its value."""

    def __init__(self, knob: Knob) -> None:
        self._knob = knob
        self._stops = knob.stops
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(knob.name)
        self.slider.setRange(0, len(knob.stops) - 1)
        self.slider.setPageStep(max(1, len(knob.stops) // 10))
        self.said = QLabel()
        self.said.setFont(lettering.font(theme.BODY))
        self.said.setMinimumWidth(88)
        self.said.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    @property
    def value(self) -> float:
        """The parameter's value where the slider stands."""
        return self._stops[self.slider.value()]

    def put(self, value: float) -> None:
        """Stands at `value`, which becomes a stop if it is none, without telling anybody."""
        self._stops = tuple(sorted({*self._knob.stops, value}))
        blocked = self.slider.blockSignals(True)
        self.slider.setRange(0, len(self._stops) - 1)
        self.slider.setValue(self._stops.index(value))
        self.slider.blockSignals(blocked)
        self.say()

    def say(self) -> None:
        """Writes the value beside the slider."""
        self.said.setText(self._knob.said(self.value))
        self.slider.setAccessibleDescription(self.said.text())
