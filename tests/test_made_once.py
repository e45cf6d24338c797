"""What is made when it is first asked for is made once, whoever asks."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event

from openclaw_desktop.made_once import made_once


class Room:
    """Counts how often its lamp was made, which takes as long as `ready` is not set."""

    def __init__(self, *, ready: bool = True) -> None:
        self.made = 0
        self.begun, self.second, self.ready = Event(), Event(), Event()
        if ready:
            self.ready.set()

    @made_once
    def lamp(self) -> object:
        """Light."""
        self.made += 1
        if self.made == 2:
            self.second.set()
        self.begun.set()
        self.ready.wait(timeout=60)
        return object()


def test_it_is_made_when_it_is_first_asked_for() -> None:
    room = Room()
    assert Room.lamp.if_made(room) is None
    assert room.lamp is room.lamp
    assert Room.lamp.if_made(room) is room.lamp
    assert room.made == 1


def test_each_has_its_own() -> None:
    assert Room().lamp is not Room().lamp


def test_of_the_class_it_is_the_property_with_its_words() -> None:
    assert Room.lamp.__doc__ == "Light."


def test_threads_that_ask_while_it_is_made_get_the_same() -> None:
    room = Room(ready=False)
    with ThreadPoolExecutor(8) as threads:
        found = [threads.submit(lambda: room.lamp) for _ in range(8)]
        room.second.wait(timeout=0.2)  # where it could be made twice, another thread comes in meanwhile
        room.ready.set()
    assert len({id(each.result()) for each in found}) == 1
    assert room.made == 1


def test_whoever_asks_whether_it_is_made_waits_for_one_that_is_being_made() -> None:
    room = Room(ready=False)
    with ThreadPoolExecutor(2) as threads:
        making = threads.submit(lambda: room.lamp)
        assert room.begun.wait(timeout=60)
        asking = threads.submit(Room.lamp.if_made, room)
        room.ready.set()
        assert asking.result() is making.result()
