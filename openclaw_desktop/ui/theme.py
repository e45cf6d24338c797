"""Colours, fonts and the two themes: one meaning, one colour, everywhere.

A widget asks `colours(self)` when it paints; it repaints by itself when the theme changes. Labels and
buttons say what they are by a property, and the style sheet does the rest:

    label.setProperty("role", "title" | "meta" | "dim" | "empty")
    button.setProperty("primary", True)         the one primary action of a view
    frame.setProperty("role", "hairline")       a one-pixel line
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from PySide6.QtCore import QLocale, QObject, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from openclaw_desktop.settings import EditorSettings
from openclaw_desktop.ui.stylesheet import stylesheet

Choice = Literal["system", "light", "dark"]

LAST_RESORT = "DejaVu Sans"
BETTER = ("Inter", "Noto Sans", "Cantarell", "Open Sans", "Roboto")
"""What is easier to read than fontconfig's last resort, the best first."""

META, BODY, TITLE, EMPTY = 11, 13, 15, 20
"""The four sizes of text, in pixels."""

RAIL, ROW, RADIUS, GAP = 48, 28, 6, 8
"""Width of the rail, height of a row, of corners' radius, and between related things, in pixels."""


@dataclass(frozen=True, slots=True)
class Colours:
    """Every colour by its meaning. Text reaches 4.5:1 on every ground of its theme, shapes 3:1."""

    dark: bool
    # grounds
    window: QColor  # rail, panels, status bar
    surface: QColor  # content: editor, lists
    raised: QColor  # fields, menus, tooltips
    hairline: QColor
    selection: QColor
    hover: QColor
    current_line: QColor
    mark: QColor  # behind a word that was searched for
    # text
    text: QColor
    text_dim: QColor
    text_faint: QColor
    accent: QColor  # the selected thing and the one primary action, nowhere else
    on_accent: QColor
    code: QColor
    link: QColor
    # changes
    added: QColor
    added_ground: QColor
    removed: QColor
    removed_ground: QColor
    held: QColor
    held_ground: QColor
    # what a score is made of
    vector: QColor
    keyword: QColor
    evidence: QColor
    importance: QColor
    decay: QColor  # drawn hatched
    mmr: QColor  # drawn as an outline
    # who wrote, and what a context is made of
    system: QColor  # slate: also what was found on disk at first
    bootstrap: QColor  # teal: the workspace's files that are injected
    user: QColor  # blue: a person
    assistant: QColor  # violet: an agent
    tool: QColor  # orange: any other program, and what tools returned
    summary: QColor  # pink: what took the place of older messages
    recalled: QColor  # green: memory that was looked up


def _colours(dark: bool, **names: str) -> Colours:
    return Colours(dark, **{name: QColor(value) for name, value in names.items()})


LIGHT = _colours(
    False,
    window="#f6f6f7",
    surface="#ffffff",
    raised="#ffffff",
    hairline="#e3e4e8",
    selection="#fdebe7",
    hover="#ededf0",
    current_line="#f6f6f8",
    mark="#fff0c2",
    text="#1d1f24",
    text_dim="#555a64",
    text_faint="#646973",
    accent="#c03a28",
    on_accent="#ffffff",
    code="#0b6a6f",
    link="#0a66a8",
    added="#11743f",
    added_ground="#e4f5eb",
    removed="#b9203c",
    removed_ground="#fdeaed",
    held="#8a5a00",
    held_ground="#fdf3dc",
    vector="#0a66a8",
    keyword="#8f5a00",
    evidence="#7d4f86",
    importance="#00714f",
    decay="#666b75",
    mmr="#555a64",
    system="#566273",
    bootstrap="#006d6f",
    user="#0a66a8",
    assistant="#7446b0",
    tool="#a3430f",
    summary="#a62c74",
    recalled="#42690f",
)

DARK = _colours(
    True,
    window="#16171a",
    surface="#1b1c20",
    raised="#25272c",
    hairline="#2d2f35",
    selection="#352726",
    hover="#26282d",
    current_line="#212327",
    mark="#43370f",
    text="#e6e7ea",
    text_dim="#b0b4bc",
    text_faint="#9ca1ab",
    accent="#ff8672",
    on_accent="#1b1110",
    code="#66c7cc",
    link="#62b0ec",
    added="#52c98f",
    added_ground="#17301f",
    removed="#ff8795",
    removed_ground="#3a1d22",
    held="#e8ab3d",
    held_ground="#33280f",
    vector="#62b0ec",
    keyword="#e8ab3d",
    evidence="#c79fd0",
    importance="#45c496",
    decay="#999ea8",
    mmr="#b0b4bc",
    system="#9aa8ba",
    bootstrap="#4fc7c3",
    user="#62b0ec",
    assistant="#b79bf0",
    tool="#f0955a",
    summary="#f291c7",
    recalled="#9fcc5e",
)


def colours(widget: QWidget) -> Colours:
    """The colours of the theme `widget` is shown in; cheap enough to ask at every paint."""
    return colours_of(widget.palette())


def colours_of(palette: QPalette) -> Colours:
    """The colours that go with `palette`, for a delegate that has no widget at hand.

    The hairline tells: a style sheet's transparent ground makes the colour of the window black.
    """
    return DARK if palette.color(QPalette.ColorRole.Mid).lightness() < 128 else LIGHT


def font(size: int = BODY, *, tabular: bool = False) -> QFont:
    """The system's interface font, with Chinese, Japanese and Korean behind it, `size` pixels high.

    `tabular` makes all digits equally wide, for numbers that stand under one another or change in place.
    """
    result = QFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont))
    result.setFamilies([*_interface_families(result), *_cjk_families()])
    result.setPixelSize(size)
    if tabular:
        result.setFeature(QFont.Tag("tnum"), 1)
    return result


def mono(settings: EditorSettings) -> QFont:
    """The editor's fixed-width font as the settings say, with Chinese, Japanese and Korean behind it."""
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    chosen = settings.font_family or _by_name(fixed)
    result = QFont(fixed)
    result.setFamilies(
        [
            chosen,
            f"{LAST_RESORT} Mono",
            *(name.replace("Noto Sans", "Noto Sans Mono") for name in _cjk_families()),
        ]
    )
    result.setStyleHint(QFont.StyleHint.Monospace)
    result.setPixelSize(settings.font_size)
    return result


def apply(app: QApplication, choice: Choice) -> None:
    """Dresses the whole program; with "system" it goes on following the system until told otherwise."""
    hints = app.styleHints()
    schemes = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
    _follower(app).choice = choice
    hints.setColorScheme(schemes.get(choice, Qt.ColorScheme.Unknown))
    dark = choice == "dark" or (choice == "system" and hints.colorScheme() == Qt.ColorScheme.Dark)
    _dress(app, DARK if dark else LIGHT)


class _Follower(QObject):
    """Hears the system change between light and dark."""

    choice: Choice = "system"

    def follow(self) -> None:
        if self.choice == "system":
            app = cast(QApplication, self.parent())
            dark = app.styleHints().colorScheme() == Qt.ColorScheme.Dark
            _dress(app, DARK if dark else LIGHT)


def _follower(app: QApplication) -> _Follower:
    found = cast("_Follower | None", app.findChild(QObject, "theme-follower"))
    if found is None:
        found = _Follower(app)
        found.setObjectName("theme-follower")
        app.styleHints().colorSchemeChanged.connect(found.follow)
    return found


def _dress(app: QApplication, look: Colours) -> None:
    if app.style().name() != "fusion":
        app.setStyle("Fusion")
    app.setPalette(_palette(look))
    app.setFont(font(BODY))
    sheet = stylesheet(look, meta=META, title=TITLE, empty=EMPTY, radius=RADIUS)
    if app.styleSheet() != sheet:
        app.setStyleSheet(sheet)


def _palette(look: Colours) -> QPalette:
    role = QPalette.ColorRole
    palette = QPalette(look.window)
    for name, colour in (
        (role.Window, look.window),
        (role.Base, look.surface),
        (role.AlternateBase, look.current_line),
        (role.Button, look.raised),
        (role.ToolTipBase, look.raised),
        (role.Highlight, look.selection),
        (role.Mid, look.hairline),
        (role.Dark, look.hairline),
        (role.Light, look.raised),
        (role.Midlight, look.hover),
        (role.Shadow, look.hairline),
        (role.Accent, look.accent),
        (role.Link, look.link),
        (role.LinkVisited, look.assistant),
        *((r, look.text) for r in (role.WindowText, role.Text, role.ButtonText, role.ToolTipText)),
        (role.HighlightedText, look.text),
        (role.BrightText, look.text),
        (role.PlaceholderText, look.text_faint),
    ):
        palette.setColor(name, colour)
    for faded in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, faded, look.text_faint)
    return palette


def _interface_families(system: QFont) -> list[str]:
    """The system's font; where fontconfig only knows its last resort, a better one if installed.

    The last resort comes second: it has the arrows and signs that others, as Noto Sans, leave to a font for
    Chinese, in which they are heavier and stand lower.
    """
    own = _by_name(system)
    if own != LAST_RESORT:
        return [own, LAST_RESORT]
    installed = set(QFontDatabase.families())
    return [*[name for name in BETTER if name in installed][:1], own]


def _by_name(system: QFont) -> str:
    """The font that is drawn when the system says "Sans Serif" or "monospace".

    In a list of fonts Qt passes such an alias over for the next name, which is one for Chinese: quotes,
    dots and dashes would be as wide as a Han character. macOS has hidden fonts, which are asked for by the
    name it gives them.
    """
    named = system.family()
    return named if named.startswith(".") else QFontInfo(system).family()


def _cjk_families() -> list[str]:
    """Fonts for Han, kana and hangul; the person's own language decides whose Han is drawn."""
    regions = {QLocale.Language.Japanese: "JP", QLocale.Language.Korean: "KR"}
    own = regions.get(QLocale.system().language(), "SC")
    rest = [region for region in ("SC", "JP", "KR") if region != own]
    system = {
        "SC": ["PingFang SC", "Microsoft YaHei UI"],
        "JP": ["Hiragino Sans", "Yu Gothic UI"],
        "KR": ["Apple SD Gothic Neo", "Malgun Gothic"],
    }
    return [name for region in (own, *rest) for name in (f"Noto Sans CJK {region}", *system[region])]
