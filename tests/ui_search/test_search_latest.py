"""Late answers never replace newer ones."""

from __future__ import annotations

from typing import Any

import pytest

from openclaw_desktop.errors import IndexDamagedError
from openclaw_desktop.ui.search_view.latest import Latest


@pytest.fixture
def latest(bridge: Any) -> Latest:
    bridge.holding = True
    return Latest(bridge)


@pytest.fixture
def arrived(latest: Latest) -> list[str]:
    found: list[str] = []
    latest.arrived.connect(found.append)
    latest.failed.connect(lambda error: found.append(f"failed: {error}"))
    return found


def _fail() -> None:
    raise IndexDamagedError("the index cannot be read")


def test_an_answer_arrives(latest: Latest, arrived: list[str], bridge: Any) -> None:
    latest.ask(lambda: "one")
    assert latest.busy
    bridge.held[0].go()
    assert (arrived, latest.busy) == (["one"], False)


def test_an_older_answer_is_dropped_and_only_the_newest_question_is_asked(
    latest: Latest, arrived: list[str], bridge: Any
) -> None:
    asked: list[str] = []
    for text in ("o", "ol", "old", "new"):
        latest.ask(lambda text=text: asked.append(text) or text)
    for _ in range(2):
        bridge.held[-1].go()
    assert asked == ["o", "new"]
    assert arrived == ["new"]


def test_what_was_forgotten_does_not_arrive(latest: Latest, arrived: list[str], bridge: Any) -> None:
    latest.ask(lambda: "one")
    latest.forget()
    bridge.held[0].go()
    assert (arrived, latest.busy) == ([], False)


def test_an_error_arrives_as_an_error_and_the_next_question_is_answered(
    latest: Latest, arrived: list[str], bridge: Any
) -> None:
    latest.ask(_fail)
    bridge.held[0].go()
    latest.ask(lambda: "two")
    bridge.held[1].go()
    assert arrived == ["failed: the index cannot be read", "two"]


def test_the_error_of_an_older_question_is_not_told(latest: Latest, arrived: list[str], bridge: Any) -> None:
    latest.ask(_fail)
    latest.ask(lambda: "new")
    for _ in range(2):
        bridge.held[-1].go()
    assert arrived == ["new"]
