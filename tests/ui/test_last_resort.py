"""Whatever nobody caught is logged and told, and nothing is told a thousand times."""

from __future__ import annotations

import asyncio
import gc
import logging
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import qWarning
from pytestqt.qtbot import QtBot

from openclaw_desktop import __version__
from openclaw_desktop.ui.last_resort import MOST_KINDS, LastResort, Trouble
from openclaw_desktop.ui.log_files import LOG_BYTES, LOG_FILES, LOG_NAME

pytestmark = [pytest.mark.qt_no_exception_capture, pytest.mark.no_qt_log]


@pytest.fixture
def told() -> list[Trouble]:
    return []


@pytest.fixture
def last(tmp_path: Path, qtbot: QtBot, told: list[Trouble]) -> Iterator[LastResort]:
    hooks = (sys.excepthook, threading.excepthook, sys.unraisablehook)
    made = LastResort(tmp_path)
    made.happened.connect(told.append)
    made.install()
    yield made
    made.uninstall()
    sys.excepthook, threading.excepthook, sys.unraisablehook = hooks


def logged(last: LastResort) -> str:
    return last.log_file.read_text(encoding="utf-8")


def fail(sentence: str) -> None:
    raise ValueError(sentence)


def test_a_bug_in_a_slot(last: LastResort, told: list[Trouble], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        fail("in a slot 雨")
    except ValueError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    assert len(told) == 1
    assert told[0].summary == "ValueError: in a slot 雨"
    assert "Traceback" in told[0].details
    assert "ValueError: in a slot 雨" in logged(last)
    assert "ValueError: in a slot 雨" in capsys.readouterr().err


def test_a_bug_in_a_thread_is_told_in_the_window_s_thread(
    last: LastResort, told: list[Trouble], qtbot: QtBot
) -> None:
    thread = threading.Thread(target=fail, args=("in a thread",), name="index")
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: len(told) == 1, timeout=5000)
    assert "In index:" in told[0].details


def test_a_bug_in_a_destructor(last: LastResort, told: list[Trouble]) -> None:
    class Stubborn:
        def __del__(self) -> None:
            fail("in a destructor")

    Stubborn()
    gc.collect()
    assert "ValueError: in a destructor" in told[0].details


def test_a_bug_in_a_task_nobody_awaits(last: LastResort, told: list[Trouble], loop: Any) -> None:
    last.in_loop(loop, {"message": "Task exception was never retrieved", "exception": ValueError("lost")})
    last.in_loop(loop, {"message": "a message without an exception"})
    assert "ValueError: lost" in told[0].details
    assert told[1].details == "a message without an exception"


def test_the_same_bug_at_every_repaint_is_counted(last: LastResort, told: list[Trouble]) -> None:
    for number in range(1234):
        last.tell(f"Traceback\n<Widget at 0x{number:x}>\nValueError: the same")
    last.tell("another")
    assert [trouble.times for trouble in told] == [1, 10, 100, 1000, 1]
    assert [(trouble.summary, trouble.times) for trouble in last.troubles] == [
        ("ValueError: the same", 1234),
        ("another", 1),
    ]
    assert logged(last).count("Traceback") == 1
    assert "1,000 times by now: ValueError: the same" in logged(last)


def test_a_program_full_of_bugs_does_not_fill_the_memory(last: LastResort, told: list[Trouble]) -> None:
    for number in range(MOST_KINDS * 2):
        last.tell(f"bug number {number}")
    assert len(last.troubles) == len(told) == MOST_KINDS


def test_the_log_is_turned_over_and_never_more_than_three_files(last: LastResort) -> None:
    for _ in range(LOG_FILES + 2):
        logging.getLogger("openclaw_desktop").error("%s", "x" * LOG_BYTES)
    logs = sorted(path.name for path in last.log_file.parent.glob(f"{LOG_NAME}*"))
    assert logs == [LOG_NAME, f"{LOG_NAME}.1", f"{LOG_NAME}.2"]


def test_what_is_only_of_use_to_its_makers_is_not_logged(last: LastResort) -> None:
    logging.getLogger("openclaw_desktop.ui").debug("small talk")
    logging.getLogger("openclaw_desktop.ui").info("worth knowing")
    assert "small talk" not in logged(last)
    assert "INFO openclaw_desktop.ui worth knowing" in logged(last)


def test_what_qt_says_is_kept(last: LastResort, told: list[Trouble]) -> None:
    qWarning("a warning of Qt's own")
    assert "WARNING qt.default a warning of Qt's own" in logged(last)
    assert told == []


def test_ctrl_c_is_no_bug(last: LastResort, told: list[Trouble], qtbot: QtBot) -> None:
    with qtbot.waitSignal(last.interrupted, timeout=5000):
        sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert told == []


def test_a_folder_that_cannot_be_written_leaves_standard_error(
    tmp_path: Path, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "state").write_text("a file where the folder should be", encoding="utf-8")
    last = LastResort(tmp_path / "state")
    with qtbot.waitSignal(last.happened, timeout=5000):
        last.tell("still told")
    assert "still told" in capsys.readouterr().err


def test_a_crash_is_told_at_the_next_start_and_only_there(tmp_path: Path, qtbot: QtBot) -> None:
    crash = (
        "import faulthandler, pathlib, sys\nfrom openclaw_desktop.ui.last_resort import LastResort\n"
        f"last = LastResort(pathlib.Path({str(tmp_path)!r}))\nlast.install()\nfaulthandler._sigabrt()"
    )
    subprocess.run([sys.executable, "-c", crash], check=False, capture_output=True)
    for times in (1, 0):
        last, told = LastResort(tmp_path), list[Trouble]()
        last.happened.connect(told.append)
        last.install()
        last.uninstall()
        assert [trouble.summary for trouble in told] == ["Fatal Python error: Aborted"] * times
        assert [trouble.was_fatal for trouble in last.troubles] == [True] * times
        assert all('File "<string>"' in trouble.details for trouble in told)
    assert "brought down the last time it ran: Fatal Python error: Aborted" in logged(last)


def test_the_log_says_which_version_began(last: LastResort) -> None:
    assert f"version {__version__}" in logged(last)


def test_a_destructor_s_own_words_are_not_told(last: LastResort, told: list[Trouble]) -> None:
    text = "what a person wrote"

    class Note:
        def __repr__(self) -> str:
            return text

        def __del__(self) -> None:
            raise KeyError(text)

    Note()
    gc.collect()
    assert text not in told[0].details
    assert told[0].summary == "KeyError: …"


def test_everything_is_given_back(tmp_path: Path, qtbot: QtBot) -> None:
    assert asyncio.iscoroutinefunction(LastResort.in_loop) is False
    before = (threading.excepthook, sys.unraisablehook)
    last = LastResort(tmp_path)
    last.install()
    assert threading.excepthook is not before[0]
    last.uninstall()
    assert threading.excepthook is threading.__excepthook__
    threading.excepthook, sys.unraisablehook = before
