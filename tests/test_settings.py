"""Settings: declared once, and no value gets in that its declaration does not allow."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop import settings
from openclaw_desktop.errors import SettingsError
from openclaw_desktop.settings import Option, Settings, changed, checked, options, value_of

KEYS = {option.key: option for option in options()}
NUMBERS = [key for key, option in KEYS.items() if option.kind in (int, float)]


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


def test_every_setting_has_a_sentence_and_a_default_that_is_allowed() -> None:
    for option in settings.options():
        assert option.sentence.endswith("."), option.key
        assert settings.checked(option, option.default) == option.default


def foreign(option: Option) -> list[Any]:
    """Values, as TOML may hold them, of a type that is not the option's."""
    every: dict[type, list[Any]] = {
        bool: [True, False],
        int: [7],
        float: [0.5],
        str: ["many", "no\0"],
        tuple: [["a"], [1], []],
        dict: [{}, {"a": 1}],
        datetime.date: [datetime.date(2026, 3, 1)],
    }
    own = {bool: (bool,), int: (int,), float: (int, float), str: (str,), tuple: (tuple, str)}[option.kind]
    values = [value for kind, of_kind in every.items() if kind not in own for value in of_kind]
    return [*values, ["no\0"], [["nested"]]]


@pytest.mark.parametrize("key", KEYS)
def test_no_setting_takes_a_value_of_another_type(key: str) -> None:
    for value in foreign(KEYS[key]):
        with pytest.raises(SettingsError, match=key):
            changed(Settings(), {key: value})


@pytest.mark.parametrize("key", NUMBERS)
def test_no_number_is_taken_that_is_out_of_bounds_or_none_at_all(key: str) -> None:
    option = KEYS[key]
    assert option.low is not None
    assert option.high is not None
    for low_or_high in (option.low, option.high):
        assert checked(option, low_or_high) == low_or_high
    wrong: list[Any] = [option.low - 1, option.high + 1, -(10**400), 10**400, 16**5000]
    wrong += [float("nan"), float("inf"), float("-inf"), "nan", "inf", "9" * 5000, "1e999", "", "一"]
    for value in wrong:
        if value == "" and option.optional:
            continue
        with pytest.raises(SettingsError, match=key) as refusal:
            checked(option, value)
        assert len(str(refusal.value)) < 250


@given(st.sampled_from(options()), st.data())
def test_whatever_is_given_is_taken_in_the_right_type_or_refused(option: Option, data: st.DataObject) -> None:
    simple = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.dates()
    value = data.draw(st.recursive(simple, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
    try:
        taken = checked(option, value)
    except SettingsError:
        return
    assert isinstance(taken, option.kind) or (option.optional and taken is None)
    assert checked(option, taken) == taken
    assert value_of(settings.changed(Settings(), {option.key: value}), option.key) == taken
