"""The style sheet: hairlines, no boxes inside boxes. Colours, sizes of text and radius are the theme's."""

from __future__ import annotations

from dataclasses import fields
from string import Template
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor

from openclaw_desktop import resources

if TYPE_CHECKING:
    from openclaw_desktop.ui.theme import Colours


def stylesheet(look: Colours, *, meta: int, title: int, empty: int, radius: int) -> str:
    """The program's style sheet in the colours of one theme, with its sizes in pixels."""
    names = {f.name: getattr(look, f.name) for f in fields(look)}
    values = {name: value.name() for name, value in names.items() if isinstance(value, QColor)}
    icons = resources.path("icons").as_posix()
    shade, other = ("dark", "light") if look.dark else ("light", "dark")
    return _SHEET.substitute(
        values,
        meta=f"{meta}px",
        title=f"{title}px",
        empty=f"{empty}px",
        radius=f"{radius}px",
        clear=f"{icons}/clear.svg",  # Qt reads it once: one grey for both themes
        chevron=f"{icons}/chevron-{shade}.svg",
        check=f"{icons}/check-{shade}.svg",  # on the accent
        tick=f"{icons}/check-{other}.svg",  # on the ground of a menu
    )


_SHEET = Template("""
QToolTip { background: $raised; color: $text; border: 1px solid $hairline; padding: 4px 8px; }

QLabel { background: transparent; }
QLabel[role="title"] { font-size: $title; }
QLabel[role="meta"] { font-size: $meta; color: $text_dim; }
QLabel[role="dim"] { color: $text_dim; }
QLabel[role="empty"] { font-size: $empty; }
QMessageBox QLabel#qt_msgbox_label { font-size: $title; }
QMessageBox QLabel#qt_msgbox_informativelabel { color: $text_dim; min-width: 320px; }
QLabel[role="held"] { color: $held; }
QLabel[role="wrong"] { font-size: $meta; color: $removed; }
QFrame[role="hairline"] { background: $hairline; border: none; }

QPushButton { background: $raised; border: 1px solid $hairline; border-radius: $radius; padding: 4px 12px;
  min-height: 18px; }
QPushButton:hover { background: $hover; }
QPushButton:pressed { background: $selection; }
QPushButton:focus { border-color: $accent; }
QPushButton:disabled { color: $text_faint; background: transparent; }
QPushButton[primary="true"] { background: $accent; color: $on_accent; border-color: $accent; }
QPushButton[primary="true"]:hover, QPushButton[primary="true"]:focus { border-color: $text; }
QPushButton[primary="true"]:disabled { background: transparent; color: $text_faint; border-color: $hairline; }
QPushButton[flat="true"] { background: transparent; border-color: transparent; }
QPushButton[flat="true"]:hover { background: $hover; }
QPushButton[flat="true"]:focus { border-color: $accent; }

QPushButton[role="fold"] { color: $text_dim; padding: 0 4px; text-align: left; }

QPushButton[role="status"] { font-size: $meta; padding: 0 8px; min-height: 16px; max-height: 18px;
  background: transparent; border-radius: 4px; }
QPushButton[role="status"]:hover { background: $hover; }

QToolButton { background: transparent; border: 1px solid transparent; border-radius: $radius; padding: 3px; }
QToolButton:hover { background: $hover; }
QToolButton:pressed, QToolButton:checked { background: $selection; }
QToolButton:focus { border-color: $accent; }
QToolButton:disabled { color: $text_faint; }
QToolButton::menu-indicator { image: none; }

QToolButton[role="rail"] { border: none; border-left: 2px solid transparent; border-radius: 0;
  padding-right: 2px; }
QToolButton[role="rail"]:hover, QToolButton[role="rail"]:focus { background: $hover; }
QToolButton[role="rail"]:checked { background: transparent; border-left-color: $accent; }
QToolButton[role="rail"]:checked:focus { background: $hover; }

QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox, QPlainTextEdit[role="field"] {
  background: $raised; border: 1px solid $hairline; border-radius: $radius; padding: 3px 8px;
  min-height: 20px; selection-background-color: $accent; selection-color: $on_accent; }
QLineEdit { lineedit-clear-button-icon: url("$clear"); }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus { border-color: $accent; }
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QComboBox:disabled { color: $text_faint; }
QLineEdit[wrong="true"], QPlainTextEdit[wrong="true"], QComboBox[wrong="true"] { border-color: $removed; }
QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button, QDoubleSpinBox::down-button {
  width: 0; border: none; }
QComboBox { padding-right: 22px; }
QComboBox QLineEdit { background: transparent; border: none; padding: 0; min-height: 0; }
QComboBox::drop-down { border: none; width: 22px; }
QComboBox::down-arrow { image: url("$chevron"); width: 12px; height: 12px; }
QComboBox QAbstractItemView { background: $raised; border: 1px solid $hairline; padding: 4px;
  selection-background-color: $selection; selection-color: $text; outline: none; }

QCheckBox { spacing: 8px; }
QCheckBox::indicator { width: 14px; height: 14px; border: 1px solid $text_faint; border-radius: 4px;
  background: $raised; }
QCheckBox::indicator:hover, QCheckBox::indicator:focus { border-color: $accent; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent; image: url("$check"); }
QCheckBox::indicator:checked:hover, QCheckBox::indicator:checked:focus { border-color: $text; }
QRadioButton { spacing: 8px; }

QSlider::groove:horizontal { height: 2px; background: $hairline; border-radius: 1px; }
QSlider::sub-page:horizontal { background: $text_faint; border-radius: 1px; }
QSlider::handle:horizontal { width: 12px; height: 12px; margin: -5px 0; border-radius: 6px;
  background: $text_dim; }
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus { background: $accent; }
QSlider::handle:horizontal:disabled, QSlider::sub-page:horizontal:disabled { background: $hairline; }

QAbstractScrollArea { border: none; }
QScrollArea[role="reading"], QPlainTextEdit[role="reading"] { border: 1px solid transparent;
  border-radius: $radius; }
QScrollArea[role="reading"]:focus, QPlainTextEdit[role="reading"]:focus { border-color: $accent; }
QListView, QTreeView, QTableView { background: $surface; border: none; outline: none;
  selection-background-color: $selection; selection-color: $text; }
QTreeView, QListView { show-decoration-selected: 1; }
QTreeView[role="table"] { border: 1px solid transparent; border-radius: $radius; }
QTreeView[role="table"]:focus { border-color: $accent; }
QTreeView[role="table"]::item { padding: 3px 8px 3px 5px; }
QTreeView[role="table"]::item:selected { background: $selection; color: $text; }
QListView[role="lines"] { border: 1px solid $hairline; border-radius: $radius; padding: 3px; }
QListView[role="lines"]:focus { border-color: $accent; }
QListView[role="lines"]::item { padding: 6px 8px; border-radius: 4px; }
QListView[role="lines"]::item:selected { background: $selection; color: $text; }
QHeaderView::section { background: $window; border: none; border-bottom: 1px solid $hairline;
  color: $text_dim; padding: 4px 8px; font-size: $meta; }

QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: $hairline; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: $text_faint; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QSplitter::handle { background: $hairline; }
QSplitter::handle:hover { background: $accent; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }

QTabBar { background: $window; border: none; qproperty-drawBase: 0; }
QTabBar::tab { background: $window; color: $text_dim; border: none; border-right: 1px solid $hairline;
  padding: 0 12px; height: 32px; }
QTabBar::tab:disabled { color: $text_faint; }
QTabBar::tab:hover { background: $hover; }
QTabBar::tab:selected { background: $surface; color: $text; border-bottom: 2px solid $accent; }
QTabBar::tab:selected:focus { background: $hover; }
QTabBar QToolButton { background: $window; border: none; border-radius: 0; }
QTabBar QToolButton:hover { background: $hover; }
QTabWidget::pane { border: none; }

QMenuBar { background: $window; padding: 2px 4px; }
QMenuBar::item { padding: 4px 8px; border-radius: $radius; background: transparent; }
QMenuBar::item:selected { background: $hover; }
QMenu { background: $raised; border: 1px solid $hairline; padding: 4px; }
QMenu::item { padding: 4px 24px 4px 12px; border-radius: 4px; min-height: 20px; }
QMenu::indicator { width: 12px; height: 12px; left: 6px; }
QMenu::indicator:checked { image: url("$tick"); }
QMenu::item:selected { background: $selection; }
QMenu::item:disabled { color: $text_faint; }
QMenu::separator { height: 1px; background: $hairline; margin: 4px 8px; }
QMenu::icon { padding-left: 6px; }

QProgressBar { background: $hairline; border: none; border-radius: 1px; max-height: 2px; }
QProgressBar::chunk { background: $accent; border-radius: 1px; }
""")
