"""Colours can be told apart from what is behind them; the theme follows the person or the system."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QTextLayout
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from openclaw_desktop import resources
from openclaw_desktop.review.diff.difference import Sign
from openclaw_desktop.settings import EditorSettings
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view.mark_looks import MARK_LOOKS
from openclaw_desktop.ui.editor.painting import mixed
from openclaw_desktop.ui.review_view.diff_paint import CHANGED_STRENGTH, grounds
from openclaw_desktop.ui.stylesheet import stylesheet
from openclaw_desktop.ui.theme import DARK, LIGHT, Colours

GROUNDS = ("window", "surface", "raised", "selection", "hover", "current_line")
SHAPES = {"decay", "mmr"}
"""Drawn as patterns and outlines, never as words."""
TINTS = {"added": "added_ground", "removed": "removed_ground", "held": "held_ground", "text": "mark"}
INKS = tuple(
    f.name
    for f in fields(Colours)
    if f.name not in {*GROUNDS, *TINTS.values(), "dark", "hairline", "on_accent"}
)


def luminance(colour: QColor) -> float:
    channels = (colour.redF(), colour.greenF(), colour.blueF())
    parts = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def contrast(one: QColor, other: QColor) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ink", INKS)
def test_every_ink_is_legible_on_every_ground(look: Colours, ink: str) -> None:
    wanted = 3.0 if ink in SHAPES else 4.5
    for ground in GROUNDS:
        reached = contrast(getattr(look, ink), getattr(look, ground))
        assert reached >= wanted, f"{ink} on {ground}: {reached:.2f}"


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
def test_words_on_a_tint_of_their_own_are_legible(look: Colours) -> None:
    for ink, ground in {**TINTS, "on_accent": "accent"}.items():
        assert contrast(getattr(look, ink), getattr(look, ground)) >= 4.5, ink


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
def test_lines_of_a_difference_are_legible(look: Colours) -> None:
    for sign in (Sign.ADDED, Sign.REMOVED):
        tint, ink = grounds(sign, look)
        assert tint is not None
        for words in (look.text, look.text_faint, ink):  # of the line, its numbers, and its sign
            assert contrast(words, tint) >= 4.5, (sign, words.name())
        changed = mixed(ink, tint, CHANGED_STRENGTH / 255)
        assert contrast(look.text, changed) >= 4.5, sign
        assert contrast(ink, changed) >= 3.0, sign  # blanks, drawn as signs


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ink", ["text", "text_dim", "text_faint", "held", "accent", "removed", "link"])
def test_words_of_a_warning_are_legible(look: Colours, ink: str) -> None:
    assert contrast(getattr(look, ink), look.held_ground) >= 4.5


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ink", ["text", "text_dim", "text_faint", "code", "link", "system", "accent"])
def test_a_word_that_was_looked_for_is_legible_in_every_colour_of_a_file(look: Colours, ink: str) -> None:
    assert contrast(getattr(look, ink), look.mark) >= 4.5


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
def test_labels_on_colours_are_legible(look: Colours) -> None:
    assert contrast(look.window, look.held) >= 4.5  # the count on the rail
    for part in ("system", "bootstrap", "user"):  # names in the bar of the window
        assert contrast(look.surface, getattr(look, part)) >= 4.5, part
    for kind, mark in MARK_LOOKS.items():  # letters in the lane of the timeline
        ink = mark.ink(look)
        assert contrast(ink, mixed(ink, look.surface, 0.18)) >= (3.0 if mark.colour in SHAPES else 4.5), kind


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
def test_factors_of_a_score_are_told_apart(look: Colours) -> None:
    names = ("vector", "keyword", "evidence", "importance", "decay")
    factors = [getattr(look, name).name() for name in names]
    assert len(set(factors)) == len(factors)


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
def test_parts_of_a_context_are_told_apart(look: Colours) -> None:
    names = ("system", "bootstrap", "user", "assistant", "tool", "summary", "recalled")
    assert len({getattr(look, name).name() for name in names}) == len(names)


def test_a_widget_is_coloured_by_the_theme_it_is_shown_in(qapp: QApplication, qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    theme.apply(qapp, "dark")
    assert theme.colours(widget) is DARK
    theme.apply(qapp, "light")
    assert theme.colours(widget) is LIGHT


@pytest.mark.parametrize("shade", ["light", "dark"])
def test_what_has_a_transparent_ground_is_coloured_by_the_theme_too(
    qapp: QApplication, qtbot: QtBot, shade: theme.Choice
) -> None:
    theme.apply(qapp, shade)
    for widget in (QLabel("C"), QPushButton("Reset"), QToolButton()):
        qtbot.addWidget(widget)
        widget.setProperty("flat", True)
        widget.show()
        widget.ensurePolished()
        assert theme.colours(widget) is (DARK if shade == "dark" else LIGHT)
    theme.apply(qapp, "light")


def test_fonts_are_measured_in_pixels_and_know_chinese(qapp: QApplication) -> None:
    assert theme.font(theme.EMPTY).pixelSize() == 20
    assert any("CJK" in family for family in theme.font().families())
    chosen = theme.mono(replace(EditorSettings(), font_family="Iosevka", font_size=17))
    assert chosen.families()[0] == "Iosevka"
    assert chosen.pixelSize() == 17


@pytest.mark.parametrize("alias", ["Sans Serif", "sans-serif", "Sans"])
def test_quotes_and_dots_are_drawn_in_the_font_of_the_letters_where_the_system_says_an_alias(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, alias: str
) -> None:
    def named(_font: QFontDatabase.SystemFont) -> QFont:
        return QFont(alias)

    monkeypatch.setattr(QFontDatabase, "systemFont", named)
    mono = theme.mono(EditorSettings())
    for font in (theme.font(), mono):
        assert font.families()[0] == QFontInfo(font).family()
        assert drawn_in("“”‘’…—·", font) == drawn_in("abc", font)
    assert theme.font().families()[0] in {QFontInfo(QFont(alias)).family(), *theme.BETTER}


@pytest.mark.parametrize("family", ["Noto Sans", "Inter", "Nimbus Sans", "DejaVu Sans"])
def test_arrows_and_signs_are_never_those_of_a_font_for_chinese(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, family: str
) -> None:
    installed = QFontDatabase.families()
    if theme.LAST_RESORT not in installed or f"{theme.LAST_RESORT} Mono" not in installed:
        pytest.skip("DejaVu Sans is not installed here")

    def named(_font: QFontDatabase.SystemFont) -> QFont:
        return QFont(family)

    monkeypatch.setattr(QFontDatabase, "systemFont", named)
    for font in (theme.font(), theme.mono(EditorSettings())):
        assert not any("CJK" in name for name in drawn_in("−±≈≤≥→←↑↓↵✓·×", font))
        assert all("CJK" in name for name in drawn_in("中文，", font)) or "Noto Sans CJK SC" not in installed


def drawn_in(text: str, font: QFont) -> set[str]:
    layout = QTextLayout(text, font)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return {run.rawFont().familyName() for run in layout.glyphRuns()}


@pytest.mark.parametrize(
    "kind",
    [
        "QPushButton",
        'QPushButton[primary="true"]',
        'QPushButton[flat="true"]',
        "QToolButton",
        'QToolButton[role="rail"]',
        "QLineEdit",
        "QSpinBox",
        "QDoubleSpinBox",
        "QComboBox",
        "QCheckBox::indicator",
        "QCheckBox::indicator:checked",
        "QSlider::handle:horizontal",
        "QTabBar::tab:selected",
        'QListView[role="lines"]',
        'QScrollArea[role="reading"]',
    ],
)
def test_every_kind_of_control_has_a_look_for_the_focus(kind: str) -> None:
    sheet = stylesheet(LIGHT, meta=theme.META, title=theme.TITLE, empty=theme.EMPTY, radius=theme.RADIUS)
    selectors = [rule.split("{")[0] for rule in sheet.split("}")]
    assert any(f"{kind}:focus" in [one.strip() for one in rule.split(",")] for rule in selectors)


def test_icons_are_one_family_of_strokes_that_take_the_colour_of_the_text() -> None:
    of_the_sheet = {"check-dark", "check-light", "chevron-dark", "chevron-light", "clear"}  # in fixed greys
    for file in resources.path("icons").glob("*.svg"):
        drawing = file.read_text(encoding="utf-8")
        if file.stem == "app":
            continue
        assert 'viewBox="0 0 20 20"' in drawing, file.name
        assert 'fill="none"' in drawing, file.name
        if file.stem not in of_the_sheet:
            assert 'stroke="currentColor" stroke-width="1.4"' in drawing, file.name
