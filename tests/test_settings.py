"""Settings: declared once, checked, saved without touching what is not ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from openclaw_desktop import settings
from openclaw_desktop.errors import SettingsError
from openclaw_desktop.settings import Settings


def test_without_a_file_everything_is_at_its_default(tmp_path: Path) -> None:
    assert settings.load(tmp_path / "settings.toml") == Settings()


def test_what_is_changed_is_saved_and_read_again(tmp_path: Path) -> None:
    file = tmp_path / "config" / "settings.toml"
    values = {"search.limit": 12, "index.extra_paths": ["~/notes", "../wiki"], "window.theme": "dark"}
    changed = settings.changed(Settings(), values)
    settings.save(changed, file)
    assert settings.load(file) == changed
    assert changed.index.extra_paths == ("~/notes", "../wiki")


def test_going_back_to_the_default_takes_the_line_out(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    settings.save(settings.changed(Settings(), {"editor.font_size": 20}), file)
    settings.save(Settings(), file)
    assert "font_size" not in file.read_text(encoding="utf-8")


def test_comments_and_keys_of_a_newer_version_stay(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    before = "# mine\n[editor]\nfont_size = 15 # big\nsparkle = true\n[future]\nx = 1\n"
    file.write_text(before, encoding="utf-8")
    settings.save(settings.changed(settings.load(file), {"editor.wrap": False}), file)
    text = file.read_text(encoding="utf-8")
    for kept in ("# mine", "# big", "sparkle = true", "[future]", "wrap = false", "font_size = 15"):
        assert kept in text


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("search.limit", 0, "from 1 to 50"),
        ("search.limit", "many", "from 1 to 50"),
        ("search.min_score", float("nan"), "from 0 to 1"),
        ("editor.wrap", 1, "true or false"),
        ("editor.font_size", True, "from 6 to 48"),
        ("window.theme", "pink", "system or light or dark"),
        ("search.sparkle", 1, "no setting"),
    ],
)
def test_a_value_that_is_not_allowed_says_what_is(key: str, value: object, said: str) -> None:
    with pytest.raises(SettingsError, match=said):
        settings.changed(Settings(), {key: value})


def test_text_from_a_command_line_becomes_the_settings_type() -> None:
    typed = {"search.min_score": "0.2", "editor.wrap": "false", "search.limit": ""}
    changed = settings.changed(Settings(), typed)
    assert changed.search.min_score == 0.2
    assert changed.editor.wrap is False
    assert changed.search.limit is None


def test_a_broken_file_is_said_and_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("[editor\n", encoding="utf-8")
    with pytest.raises(SettingsError, match="cannot be read"):
        settings.load(file)
    with pytest.raises(SettingsError, match="not overwritten"):
        settings.save(Settings(), file)
    assert file.read_text(encoding="utf-8") == "[editor\n"


def test_every_setting_has_a_sentence_and_a_default_that_is_allowed() -> None:
    for option in settings.options():
        assert option.sentence.endswith("."), option.key
        assert settings.checked(option, option.default) == option.default


@pytest.mark.parametrize(
    "text",
    [
        "no toml",
        "[search]\nlimit = inf\n",
        "[search]\nlimit = 6.7\n",
        '[index]\nmodel = "a\\u0000b"\n',
        '[index]\nextra_paths = ["a\\u0000b"]\n',
        "x = " + "[" * 5000,
    ],
)
def test_a_file_that_makes_no_settings_is_named_in_the_sentence(tmp_path: Path, text: str) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match=r"settings\.toml"):
        settings.load(file)


def test_a_byte_order_mark_is_no_setting(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_bytes(b"\xef\xbb\xbf[search]\r\nlimit = 3\r\n")
    found = settings.load(file)
    assert found.search.limit == 3
    settings.save(settings.changed(found, {"search.min_score": 0.5}), file)
    assert settings.load(file).search.limit == 3


def test_a_file_in_which_a_group_is_no_table_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("search = 5\n", encoding="utf-8")
    with pytest.raises(SettingsError, match="search is no table"):
        settings.save(settings.changed(Settings(), {"search.limit": 3}), file)
    assert file.read_text(encoding="utf-8") == "search = 5\n"


def test_settings_that_cannot_be_written_are_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SettingsError, match="cannot be"):
        settings.save(Settings(), tmp_path / "file" / "settings.toml")
