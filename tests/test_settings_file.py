"""settings.toml: what can be used is used, what cannot be is said, and nobody's line is lost."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.errors import SettingsError
from openclaw_desktop.settings import Option, Settings, changed, checked, options, value_of
from openclaw_desktop.settings_file import load, read, save

KEYS = {option.key: option for option in options()}


def values_of(option: Option) -> st.SearchStrategy[Any]:
    """Everything that a setting may be."""
    text = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))
    if option.choices:
        found: st.SearchStrategy[Any] = st.sampled_from(option.choices)
    elif option.kind is bool:
        found = st.booleans()
    elif option.kind is int:
        found = st.integers(int(option.low or 0), int(option.high or 0))
    elif option.kind is float:
        found = st.floats(option.low, option.high)
    else:
        found = text if option.kind is str else st.lists(text)
    return found | st.none() if option.optional else found


def other_value(option: Option) -> Any:
    """An allowed value that is not the default."""
    if option.choices:
        return next(choice for choice in option.choices if choice != option.default)
    if option.kind is bool:
        return not option.default
    if option.kind is int:
        return int(option.high or 0)
    return {float: option.high, str: '记忆 \\ "x" # no comment', tuple: ("memory/**", "笔记 = free")}[
        option.kind
    ]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


def write(file: Path, text: str) -> str:
    file.write_bytes(text.encode())
    return text


def text_of(file: Path) -> str:
    return file.read_bytes().decode()


# What comes back


def test_without_a_file_everything_is_at_its_default(file: Path) -> None:
    assert load(file) == Settings()
    assert read(file).problems == []


@given(st.data())
def test_every_setting_comes_back_as_it_was_saved(tmp_path_factory: Any, data: st.DataObject) -> None:
    file = tmp_path_factory.mktemp("config") / "settings.toml"
    wanted = {key: data.draw(values_of(option)) for key, option in KEYS.items()}
    settings = changed(Settings(), wanted)
    save(settings, wanted, file)
    assert load(file) == settings


@pytest.mark.parametrize("key", KEYS)
def test_a_setting_comes_back_by_itself_and_its_default_takes_the_line_out(key: str, file: Path) -> None:
    settings = changed(Settings(), {key: other_value(KEYS[key])})
    save(settings, [key], file)
    assert load(file) == settings != Settings()
    save(Settings(), [key], file)
    assert load(file) == Settings()
    assert key.split(".")[1] not in text_of(file)


def test_comments_and_line_ends_stay(file: Path) -> None:
    write(file, "# mine\r\n[editor]\r\nfont_size = 15 # big\r\n")
    save(changed(load(file), {"editor.wrap": False}), ["editor.wrap"], file)
    assert text_of(file).startswith("# mine\r\n[editor]\r\nfont_size = 15 # big\r\n")
    assert load(file).editor.wrap is False


def test_only_what_was_changed_is_written(file: Path) -> None:
    """A line that the person wrote by hand while the window was open stays as well."""
    write(file, "[editor]\nfont_size = 15\n")
    save(changed(Settings(), {"search.limit": 3}), ["search.limit"], file)
    assert load(file) == changed(Settings(), {"search.limit": 3, "editor.font_size": 15})


@pytest.mark.parametrize(
    "text",
    [
        "search.limit = 5\n",
        "search = {limit = 5}\n",
        "[search]\nlimit = 5\n[editor]\nwrap = true\n",
        "[editor]\n[search]\n[future]\n[search.more]\nx = 1\n",
        "[future]\nsearch = 1\n",
    ],
)
def test_a_table_may_be_written_in_any_way(file: Path, text: str) -> None:
    write(file, text)
    save(changed(read(file).settings, {"search.min_score": 0.5}), ["search.min_score"], file)
    assert load(file).search.min_score == 0.5
    assert load(file).search.limit == (5 if "limit" in text else None)


def test_a_byte_order_mark_is_no_setting(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf[search]\r\nlimit = 3\r\n")
    found = load(file)
    assert found.search.limit == 3
    save(changed(found, {"search.min_score": 0.5}), ["search.min_score"], file)
    assert load(file).search.limit == 3


# Of another version


def test_keys_of_another_version_are_named_and_stay(file: Path) -> None:
    write(file, "colour = 1\n[editor]\nsparkle = true\n[future]\nx = 1\n[future.deep]\ny = 2\n[empty]\n")
    assert read(file).unknown == ("colour", "editor.sparkle", "future.x", "future.deep", "empty")
    assert read(file).problems == []
    before = tomllib.loads(text_of(file))
    save(changed(load(file), {"editor.wrap": False}), ["editor.wrap"], file)
    after = tomllib.loads(text_of(file))
    assert after["editor"].pop("wrap") is False
    assert after == before


# What is refused


@pytest.mark.parametrize("key", KEYS)
def test_a_value_that_is_not_allowed_costs_that_one_setting_alone(key: str, file: Path) -> None:
    others = {other: other_value(option) for other, option in KEYS.items() if other != key}
    save(changed(Settings(), others), others, file)
    group, name = key.split(".")
    bare = text_of(file)
    table = f"[{group}]\n"
    broken = f"{table}{name} = 1979-05-27 # mine\n"
    write(file, bare.replace(table, broken) if table in bare else bare + broken)
    found = read(file)
    assert set(found.refused) == {key}
    assert found.refused[key].startswith(f"{key} takes ")
    assert found.settings == changed(Settings(), others)
    with pytest.raises(SettingsError, match=r"settings\.toml cannot be used"):
        load(file)


def test_a_value_that_is_not_allowed_stays_until_that_setting_is_changed(file: Path) -> None:
    before = write(file, "[editor]\nfont_size = 900 # for the beamer\n")
    assert text_of(file) == before
    save(changed(Settings(), {"search.limit": 3}), ["search.limit"], file)
    assert "font_size = 900 # for the beamer" in text_of(file)
    save(Settings(), ["editor.font_size"], file)
    assert "font_size" not in text_of(file)
    assert read(file).problems == []
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize(
    "huge", ["1e999", "9" * 4000, "0x" + "f" * 6000, "nan", "-inf", '"' + "9" * 9000 + '"']
)
@pytest.mark.parametrize("key", [key for key, option in KEYS.items() if option.kind in (int, float)])
def test_numbers_that_are_none_or_huge_are_refused_shortly(key: str, huge: str, file: Path) -> None:
    group, name = key.split(".")
    write(file, f"[{group}]\n{name} = {huge}\n")
    assert list(read(file).refused) == [key]
    assert read(file).settings == Settings()
    assert len(read(file).problems[0]) < 250


@pytest.mark.parametrize("text", ["search = 5\n", "[[search]]\nlimit = 3\n", 'search = "limit"\n'])
def test_a_group_that_is_no_table_is_said_and_copied_before_it_is_replaced(file: Path, text: str) -> None:
    write(file, text + "[editor]\nwrap = false\n")
    assert read(file).refused == {"search": "search is no table"}
    assert read(file).settings.editor.wrap is False
    save(changed(Settings(), {"editor.font_size": 20}), ["editor.font_size"], file)
    assert read(file).refused == {"search": "search is no table"}
    save(changed(Settings(), {"search.limit": 3}), ["search.limit"], file)
    assert load(file) == changed(
        Settings(), {"search.limit": 3, "editor.font_size": 20, "editor.wrap": False}
    )
    assert text in text_of(file.with_name("settings.broken.toml"))


# No TOML at all


@pytest.mark.parametrize(
    "data",
    [b"no toml", b"[editor\n", b"\xff\xfe[\x00", b"x = " + b"[" * 5000, b"x = " + b"9" * 5000, b"a=1\na=2\n"],
)
def test_a_file_that_is_no_toml_is_said_kept_and_copied_before_the_first_change(
    file: Path, data: bytes
) -> None:
    file.write_bytes(data)
    found = read(file)
    assert found.settings == Settings()
    assert len(found.problems) == 1
    assert str(file) in found.trouble
    with pytest.raises(SettingsError, match=r"settings\.toml"):
        load(file)
    assert file.read_bytes() == data
    save(changed(Settings(), {"search.limit": 3}), ["search.limit"], file)
    assert load(file).search.limit == 3
    assert file.with_name("settings.broken.toml").read_bytes() == data


def test_an_earlier_copy_is_never_overwritten(file: Path) -> None:
    for text in ("[one", "[two"):
        write(file, text)
        save(Settings(), ["search.limit"], file)
    assert text_of(file.with_name("settings.broken.toml")) == "[one"
    assert text_of(file.with_name("settings.broken-2.toml")) == "[two"


# What the disk refuses


def test_settings_that_cannot_be_written_are_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SettingsError, match="cannot be"):
        save(Settings(), ["search.limit"], tmp_path / "file" / "settings.toml")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="permissions as on Unix, and not root's")
def test_a_file_that_may_not_be_read_is_not_overwritten(file: Path) -> None:
    write(file, "[search]\nlimit = 3\n")
    file.chmod(0)
    assert "cannot be read" in read(file).trouble
    with pytest.raises(SettingsError, match="cannot be read"):
        save(Settings(), ["search.limit"], file)
    file.chmod(0o600)
    assert load(file).search.limit == 3


@pytest.mark.parametrize("text", ["[search]\nlimit = 3\n", "no toml ["])
def test_a_file_that_its_owner_made_read_only_is_not_replaced(
    file: Path, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(file, text)
    file.chmod(0o444)
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write whatever it is
    with pytest.raises(SettingsError, match="the file is read-only"):
        save(changed(Settings(), {"search.limit": 5}), ["search.limit"], file)
    assert [found.name for found in file.parent.iterdir()] == [file.name]
    assert file.read_text(encoding="utf-8") == text
    file.chmod(0o600)


@given(st.binary() | st.text().map(str.encode), st.sampled_from(options()))
def test_whatever_the_file_holds_the_program_starts_and_a_change_is_kept(
    tmp_path_factory: Any, data: bytes, option: Option
) -> None:
    file = tmp_path_factory.mktemp("config") / "settings.toml"
    file.write_bytes(data)
    settings = changed(read(file).settings, {option.key: other_value(option)})
    save(settings, [option.key], file)
    assert value_of(read(file).settings, option.key) == checked(option, other_value(option))
