"""What is made when it is first asked for is made once, whoever asks."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from openclaw_desktop.made_once import is_made, made_once


class Room:
    """Counts how often its lamp was made."""

    def __init__(self) -> None:
        self.made = 0
        self.meet = Barrier(8)

    @made_once
    def lamp(self) -> object:
        """Light."""
        self.made += 1
        return object()


def test_it_is_made_when_it_is_first_asked_for() -> None:
    room = Room()
    assert not is_made(room, "lamp")
    assert room.lamp is room.lamp
    assert is_made(room, "lamp")
    assert room.made == 1


def test_each_has_its_own() -> None:
    assert Room().lamp is not Room().lamp


def test_threads_that_ask_at_the_same_moment_get_the_same() -> None:
    room = Room()

    def ask() -> object:
        room.meet.wait(timeout=60)
        return room.lamp

    with ThreadPoolExecutor(8) as threads:
        found = [threads.submit(ask) for _ in range(8)]
    assert len({id(each.result()) for each in found}) == 1
    assert room.made == 1
