"""The settings form: everything is there, a change is saved at once, a wrong value is explained."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
)
from pytestqt.qtbot import QtBot
from reading_order import looks_focused, named, out_of_order, stops, unnamed

from openclaw_desktop import settings_file
from openclaw_desktop.settings import Option, Settings, options
from openclaw_desktop.settings_file import Reading, load
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.setting_row import SettingRow
from openclaw_desktop.ui.setting_words import in_words, name_of
from openclaw_desktop.ui.settings_troubles import of_another_version, told_at_start
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
    assert child(theme, QComboBox).currentText() == "system"
    file.rmdir()
    with qtbot.waitSignal(bridge.settings_changed, timeout=5000):
        child(theme, QComboBox).setCurrentText("light")
    assert not any("cannot be read" in text for text in texts(theme))


def test_the_filter_leaves_what_matches(view: SettingsView) -> None:
    field = filter_of(view)
    field.setText("half")
    assert [r.option.key for r in view.findChildren(SettingRow) if r.isVisible()] == ["search.half_life_days"]
    field.setText("no such thing")
    assert "No setting matches. Escape shows all again." in texts(view)


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
    field = filter_of(view)
    field.setText("half")
    assert not button.isVisible()


def test_a_section_can_be_brought_into_sight(view: SettingsView, qtbot: QtBot) -> None:
    title = next(t for t in view.findChildren(QLabel) if t.text() == "Review")
    view.show_section("review")
    qtbot.waitUntil(lambda: title.visibleRegion().boundingRect() == title.rect(), timeout=2000)


# What is changed, and everything back


def test_what_is_changed_is_marked_and_everything_goes_back_at_once(
    view: SettingsView, bridge: Bridge, qtbot: QtBot, run: Any
) -> None:
    assert marked(view) == []
    assert not button(view, "Reset all…").isEnabled()
    run(bridge.change_settings({"search.limit": 7, "editor.wrap": False}))
    assert marked(view) == ["search.limit", "editor.wrap"]
    button(view, "Reset all…").click()
    qtbot.waitUntil(lambda: bool(asked(view)), timeout=5000)
    assert "2 settings" in asked(view)[0].text()
    assert "Hits shown, Wrap" in asked(view)[0].informativeText()
    with qtbot.waitSignal(bridge.settings_changed, timeout=5000):
        press(asked(view)[0], "Reset")
    assert load(bridge.engine.places.settings_file) == Settings()
    assert marked(view) == []


def test_everything_stays_when_the_person_does_not_confirm(
    view: SettingsView, bridge: Bridge, qtbot: QtBot, run: Any
) -> None:
    run(bridge.change_settings({"search.limit": 7}))
    button(view, "Reset all…").click()
    qtbot.waitUntil(lambda: bool(asked(view)), timeout=5000)
    with qtbot.assertNotEmitted(bridge.settings_changed, wait=100):
        qtbot.keyClick(asked(view)[0], Qt.Key.Key_Escape)
    assert saved(bridge, "search.limit") == 7


# What is in the file


@pytest.fixture
def view_of(bridge: Bridge, qtbot: QtBot, run: Any) -> Callable[[str], SettingsView]:
    """The page as it is when the file held this text at the start."""

    def opened(text: str) -> SettingsView:
        file = bridge.engine.places.settings_file
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        made = SettingsView(bridge)
        qtbot.addWidget(made, before_close_func=lambda _widget: run(bridge.close()))
        made.resize(800, 600)
        made.show()
        qtbot.waitSignal(bridge.settled, timeout=5000).wait()
        return made

    return opened


def test_settings_of_another_version_are_named(view_of: Callable[[str], SettingsView]) -> None:
    view = view_of("[editor]\nsparkle = 1\n[future]\nx = 1\n")
    assert "2 settings of another version are kept: editor.sparkle, future.x." in texts(view)


def test_a_value_that_is_not_used_is_explained_in_its_row_and_can_be_reset(
    view_of: Callable[[str], SettingsView], bridge: Bridge, qtbot: QtBot
) -> None:
    view = view_of("[editor]\nfont_size = 900 # mine\n")
    size = row(view, "editor.font_size")
    said = "In the file: Font size takes a number from 6 to 48, not 900. The default is used instead."
    assert said in texts(size)
    with qtbot.waitSignal(bridge.settings_changed, timeout=5000):
        child(row(view, "window.theme"), QComboBox).setCurrentText("dark")
    qtbot.waitUntil(lambda: said in texts(size), timeout=5000)
    assert "font_size = 900 # mine" in bridge.engine.places.settings_file.read_text(encoding="utf-8")
    child(size, QToolButton).click()
    qtbot.waitUntil(lambda: said not in texts(size), timeout=5000)
    assert "900" not in bridge.engine.places.settings_file.read_text(encoding="utf-8")
    assert not child(size, QToolButton).isVisible()


def test_a_rule_that_is_none_is_explained_in_its_row_and_told_at_the_start(
    bridge: Bridge, qtbot: QtBot, run: Any
) -> None:
    run(bridge.change_settings({"review.policies": ["NOTES.md = holdd", "SOUL.md = hold"]}))
    view = SettingsView(bridge)
    qtbot.addWidget(view, before_close_func=lambda _widget: run(bridge.close()))
    view.show()
    told = told_at_start(settings_file.read(bridge.engine.places.settings_file))
    assert told.startswith('"NOTES.md = holdd" is no rule')
    said = next(text for text in texts(row(view, "review.policies")) if "is no rule" in text)
    assert said.endswith("Such a line does nothing.")


def test_a_file_that_is_no_toml_is_said_until_it_is_replaced(
    view_of: Callable[[str], SettingsView], bridge: Bridge, qtbot: QtBot
) -> None:
    view = view_of("[window\n")

    def said() -> bool:
        return any("is copied beside itself before the first change is saved" in t for t in texts(view))

    assert said()
    child(row(view, "window.theme"), QComboBox).setCurrentText("dark")
    qtbot.waitUntil(lambda: not said(), timeout=5000)
    copy = bridge.engine.places.settings_file.with_name("settings.broken.toml")
    assert copy.read_text(encoding="utf-8") == "[window\n"


def test_a_person_in_another_view_is_told_once() -> None:
    refused = {"editor.font_size": "x", "search": "search is no table"}
    said = told_at_start(Reading(Settings(), refused=refused))
    assert said == "2 settings in your file cannot be used and are at their defaults: Font size, search"
    assert told_at_start(Reading(Settings(), unknown=("a",))) == ""
    assert told_at_start(Reading(Settings(), trouble="it cannot be read")).startswith("it cannot be read.")


def test_many_keys_of_another_version_are_counted() -> None:
    said = of_another_version([f"future.x{n}" for n in range(3000)])
    assert said.startswith("3,000 settings of another version are kept: future.x0, ")
    assert said.endswith("future.x11 and 2,988 more.")
    assert of_another_version(["a"]) == "1 setting of another version is kept: a."


# Found by words


@pytest.mark.parametrize("option", options(), ids=lambda option: option.key)
def test_every_setting_is_found_by_its_name_its_key_and_its_sentence(
    view: SettingsView, option: Option
) -> None:
    for text in (name_of(option), option.key, option.sentence.upper()):
        filter_of(view).setText(text)
        assert row(view, option.key).isVisible(), text


@pytest.mark.parametrize("text", ["设置 主题", "テーマ", "[*", "\\", "%s {} \0", "a" * 40_000, "👩‍🚀"])
def test_any_words_may_be_looked_for(view: SettingsView, text: str) -> None:
    filter_of(view).setText(text)
    assert "No setting matches. Escape shows all again." in texts(view)
    filter_of(view).clear()
    assert all(r.isVisible() for r in view.findChildren(SettingRow))


# Without a mouse, without a screen


def test_tab_follows_the_reading_order_and_every_stop_has_a_name(
    view: SettingsView, bridge: Bridge, run: Any
) -> None:
    run(bridge.change_settings({option.key: other_value(option) for option in options()}))
    view.resize(800, 4000)
    assert len(stops(view)) > 2 * len(options())
    assert out_of_order(view) == []
    assert unnamed(view) == []


def test_where_the_focus_is_can_be_seen(view: SettingsView, qtbot: QtBot) -> None:
    view.resize(800, 4000)
    view.activateWindow()
    qtbot.waitUntil(view.isActiveWindow, timeout=2000)
    assert [named(stop) for stop in stops(view) if not looks_focused(stop)] == []


def other_value(option: Option) -> Any:
    if option.choices:
        return option.choices[-1] if option.choices[-1] != option.default else option.choices[0]
    known = {bool: not option.default, int: int(option.high or 0), float: option.high}
    return known.get(option.kind, ["MEMORY.md = hold"] if option.kind is tuple else "笔记")


def marked(view: SettingsView) -> list[str]:
    rows = view.findChildren(SettingRow)
    return [row.option.key for row in rows if "changed" in texts(row) and child(row, QToolButton).isVisible()]


def button(view: SettingsView, text: str) -> QPushButton:
    return next(b for b in view.findChildren(QPushButton) if b.text() == text)


def asked(view: SettingsView) -> list[QMessageBox]:
    return [box for box in view.findChildren(QMessageBox) if box.isVisible()]


def press(box: QMessageBox, text: str) -> None:
    next(b for b in box.buttons() if b.text() == text).click()


def filter_of(view: SettingsView) -> QLineEdit:
    return next(f for f in view.findChildren(QLineEdit) if f.accessibleName() == "Filter settings")
