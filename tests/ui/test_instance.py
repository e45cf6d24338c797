"""One window a workspace: who comes second is heard, and nobody waits for a window that hangs."""

from __future__ import annotations

import contextlib
import os
import socket
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import filelock
import pytest
from ignoring_case import ignore_case
from pytestqt.qtbot import QtBot

from openclaw_desktop.places import Places
from openclaw_desktop.ui import instance
from openclaw_desktop.ui.instance import Answer, Door, hand_over
from openclaw_desktop.ui.wish import LONGEST, MOST_FILES, Wish, from_line, to_line

pytestmark = pytest.mark.skipif(os.name == "nt", reason="sockets as on Unix")

SECOND = """
import sys
from PySide6.QtCore import QCoreApplication
from openclaw_desktop.ui.instance import Door, hand_over
from openclaw_desktop.ui.wish import from_line
how, place, wish = sys.argv[1], sys.argv[2], from_line(sys.argv[3].encode())
if how == "hand_over":
    answer = hand_over(place, wish)
else:
    app = QCoreApplication([])
    door = Door()
    answer = door.open(place, wish)
    assert door.is_open is (how == "first")
print(answer.value)
"""

WISH = Wish(("memory/雨 量計.md",), "search", "token")


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="ocd") as folder:  # a socket's path is short
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        yield instance.address(Places.of_user(), tmp_path)


@pytest.fixture
def door(qtbot: QtBot) -> Iterator[Door]:
    made = Door()
    yield made
    made.close()


def meanwhile(qtbot: QtBot, place: str, how: str = "hand_over") -> Answer:
    """What a second start, in a process of its own, is answered while the first one's loop turns."""
    asking = subprocess.Popen(
        [sys.executable, "-c", SECOND, how, place, to_line(WISH).decode()], stdout=subprocess.PIPE, text=True
    )
    with asking:
        qtbot.waitUntil(lambda: asking.poll() is not None, timeout=60_000)
        assert asking.stdout is not None
        return Answer(asking.stdout.read().strip())


def say(stranger: socket.socket, said: bytes) -> None:
    with contextlib.suppress(OSError):  # nobody listens any more
        stranger.sendall(said)


def test_the_first_hears_what_the_second_wants(place: str, door: Door, qtbot: QtBot) -> None:
    heard = list[Wish]()
    door.wished.connect(heard.append)
    assert door.open(place, WISH) is Answer.NOBODY
    assert door.is_open
    assert meanwhile(qtbot, place) is Answer.TAKEN
    assert heard == [WISH]


def test_where_nobody_listens_one_is_the_first(place: str) -> None:
    assert hand_over(place, WISH) is Answer.NOBODY


def test_of_two_that_start_at_once_one_gives_way(place: str, door: Door, qtbot: QtBot) -> None:
    heard = list[Wish]()
    door.wished.connect(heard.append)
    door.open(place, Wish())
    assert meanwhile(qtbot, place, "open") is Answer.TAKEN
    assert heard == [WISH]


def test_a_socket_a_crash_left_is_taken_over(place: str, door: Door, qtbot: QtBot) -> None:
    with socket.socket(socket.AF_UNIX) as crashed:
        crashed.bind(place)
    assert Path(place).exists()
    assert hand_over(place, WISH) is Answer.NOBODY
    assert door.open(place, WISH) is Answer.NOBODY
    assert meanwhile(qtbot, place) is Answer.TAKEN


def test_a_window_that_hangs_is_waited_for_only_so_long(place: str, door: Door, qtbot: QtBot) -> None:
    with socket.socket(socket.AF_UNIX) as hung:
        hung.bind(place)
        hung.listen()
        assert hand_over(place, WISH, patience_ms=50) is Answer.SILENT
        assert door.open(place, WISH, instead=True) is Answer.NOBODY
        assert door.is_open
        assert meanwhile(qtbot, place) is Answer.TAKEN


def test_a_window_that_hung_leaves_the_place_to_the_one_that_came_instead(
    place: str, door: Door, qtbot: QtBot
) -> None:
    heard = list[Wish]()
    door.wished.connect(heard.append)
    hung = Door()
    hung.open(place, WISH)
    assert door.open(place, WISH, instead=True) is Answer.NOBODY
    hung.close()
    assert meanwhile(qtbot, place) is Answer.TAKEN
    assert heard == [WISH]
    door.close()
    assert list(Path(place).parent.iterdir()) == []


def test_who_closes_while_another_start_decides_waits_for_nobody(
    place: str, door: Door, qtbot: QtBot
) -> None:
    closing = Door()
    closing.open(place, WISH)
    with filelock.FileLock(f"{place}.lock"):
        closing.close()
    assert hand_over(place, WISH) is Answer.NOBODY
    assert door.open(place, WISH) is Answer.NOBODY
    assert meanwhile(qtbot, place) is Answer.TAKEN


def test_a_program_that_ends_without_closing_its_window_leaves_nothing(place: str) -> None:
    subprocess.run([sys.executable, "-c", SECOND, "first", place, to_line(WISH).decode()], check=True)
    assert list(Path(place).parent.iterdir()) == []


def test_only_the_person_s_own_programs_can_knock(place: str, door: Door) -> None:
    door.open(place, WISH)
    assert stat.S_IMODE(Path(place).stat().st_mode) == 0o600


def test_a_folder_others_can_write_into_is_no_place_for_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, door: Door
) -> None:
    own = tmp_path / f"openclaw-desktop-{os.getuid()}"
    for folder in (tmp_path, own):
        folder.mkdir(exist_ok=True)
        folder.chmod(0o777)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    address = instance.address(Places.of_user(), tmp_path)
    assert address == ""
    assert hand_over(address, WISH) is Answer.NOBODY
    assert door.open(address, WISH) is Answer.NOBODY
    assert not door.is_open


@pytest.mark.parametrize("runtime", ["", "relative/folder", "/nowhere/at/all", "/tmp/" + "x" * 90])
def test_without_a_runtime_folder_that_can_be_used_one_of_the_person_s_own_is_made(
    runtime: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with tempfile.TemporaryDirectory(prefix="ocd") as temporary:
        monkeypatch.setenv("XDG_RUNTIME_DIR", runtime)
        monkeypatch.setattr(tempfile, "tempdir", temporary)
        folder = Path(instance.address(Places.of_user(), None)).parent
        assert folder.parent == Path(temporary)
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        folder.chmod(0o777)  # as if another person had made it first
        assert instance.address(Places.of_user(), None) == ""


def test_nothing_is_left_of_a_window_that_was_closed(place: str, door: Door) -> None:
    door.open(place, WISH)
    assert [file.name for file in Path(place).parent.iterdir()] == [Path(place).name]
    door.close()
    assert list(Path(place).parent.iterdir()) == []


def test_each_workspace_and_each_home_has_a_place_of_its_own(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = Places.of_user()
    assert instance.address(places, tmp_path) == place
    assert instance.address(places, tmp_path / "x" / "..") == place
    assert instance.address(places, tmp_path / "other") != place
    assert instance.address(places, None) != place
    monkeypatch.setenv("OPENCLAW_DESKTOP_HOME", str(tmp_path))
    assert instance.address(Places.of_user(), tmp_path) != place


def test_however_its_name_is_written_a_workspace_has_one_window(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "Workspace").mkdir()
    ignore_case(monkeypatch, tmp_path)
    addresses = {instance.address(Places.of_user(), tmp_path / name) for name in ("Workspace", "WORKSPACE")}
    assert len(addresses) == 1


@pytest.mark.parametrize(
    "said",
    [
        b"\n",
        b"{}",
        b"[]\n",
        b"no wish\n",
        b'{"view": "settings"}\n',
        b'{"files": 3}\n',
        b"[" * 100_000 + b"\n",
        b"x" * (LONGEST + 1),
    ],
)
def test_whatever_else_is_said_is_not_heard(place: str, door: Door, qtbot: QtBot, said: bytes) -> None:
    heard = list[Wish]()
    door.wished.connect(heard.append)
    door.open(place, Wish())
    with socket.socket(socket.AF_UNIX) as stranger:
        stranger.connect(place)
        saying = threading.Thread(target=say, args=(stranger, said))
        saying.start()
        assert meanwhile(qtbot, place) is Answer.TAKEN
        qtbot.waitUntil(lambda: not saying.is_alive(), timeout=20_000)
    assert heard == [WISH]


def test_very_many_files_are_cut_to_what_a_window_can_show() -> None:
    many = Wish(tuple(f"{number}.md" for number in range(MOST_FILES * 2)))
    assert from_line(to_line(many)).files == many.files[:MOST_FILES]


def test_very_long_names_are_cut_to_what_a_window_hears() -> None:
    long = Wish(tuple(f"{number}{'雨' * 4000}.md" for number in range(MOST_FILES)))
    line = to_line(long)
    assert len(line) <= LONGEST
    assert long.files[: len(from_line(line).files)] == from_line(line).files != ()


def test_a_wish_of_an_older_program_is_understood() -> None:
    assert from_line(b"{}\n") == Wish()
