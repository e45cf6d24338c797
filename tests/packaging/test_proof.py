"""The proof knows how each package comes into a clean system and leaves it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from linux import debian, kinds
from linux.person import LOG, Person
from linux.room import HOME, Room
from openclaw_desktop import demo
from openclaw_desktop.places import PORTABLE_FOLDER
from project import NAME, ROOT


def test_an_archive_is_unpacked_where_blanks_and_chinese_are_in_the_way() -> None:
    kind = kinds.kind_of(Path(f"{NAME}-1.0-linux-x86_64.tar.gz"))
    assert " " in kind.command
    assert not kind.command.isascii()
    assert kind.command.startswith(f"{HOME}/")


def test_a_portable_copy_has_its_sample_beside_it_and_leaves_nothing() -> None:
    kind = kinds.kind_of(Path(f"{NAME}-1.0-linux-x86_64.tar.gz"))
    assert kind.sample == f"{kind.folder}/{PORTABLE_FOLDER}/{demo.FOLDER_NAME}"
    assert kind.is_portable


@pytest.mark.parametrize("name", [f"{NAME}_1.0_amd64.deb", f"{NAME}-1.0-1.x86_64.rpm"])
def test_what_is_installed_is_started_by_its_name(name: str) -> None:
    kind = kinds.kind_of(Path(name))
    assert kind.command == NAME
    assert kind.folder == f"/usr/lib/{NAME}"


def test_only_packages_can_be_proven() -> None:
    with pytest.raises(SystemExit, match=r"notes\.txt is none of \.deb"):
        kinds.kind_of(Path("notes.txt"))


def test_an_rpm_is_given_the_libraries_it_asks_for_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Debian's rpm knows nothing of Debian's packages, so the list that Fedora would read is followed."""
    package = tmp_path / f"{NAME}-1.0-1.x86_64.rpm"
    package.touch()
    (tmp_path / "tmp").mkdir()
    told = "libc.so.6(GLIBC_2.36)(64bit)\nlibxcb-cursor.so.0()(64bit)\nlibGL.so.1()(64bit)\nrpmlib(X) <= 4\n"
    commands = list[tuple[str, ...]]()
    monkeypatch.setattr(kinds, "output", lambda *_: told)
    monkeypatch.setattr(kinds.debian, "package_of", lambda library: f"package-of-{library}")
    monkeypatch.setattr(Room, "sudo", lambda _self, *command: commands.append(command))
    monkeypatch.setattr(Room, "ask", lambda *_: "")
    kinds.kind_of(package).install(Room(tmp_path), package)
    brought = [word for command in commands if command[0] == "apt-get" for word in command if "of-" in word]
    assert brought == ["package-of-libGL.so.1", "package-of-libxcb-cursor.so.0"]
    assert any(command[0] == "rpm" and "--install" in command for command in commands)


class Hanging:
    """A program that does not end when it is asked to."""

    def wait(self, seconds: float) -> int:
        raise subprocess.TimeoutExpired(NAME, seconds)

    def kill(self) -> None:
        pass


@pytest.mark.parametrize("has_screen", [True, False])
def test_of_a_program_that_does_not_end_a_picture_and_the_log_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_screen: bool
) -> None:
    def ask(room: Room, *command: str) -> str:
        if command[0] == "import":
            if not has_screen:
                raise SystemExit("no screen")
            (room.root / "tmp").mkdir()
            (room.root / "tmp" / "screen.png").write_bytes(b"picture")
        return "1"

    log = Room(tmp_path).inside(LOG)
    log.parent.mkdir(parents=True)
    log.write_bytes(b"said")
    monkeypatch.setattr(Room, "start", lambda *_, **_options: Hanging())
    monkeypatch.setattr(Room, "ask", ask)
    person = Person(Room(tmp_path), tmp_path, NAME, "workspace")
    with pytest.raises(subprocess.TimeoutExpired), person.program():
        pass
    assert (tmp_path / "failed.log").read_bytes() == b"said"
    assert (tmp_path / "failed.png").exists() is has_screen


MOUNTS = """
import sys
from pathlib import Path
from linux.alone import alone
from shell import run

place = Path(sys.argv[1], "place")

def work():
    run("mount", "-t", "tmpfs", "tmpfs", place)
    (place / "file").touch()
    raise SystemExit("the package is broken")

alone(work)
print("goes on all the same")
"""


def test_what_a_proof_mounts_is_gone_with_it_and_its_failure_ends_the_rest(tmp_path: Path) -> None:
    if (
        shutil.which("unshare") is None
        or subprocess.run(["unshare", "--mount", "true"], check=False).returncode != 0
    ):
        pytest.skip("nobody may mount here")
    place = tmp_path / "place"
    place.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "packaging")}
    command = [sys.executable, "-c", MOUNTS, tmp_path]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "the package is broken\n"
    assert done.stdout.splitlines()[-1] == f"+ mount -t tmpfs tmpfs {place}"
    assert list(place.iterdir()) == []


def test_who_misses_a_library_is_sent_to_a_page_of_the_readme_that_there_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(debian, "_libraries", dict)
    with pytest.raises(SystemExit) as left:
        debian.package_of("libnowhere.so.1")
    heading = str(left.value.code).split("'")[1]
    assert f"\n## {heading}\n" in (ROOT / "README.md").read_text(encoding="utf-8")
