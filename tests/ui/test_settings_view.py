"""The settings form: everything is there, a change is saved at once, a wrong value is explained."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
)
from pytestqt.qtbot import QtBot

from openclaw_desktop.settings import options
from openclaw_desktop.settings_file import load
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.setting_row import SettingRow, in_words, name_of
from openclaw_desktop.ui.settings_view import SettingsView


@pytest.fixture
def view(bridge: Bridge, qtbot: QtBot, run: Any) -> SettingsView:
    made = SettingsView(bridge)
    qtbot.addWidget(made, before_close_func=lambda _widget: run(bridge.close()))
    made.resize(800, 600)
    made.show()
    return made


def row(view: SettingsView, key: str) -> SettingRow:
    return next(row for row in view.findChildren(SettingRow) if row.option.key == key)


def child(row: SettingRow, kind: type[Any]) -> Any:
    found = row.findChild(kind)
    assert found is not None
    return found


def saved(bridge: Bridge, key: str) -> Any:
    group, name = key.split(".")
    return getattr(getattr(load(bridge.engine.places.settings_file), group), name)


def texts(widget: Any) -> set[str]:
    return {label.text() for label in widget.findChildren(QLabel) if label.isVisible()}


def test_every_setting_has_a_row_with_its_sentence(view: SettingsView) -> None:
    for option in options():
        assert {name_of(option), option.sentence} <= texts(row(view, option.key))


def test_a_choice_is_saved_at_once(view: SettingsView, bridge: Bridge, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bridge.settings_changed, timeout=5000):
        child(row(view, "window.theme"), QComboBox).setCurrentText("dark")
    assert saved(bridge, "window.theme") == "dark"
    with qtbot.waitSignal(bridge.settings_changed, timeout=5000):
        child(row(view, "editor.wrap"), QCheckBox).click()
    assert saved(bridge, "editor.wrap") is False


def test_a_choice_that_is_empty_says_what_it_means(view: SettingsView, bridge: Bridge, qtbot: QtBot) -> None:
    menu = child(row(view, "context.profile"), QComboBox)
    assert menu.currentText() == "as its own version"
    for text, value in (("2026.2", "2026.2"), ("as its own version", "")):
        with qtbot.waitSignal(bridge.settings_changed, timeout=5000):
            menu.setCurrentText(text)
        assert saved(bridge, "context.profile") == value


def test_a_number_out_of_bounds_is_explained_and_the_old_one_stays(
    view: SettingsView, bridge: Bridge, qtbot: QtBot
) -> None:
    size = row(view, "editor.font_size")
    field = child(size, QLineEdit)
    with qtbot.assertNotEmitted(bridge.settings_changed, wait=100):
        field.setText("900")
        field.editingFinished.emit()
    assert any("takes a number from 6 to 48, not '900'" in text for text in texts(size))
    with qtbot.waitSignal(bridge.settings_changed, timeout=5000):
        field.setText("15")
        field.editingFinished.emit()
    assert not any("takes a number" in text for text in texts(size))
    assert saved(bridge, "editor.font_size") == 15


def test_a_value_goes_back_to_its_default(view: SettingsView, bridge: Bridge, qtbot: QtBot) -> None:
    score = row(view, "search.min_score")
    reset = child(score, QToolButton)
    assert not reset.isVisible()
    with qtbot.waitSignal(bridge.settings_changed, timeout=5000):
        child(score, QLineEdit).setText("0.5")
        child(score, QLineEdit).editingFinished.emit()
    assert reset.isVisible()
    with qtbot.waitSignal(bridge.settings_changed, timeout=5000):
        reset.click()
    assert saved(bridge, "search.min_score") is None
    assert child(score, QLineEdit).text() == ""
    assert not reset.isVisible()


def test_a_list_is_written_one_a_line(view: SettingsView, bridge: Bridge, qtbot: QtBot) -> None:
    lines = child(row(view, "index.extra_paths"), QPlainTextEdit)
    lines.setPlainText("/srv/notes, old\n\n笔记")
    with qtbot.waitSignal(bridge.settings_changed, timeout=5000):
        lines.left.emit()
    assert saved(bridge, "index.extra_paths") == ("/srv/notes, old", "笔记")


def test_a_file_that_cannot_be_saved_is_told_in_the_row(
    view: SettingsView, bridge: Bridge, qtbot: QtBot
) -> None:
    file = bridge.engine.places.settings_file
    file.mkdir(parents=True)
    theme = row(view, "window.theme")
    child(theme, QComboBox).setCurrentText("light")
    qtbot.waitUntil(lambda: any("cannot be read" in text for text in texts(theme)), timeout=5000)
    assert file.is_dir()


def test_the_filter_leaves_what_matches(view: SettingsView) -> None:
    field = next(f for f in view.findChildren(QLineEdit) if f.accessibleName() == "Filter settings")
    field.setText("half")
    assert [r.option.key for r in view.findChildren(SettingRow) if r.isVisible()] == ["search.half_life_days"]
    field.setText("no such thing")
    assert "No setting matches." in texts(view)


def test_the_file_is_named(view: SettingsView, bridge: Bridge) -> None:
    shown = [t.toolTip() for t in view.findChildren(object) if hasattr(t, "toolTip")]  # type: ignore[call-overload]
    assert any(str(bridge.engine.places.settings_file) in tip for tip in shown)


def test_values_are_said_in_words() -> None:
    known = {option.key: option for option in options()}
    assert in_words(known["index.quiet_seconds"], 1.5) == "1.5 s"
    assert in_words(known["editor.wrap"], True) == "on"
    assert in_words(known["search.limit"], None) == "as the preset says"
    assert in_words(known["index.extra_paths"], ()) == "none"


def test_rules_of_protection_are_written_one_a_line(view: SettingsView, bridge: Bridge, qtbot: QtBot) -> None:
    lines = child(row(view, "review.policies"), QPlainTextEdit)
    assert "MEMORY.md = hold" in lines.toPlainText()
    lines.setPlainText("MEMORY.md = locked\nnotes/** = review")
    with qtbot.waitSignal(bridge.settings_changed, timeout=5000):
        lines.left.emit()
    assert saved(bridge, "review.policies") == ("MEMORY.md = locked", "notes/** = review")


def test_a_line_that_is_no_rule_is_explained_and_the_old_rules_stay(
    view: SettingsView, bridge: Bridge, qtbot: QtBot
) -> None:
    rules = row(view, "review.policies")
    lines = child(rules, QPlainTextEdit)
    with qtbot.assertNotEmitted(bridge.settings_changed, wait=100):
        lines.setPlainText("MEMORY.md = hold\nSOUL.md = guarded")
        lines.left.emit()
    said = next(text for text in texts(rules) if "is no rule" in text)
    assert said.startswith('"SOUL.md = guarded" is no rule')
    assert said.endswith("The old rules stay.")


def test_the_review_leads_to_the_protection_of_the_workspace(view: SettingsView, qtbot: QtBot) -> None:
    button = next(b for b in view.findChildren(QPushButton) if b.text().startswith("Protection of this"))
    with qtbot.waitSignal(view.protection_requested, timeout=1000):
        button.click()
    field = next(f for f in view.findChildren(QLineEdit) if f.accessibleName() == "Filter settings")
    field.setText("half")
    assert not button.isVisible()


def test_a_section_can_be_brought_into_sight(view: SettingsView, qtbot: QtBot) -> None:
    title = next(t for t in view.findChildren(QLabel) if t.text() == "Review")
    view.show_section("review")
    qtbot.waitUntil(lambda: title.visibleRegion().boundingRect() == title.rect(), timeout=2000)
