"""Words that FTS5 does not find because they are inside longer ones."""

from __future__ import annotations

import pytest

from openclaw_desktop.agent_index.longer_words import LONGEST_SHOWN, is_cjk, longer_word, runs


def test_runs_are_letters_and_digits_of_any_script_with_their_marks() -> None:
    text = "WX_SYNC: 风速计, cafe\u0301 2!"
    assert [text[start:end] for start, end in runs(text)] == ["WX", "SYNC", "风速计", "cafe\u0301", "2"]


@pytest.mark.parametrize(
    ("word", "text", "expected"),
    [
        ("网关", "部署了新的网关服务。", "部署了新的网关服务"),
        ("网关", "网关。", None),
        ("网关", "网关 服务", None),
        ("Gate", "two gateways", "gateways"),
        ("gate", "nothing", None),
    ],
)
def test_the_longer_word_is_named(word: str, text: str, expected: str | None) -> None:
    assert longer_word(word, text) == expected


def test_a_very_long_word_is_cut_around_what_was_asked_for() -> None:
    shown = longer_word("端口", "一" * 40 + "端口" + "二" * 40)
    assert shown is not None
    assert "端口" in shown
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert len(shown) == LONGEST_SHOWN + 2
    assert longer_word("端口", "端口" + "二" * 40) == "端口" + "二" * 22 + "…"


def test_only_east_asian_words_are_written_without_spaces() -> None:
    assert [is_cjk(word) for word in ("网关", "かぜ", "바람", "gate", "café")] == [
        True,
        True,
        True,
        False,
        False,
    ]
