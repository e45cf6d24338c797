"""The program among others: a second start, the end of a session, kill -9, and safe mode."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from driven_program import EDITOR, Driven, texts_kept

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and sockets as on Unix")

Start = Callable[..., Driven]


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Starts the program; whatever still runs at the end is ended."""
    running = list[Driven]()

    def made(*arguments: object) -> Driven:
        running.append(Driven(*map(str, arguments)))
        return running[-1]

    with tempfile.TemporaryDirectory(prefix="ocd") as folder:  # a socket's path is short
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        yield made
        for program in running:
            program.kill()


def wait_for(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end


# A second start


def test_a_second_start_hands_over_its_files_and_ends(start: Start, workspace: Path) -> None:
    first = start(workspace).shown()
    second = start(workspace / "memory" / "2026-03-01.md", workspace / "SOUL.md")
    assert second.ended() == 0
    first.until(f"{EDITOR}.current_path == 'SOUL.md'")
    assert first.tabs()[-2:] == ["memory/2026-03-01.md", "SOUL.md"]
    assert first.ask("window.workspace.tree.isVisible()")


def test_a_start_without_a_path_finds_the_window_that_is_open(start: Start, workspace: Path) -> None:
    first = start(workspace).shown()
    first.ask("window.showMinimized()")
    assert start().ended() == 0
    first.until("not window.isMinimized()")


def test_quick_actions_begin_with_their_view_or_bring_it_to_the_window(start: Start, workspace: Path) -> None:
    first = start(workspace, "--view", "today").shown()
    first.until(f"{EDITOR}.current_path.startswith('memory/20') and {EDITOR}.page.file.is_loaded")
    assert start("--view", "search").ended() == 0
    first.until("window.view == 'search'")
    assert start("--view", "review").ended() == 0
    first.until("window.view == 'review'")


def test_another_workspace_has_a_window_of_its_own(start: Start, workspace: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    start(workspace).shown()
    second = start(other).shown()
    assert second.ask("program._visit.root.name") == "other"


def test_a_new_instance_opens_all_the_same(start: Start, workspace: Path) -> None:
    start(workspace).shown()
    start("--new-instance", workspace / "SOUL.md").shown().until(f"{EDITOR}.current_path == 'SOUL.md'")


def test_a_window_that_hangs_does_not_hang_the_next_nor_takes_it_away_afterwards(
    start: Start, workspace: Path
) -> None:
    first = start(workspace).shown()
    first.process.send_signal(signal.SIGSTOP)
    try:
        second = start(workspace).shown()
        second.until("'does not answer' in window.notice.sentence")
    finally:
        first.process.send_signal(signal.SIGCONT)
    first.ask("window.close()")
    assert first.ended() == 0
    assert start(workspace / "SOUL.md").ended() == 0
    second.until(f"{EDITOR}.current_path == 'SOUL.md'")


def test_a_window_that_was_killed_is_in_nobody_s_way(start: Start, workspace: Path) -> None:
    start(workspace).shown().kill()
    again = start(workspace).shown()
    assert again.ask("window.notice.sentence") == ""


def test_the_list_of_workspaces_is_there_once(start: Start, own_places: Path) -> None:
    first = start().shown()
    assert first.ask("type(window).__name__") == "Welcome"
    assert start().ended() == 0


def test_what_an_agent_proposes_in_a_process_of_its_own_is_told_in_the_window(
    start: Start, workspace: Path
) -> None:
    window = start(workspace).shown()
    window.until("program._visit._bridge.engine.index_state.phase.name == 'READY'")
    asks = [sys.executable, "-m", "openclaw_desktop", "propose", "SOUL.md", "--append", "--from", "-"]
    said = subprocess.run(
        [*asks, "--workspace", workspace],
        input="- Never brief.\n",
        text=True,
        capture_output=True,
        check=False,
    )
    assert said.returncode == 0, said.stderr
    window.until("'SOUL.md' in window.notice.sentence")
    assert "brief" not in window.ask("window.notice.sentence")


# The end of a session


def test_the_end_of_a_session_asks_nobody_and_loses_nothing(
    start: Start, workspace: Path, own_places: Path
) -> None:
    before = (workspace / "MEMORY.md").read_bytes()
    first = start(workspace).shown()
    first.type("MEMORY.md", "Typed 雨. ")
    assert first.terminate() == 143
    assert (workspace / "MEMORY.md").read_bytes() == before
    again = start().shown()
    again.until(f"{EDITOR}.unsaved() == ['MEMORY.md']")
    assert again.ask(f"{EDITOR}.page_of('MEMORY.md').edit.text()").startswith("Typed 雨. # Memory")
    assert "before text in MEMORY.md was saved" in again.ask("window.notice.sentence")
    again.ask(f"{EDITOR}.save_all()")
    again.until(f"{EDITOR}.unsaved() == []")
    again.ask("window.close()")
    assert again.ended() == 0
    assert texts_kept(own_places) == []


def test_a_terminal_that_goes_takes_no_text_away(start: Start, workspace: Path, own_places: Path) -> None:
    first = start(workspace).shown()
    first.type("MEMORY.md", "Typed a moment ago. ")
    assert first.terminate(signal.SIGHUP) == 128 + signal.SIGHUP
    assert [text[:20] for text in texts_kept(own_places)] == ["Typed a moment ago. "]


def test_a_window_that_is_to_outlive_its_terminal_does(start: Start, workspace: Path) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    try:
        first = start(workspace).shown()
    finally:
        signal.signal(signal.SIGHUP, before)
    first.process.send_signal(signal.SIGHUP)
    assert first.ask("window.isVisible()")


def test_even_while_it_asks_a_person(start: Start, workspace: Path) -> None:
    first = start(workspace).shown()
    first.type("MEMORY.md", "Typed. ")
    first.ask("window.close()")
    first.until("window.leaving")
    assert first.terminate() == 143
    start(workspace).shown().until(f"{EDITOR}.unsaved() == ['MEMORY.md']")


def test_a_session_manager_finds_everything_kept_when_it_is_answered(
    start: Start, workspace: Path, own_places: Path
) -> None:
    first = start(workspace).shown()
    first.type("MEMORY.md", "Typed. ")
    first.ask("program._log_out(None)")
    (kept,) = texts_kept(own_places)
    assert kept.startswith("Typed. ")


def test_a_display_that_goes_takes_no_text_away(start: Start, workspace: Path, own_places: Path) -> None:
    first = start(workspace).shown()
    first.type("MEMORY.md", "Typed. ")
    first.ask("program._app.exit(1)")  # what Qt does when the X server or the Wayland compositor died
    _, err = first.process.communicate(timeout=60)
    assert first.process.returncode == 1
    assert "Traceback" not in err
    assert len(texts_kept(own_places)) == 1
    start().shown().until(f"{EDITOR}.unsaved() == ['MEMORY.md']")


def test_kill_9_takes_no_text_away(start: Start, workspace: Path, own_places: Path) -> None:
    first = start(workspace).shown()
    first.type("MEMORY.md", "Typed. ")
    first.ask("window.open('SOUL.md')")
    wait_for(lambda: bool(texts_kept(own_places)))
    first.kill()
    again = start().shown()
    again.until(f"{EDITOR}.unsaved() == ['MEMORY.md']")


def test_a_start_is_never_ended_by_what_was_kept_of_the_last_one(
    start: Start, workspace: Path, own_places: Path
) -> None:
    before = start(workspace).shown()
    before.ask("window.close()")
    assert before.ended() == 0
    (file,) = own_places.rglob("window.json")
    kept = json.loads(file.read_text(encoding="utf-8"))
    kept |= {
        "tabs": ["MEMORY.md", "../../away.md", "/etc/passwd", "gone.md", "caf\udce9.md", "a\0b", "memory"]
    }
    kept |= {"view": "hologram", "splitters": {"columns": [99_999], "right": [0, 0]}, "geometry": "AAEC"}
    file.write_text(json.dumps(kept), encoding="utf-8")
    again = start().shown()
    again.until(f"{EDITOR}.open_paths() == ['MEMORY.md']")
    assert again.ask("program._last_resort.troubles") == []


def test_what_the_person_throws_away_does_not_come_back(
    start: Start, workspace: Path, own_places: Path
) -> None:
    first = start(workspace).shown()
    first.type("MEMORY.md", "Typed. ")
    wait_for(lambda: bool(texts_kept(own_places)))
    first.ask("window.close()")
    boxes = "[w for w in program._app.topLevelWidgets() if type(w).__name__ == 'QMessageBox']"
    first.until(f"len({boxes}) == 1")
    first.ask(f"[b.click() for b in {boxes}[0].buttons() if b.text() == 'Discard']")
    assert first.ended() == 0
    assert texts_kept(own_places) == []
    again = start(workspace).shown()
    again.until(f"bool({EDITOR}.open_paths())")
    assert again.ask(f"{EDITOR}.unsaved()") == []


@pytest.mark.skipif(sys.platform != "linux", reason="finds the other process in /proc")
def test_every_window_of_the_last_session_is_opened_again(
    start: Start, workspace: Path, tmp_path: Path, own_places: Path
) -> None:
    other = tmp_path / "other"
    shutil.copytree(workspace, other)
    for program in [start(root).shown() for root in (workspace, other)]:
        program.terminate()
    again = start().shown()
    roots = {str(workspace), str(other)}
    own = again.ask("str(program._visit.root)")
    (elsewhere,) = roots - {own}
    folder = own_places / "state" / "windows"

    def opened() -> set[str]:
        return {file.read_text(encoding="utf-8") for file in folder.glob("*/workspace")}

    wait_for(lambda: len(list(folder.glob("*/workspace"))) == 2 and opened() == roots)
    assert (
        start(elsewhere, "--view", "search").ended() == 0
    )  # the process that the first one started hears it
    end_another(folder, elsewhere)


def end_another(folder: Path, root: str) -> None:
    """Ends the window that a start of ours opened in a process of its own."""
    (window,) = [f.parent for f in folder.glob("*/workspace") if f.read_text(encoding="utf-8") == root]
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if root.encode() in command and b"openclaw_desktop" in command:
            os.kill(int(process.name), signal.SIGTERM)
    wait_for(lambda: is_free(window))


def is_free(window: Path) -> bool:
    from openclaw_desktop.ui.session_windows import left_open

    return Path((window / "workspace").read_text(encoding="utf-8")) in left_open(window.parent.parent)


# Safe mode


def test_safe_mode_leaves_out_whatever_could_stand_in_the_way(
    start: Start, workspace: Path, own_places: Path
) -> None:
    (own_places / "config").mkdir()
    settings = own_places / "config" / "settings.toml"
    settings.write_text('[window]\ntheme = "dark"\n# mine\n', encoding="utf-8")
    before = start(workspace).shown()
    before.type("MEMORY.md", "Typed. ")
    before.terminate()
    kept = {file: file.read_bytes() for file in own_places.rglob("window.json")}
    safe = start("--safe-mode", workspace).shown()
    strip = "[w for w in window.findChildren(object) if type(w).__name__ == 'SafeModeStrip'][0]"
    assert "nothing is indexed" in safe.ask(f"{strip}.sentence")
    assert safe.tabs() == []
    assert safe.ask("window.notice.sentence") == ""
    assert safe.ask("program._visit._bridge.engine.settings.window.theme") == "system"
    assert safe.ask("program._visit._bridge.engine._worker._thread.is_alive()") is False
    safe.ask("program._visit._bridge.engine.change_settings({'editor.wrap': False})")
    assert settings.read_text(encoding="utf-8") == '[window]\ntheme = "dark"\n# mine\n'
    safe.ask(f"{strip}.begin()")
    safe.until("program._visit._bridge.engine.index_state.phase.name == 'READY'")
    safe.ask("window.close()")
    assert safe.ended() == 0
    assert {file: file.read_bytes() for file in own_places.rglob("window.json")} == kept
    start(workspace).shown().until(f"{EDITOR}.unsaved() == ['MEMORY.md']")


def test_safe_mode_ends_well_without_ever_having_indexed(start: Start, workspace: Path) -> None:
    safe = start("--safe-mode", workspace).shown()
    changes = Path(safe.ask("str(program._places.config)"))
    assert changes.is_dir()
    safe.ask("window.close()")
    assert safe.ended() == 0
    assert not changes.exists()


def test_a_second_window_in_safe_mode_leaves_the_changes_of_the_first(start: Start, workspace: Path) -> None:
    first = start("--safe-mode", workspace).shown()
    first.ask("program._visit._bridge.engine.change_settings({'editor.wrap': False})")
    second = start("--safe-mode", workspace).shown()
    assert second.ask("program._visit._bridge.engine.settings.editor.wrap") is True
    changes = Path(first.ask("str(program._visit._bridge.engine.places.settings_file)"))
    assert "wrap = false" in changes.read_text(encoding="utf-8")


# Nothing of the memory in the log

MARKERS = ("marker-asked", "marker-typed", "marker-proposed")


def test_the_log_never_holds_what_is_asked_typed_or_proposed(
    start: Start, workspace: Path, own_places: Path
) -> None:
    program = start(workspace).shown()
    engine = "program._visit._bridge.engine"
    program.until(f"{engine}.index_state.phase.name == 'READY'")
    now = "__import__('datetime').datetime.now(__import__('datetime').UTC)"
    program.ask("window.show_view('search')")
    program.ask("window.views.search.focus_query('marker-asked')")
    program.ask(f"len({engine}.search({engine}.question('marker-asked', now={now})).hits)")
    program.type("MEMORY.md", "marker-typed ")
    program.ask(f"{EDITOR}.save_all()")
    program.until(f"{EDITOR}.unsaved() == []")
    program.ask(f"{EDITOR}.insert_text('marker-typed again')")
    wait_for(lambda: bool(texts_kept(own_places)))
    soul = workspace / "SOUL.md"
    soul.write_text("# Soul\n\nmarker-proposed\n", encoding="utf-8")
    program.until("len(window.guard.standing.waiting) == 1")
    program.until("'marker-asked' in program._visit._bridge.engine.history()")
    program.ask("program._last_resort.tell('Traceback\\nValueError: so that there is a log')")
    program.terminate()
    logs = list((own_places / "state").glob("*.log*"))
    log = "".join(file.read_text(encoding="utf-8") for file in logs)
    assert "so that there is a log" in log
    assert [marker for marker in MARKERS if marker in log] == []
