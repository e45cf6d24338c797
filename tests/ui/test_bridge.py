"""What engines report arrives once, in the window's thread; what coroutines raise never gets lost."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any, cast

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from openclaw_desktop.errors import FileGoneError
from openclaw_desktop.events import FilesChanged, IndexPhase, IndexState, Problem, ReviewChanged
from openclaw_desktop.ui.bridge import READERS, Bridge


class EngineThatOnlyCloses:
    closed_in: str | None = None

    def close(self) -> None:
        self.closed_in = threading.current_thread().name


@pytest.fixture
def plain(run: Any) -> Iterator[Bridge]:
    made = Bridge(lambda _report: cast(Any, EngineThatOnlyCloses()))
    yield made
    run(made.close())


def test_a_burst_from_another_thread_arrives_as_one_signal_of_each_kind(plain: Bridge, qtbot: QtBot) -> None:
    changes: list[frozenset[str]] = []
    states: list[IndexState] = []
    where: set[str] = set()
    plain.files_changed.connect(changes.append)
    plain.files_changed.connect(lambda _paths: where.add(threading.current_thread().name))
    plain.index_state_changed.connect(states.append)

    def burst() -> None:
        for number in range(500):
            plain.report(FilesChanged(frozenset({f"memory/{number}.md"})))
            plain.report(IndexState(IndexPhase.KEYWORDS, files_done=number))

    with qtbot.waitSignals([plain.files_changed, plain.index_state_changed], timeout=5000):
        thread = threading.Thread(target=burst)
        thread.start()
        thread.join()
    assert changes == [frozenset(f"memory/{n}.md" for n in range(500))]
    assert [state.files_done for state in states] == [499]
    assert where == {threading.main_thread().name}


def test_a_burst_of_proposals_arrives_as_one_signal_that_names_them_all(plain: Bridge, qtbot: QtBot) -> None:
    heard: list[ReviewChanged] = []
    plain.review_changed.connect(heard.append)
    with qtbot.waitSignal(plain.review_changed, timeout=5000):
        plain.report(ReviewChanged(frozenset({"MEMORY.md"}), frozenset({"1"})))
        plain.report(ReviewChanged(frozenset({"SOUL.md"}), frozenset({"2"})))
        plain.report(ReviewChanged(frozenset({"SOUL.md"})))
    assert heard == [ReviewChanged(frozenset({"MEMORY.md", "SOUL.md"}), frozenset({"1", "2"}))]


def test_problems_are_not_merged(plain: Bridge, qtbot: QtBot) -> None:
    heard: list[str] = []
    plain.problem.connect(heard.append)
    plain.report(Problem("the first"))
    plain.report(Problem("the second"))
    qtbot.waitUntil(lambda: heard == ["the first", "the second"], timeout=5000)


def test_a_blocking_verb_runs_on_a_reader_and_its_error_comes_back(plain: Bridge, run: Any) -> None:
    assert run(plain.call(lambda: threading.current_thread().name)).startswith("reader")

    def fail() -> None:
        raise FileGoneError("a.md", "a.md is gone")

    with pytest.raises(FileGoneError, match=r"a\.md is gone"):
        run(plain.call(fail))


def test_an_error_for_a_person_goes_to_failed(plain: Bridge, qtbot: QtBot) -> None:
    async def lose() -> None:
        raise FileGoneError("a.md", "a.md is gone")

    with qtbot.waitSignal(plain.failed, timeout=5000) as caught:
        plain.spawn(lose(), name="lose")
    assert str(cast(Any, caught.args)[0]) == "a.md is gone"


def test_a_bug_in_a_coroutine_reaches_the_last_line_of_defence_at_once(plain: Bridge, qtbot: QtBot) -> None:
    async def stumble() -> None:
        raise ZeroDivisionError("oops")

    with capture_exceptions() as exceptions:
        plain.spawn(stumble(), name="stumble")
        qtbot.waitUntil(lambda: bool(exceptions), timeout=5000)
    assert exceptions[0][0] is ZeroDivisionError


def test_busy_until_the_last_call_is_answered(plain: Bridge, qtbot: QtBot) -> None:
    gate = threading.Event()

    async def wait() -> None:
        await plain.call(gate.wait, 5)

    plain.spawn(wait(), name="wait")
    assert plain.busy
    with qtbot.waitSignal(plain.settled, timeout=5000):
        gate.set()
    assert not plain.busy


def test_nothing_arrives_after_closing(run: Any, qtbot: QtBot) -> None:
    engine = EngineThatOnlyCloses()
    bridge = Bridge(lambda _report: cast(Any, engine))
    heard: list[str] = []
    bridge.problem.connect(heard.append)
    bridge.report(Problem("in time, but too late to be told"))
    run(bridge.close())
    bridge.report(Problem("too late"))
    assert engine.closed_in is not None
    assert engine.closed_in.startswith("engine")
    with qtbot.assertNotEmitted(bridge.problem, wait=100):
        pass
    assert heard == []


def test_what_is_started_after_closing_does_not_begin(run: Any, qtbot: QtBot) -> None:
    bridge = Bridge(lambda _report: cast(Any, EngineThatOnlyCloses()))
    run(bridge.close())
    begun: list[bool] = []

    async def begin() -> None:
        begun.append(True)

    task = bridge.spawn(begin(), name="too late")
    qtbot.waitUntil(task.done, timeout=5000)
    assert begun == []


def test_what_a_timer_wants_after_closing_does_not_begin(
    run: Any, qtbot: QtBot, recwarn: pytest.WarningsRecorder
) -> None:
    bridge = Bridge(lambda _report: cast(Any, EngineThatOnlyCloses()))
    begun: list[str] = []

    async def begin() -> None:
        begun.append("begun")

    run(bridge.close())
    assert bridge.spawn(begin(), name="late").cancelled()
    assert not bridge.busy
    QApplication.processEvents()
    assert begun == []
    assert [str(each.message) for each in recwarn] == []  # that it was never awaited


class EngineThatIsWaitedFor:
    """Its readers wait until it has begun, or is closed."""

    def __init__(self) -> None:
        self.did: list[str] = []
        self.begun = threading.Event()
        self.may_begin = threading.Event()
        self.may_begin.set()
        self.begins = threading.Event()

    def start(self) -> None:
        self.begins.set()
        assert self.may_begin.wait(10)
        self.did.append("start")
        self.begun.set()

    def read(self) -> bool:
        return self.begun.wait(10)

    def close(self) -> None:
        self.did.append("close")
        self.begun.set()


@pytest.fixture
def awaited() -> EngineThatIsWaitedFor:
    return EngineThatIsWaitedFor()


def test_an_engine_begins_though_every_reader_waits_for_it(run: Any, awaited: EngineThatIsWaitedFor) -> None:
    bridge = Bridge(lambda _report: cast(Any, awaited))

    async def ask_and_begin() -> list[bool]:
        asked = [asyncio.ensure_future(bridge.call(awaited.read)) for _ in range(READERS)]
        await asyncio.sleep(0)  # they are under way
        await bridge.call_apart(awaited.start)
        return await asyncio.gather(*asked)

    assert run(ask_and_begin()) == [True] * READERS
    run(bridge.close())


def test_an_engine_is_closed_though_every_reader_waits_for_it(
    run: Any, awaited: EngineThatIsWaitedFor
) -> None:
    bridge = Bridge(lambda _report: cast(Any, awaited))

    async def ask_and_close() -> list[bool]:
        asked = [asyncio.ensure_future(bridge.call(awaited.read)) for _ in range(READERS)]
        await asyncio.sleep(0)
        await bridge.close()
        return await asyncio.gather(*asked)

    assert run(ask_and_close()) == [True] * READERS


def test_an_engine_that_is_closed_while_it_begins_is_closed_after_that(
    run: Any, awaited: EngineThatIsWaitedFor
) -> None:
    awaited.may_begin.clear()
    bridge = Bridge(lambda _report: cast(Any, awaited))

    async def begin() -> None:
        await bridge.call_apart(awaited.start)

    async def begin_and_close() -> None:
        bridge.spawn(begin(), name="start")
        await asyncio.to_thread(awaited.begins.wait, 10)
        closed = asyncio.ensure_future(bridge.close())
        await asyncio.sleep(0)
        awaited.may_begin.set()
        await closed

    run(begin_and_close())
    assert awaited.did == ["start", "close"]
