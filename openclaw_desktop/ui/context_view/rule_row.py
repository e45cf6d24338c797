"""One rule in a panel: its name, a slider or a switch, its value, and where the value is from."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QSlider

from openclaw_desktop.context.policy import Rules
from openclaw_desktop.context.rules.parameters import Parameter
from openclaw_desktop.context.rules.values import Value
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view import rule_values
from openclaw_desktop.ui.search_view import lettering

VALUE_WIDTH = 92


class RuleRow(QObject):
    """Puts its four widgets into a row of a grid."""

    changed = Signal(str, object)  # the parameter's key, the value
    looked_at = Signal(str)  # the mouse or the keyboard is at this one

    def __init__(self, parameter: Parameter, grid: QGridLayout, row: int, parent: QObject) -> None:
        super().__init__(parent)
        self.parameter = parameter
        self._stops: tuple[Value, ...] = ()
        self._name = QLabel(rule_values.NAMES[parameter.key])
        self._said, self._source = QLabel(), QLabel()
        self.switch = QCheckBox() if parameter.unit == "switch" else None
        self.slider = None if self.switch else QSlider(Qt.Orientation.Horizontal)
        control = self.control
        control.setAccessibleName(self._name.text())
        self._name.setBuddy(control)
        self._said.setFont(lettering.font(theme.BODY))
        self._said.setMinimumWidth(VALUE_WIDTH)
        self._said.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._source.setProperty("role", "meta")
        for column, widget in enumerate((self._name, control, self._said, self._source)):
            grid.addWidget(widget, row, column)
            widget.installEventFilter(self)
        if self.slider is not None:
            self.slider.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.slider.valueChanged.connect(self._moved)
        if self.switch is not None:
            self.switch.toggled.connect(self._toggled)

    @property
    def control(self) -> QSlider | QCheckBox:
        """What the keyboard works with."""
        control = self.slider or self.switch
        assert control is not None
        return control

    def show_rules(self, rules: Rules, own: Rules) -> None:
        """Stands where these rules have it; `own` are the agent's."""
        value = rules.value(self.parameter.key)
        with QSignalBlocker(self.control):
            if self.switch is not None:
                self.switch.setChecked(bool(value))
            elif self.slider is not None:
                self._stops = rule_values.stops(self.parameter, own.value(self.parameter.key), value)
                self.slider.setRange(0, len(self._stops) - 1)
                self.slider.setPageStep(max(1, len(self._stops) // 12))
                self.slider.setValue(self._stops.index(self.parameter.within(value)))
        said = rule_values.said(self.parameter, value)
        source = rule_values.source(rules, own, self.parameter)
        applies = rule_values.applies(rules, self.parameter)
        for widget in (self._name, self.control, self._said, self._source):
            widget.setEnabled(applies)
            widget.setToolTip(rule_values.explained(own, self.parameter))
        self._said.setText(said)
        self._source.setText(source)
        self.control.setAccessibleDescription(f"{said}, {source}. {self.parameter.sentence}")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tells which rule is looked at; the wheel scrolls, unless the slider has the keyboard."""
        if event.type() == QEvent.Type.Wheel and watched is self.control and not self.control.hasFocus():
            event.ignore()
            return True
        if event.type() in (QEvent.Type.Enter, QEvent.Type.FocusIn):
            self.looked_at.emit(self.parameter.key)
        return super().eventFilter(watched, event)

    def _moved(self, place: int) -> None:
        self.changed.emit(self.parameter.key, self._stops[place])

    def _toggled(self, on: bool) -> None:
        self.changed.emit(self.parameter.key, on)
