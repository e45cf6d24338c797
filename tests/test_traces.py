"""What an error says of a program is told, and what it says of a person's text is not."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, cast

import pytest
from pydantic import TypeAdapter

from openclaw_desktop.traces import trace

SECRET = "it's \"Liang's\" port, 雨 “5432”"


def raised(act: Callable[[], Any]) -> BaseException:
    with pytest.raises(BaseException) as caught:  # noqa: PT011 - any at all
        act()
    return caught.value


def chained() -> None:
    try:
        int(SECRET)
    except ValueError as error:
        raise KeyError(SECRET) from error


def in_groups() -> None:
    raise BaseExceptionGroup(SECRET, [raised(lambda: float(SECRET)), raised(lambda: {}[SECRET])])


@pytest.mark.parametrize(
    "act",
    [
        lambda: int(SECRET),
        lambda: {}[SECRET],
        lambda: [].index(SECRET),
        lambda: SECRET.encode("ascii"),
        lambda: json.loads(SECRET),
        lambda: TypeAdapter(int).validate_python(SECRET),
        lambda: open(SECRET),  # noqa: PTH123, SIM115
        chained,
        in_groups,
    ],
)
def test_no_text_that_an_error_quotes_is_told(act: Callable[[], Any]) -> None:
    error = raised(act)
    told = trace(error)
    assert type(error).__name__ in told
    assert __file__ in told
    for word in ("Liang", "port", "雨", "5432"):
        assert word not in told


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (lambda: 1 / 0, "ZeroDivisionError: division by zero"),
        (lambda: cast("Any", object()).tree, "AttributeError: 'object' object has no attribute 'tree'"),
        (lambda: "a" + cast("Any", 1), 'TypeError: can only concatenate str (not "int") to str'),
        (lambda: int("x"), "ValueError: invalid literal for int() with base 10: …"),
        (lambda: {}["x"], "KeyError: …"),
        (
            b"\xff".decode,
            "UnicodeDecodeError: …t decode byte 0xff in position 0: invalid start byte",
        ),
    ],
)
def test_what_it_says_of_the_program_is(act: Callable[[], Any], said: str) -> None:
    assert trace(raised(act)).rstrip().splitlines()[-1] == said


def test_what_led_to_it_is_told_before() -> None:
    told = trace(raised(chained))
    assert told.index("ValueError") < told.index("That led to:") < told.index("KeyError")
    assert trace(raised(in_groups)).count("It was one of:") == 2


def test_an_error_that_cannot_say_what_it_is_is_told_all_the_same() -> None:
    class MuteError(Exception):
        def __str__(self) -> str:
            raise ValueError

    assert "MuteError" in trace(MuteError())


def test_errors_that_led_to_each_other_end() -> None:
    one, other = ValueError("one"), ValueError("other")
    one.__cause__, other.__cause__ = other, one
    assert trace(one) == "ValueError: other\n\nThat led to:\n\nValueError: one\n"
