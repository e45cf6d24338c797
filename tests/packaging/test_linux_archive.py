"""The portable archive: the same bytes whoever packs it, one folder, and a word on how to start."""

from __future__ import annotations

import tarfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from linux import deb, tarball
from project import NAME, version


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that stands for the frozen program."""
    monkeypatch.setattr(tarball, "released", lambda: datetime(2026, 3, 1, tzinfo=UTC))
    monkeypatch.setattr("platform.libc_ver", lambda: ("glibc", "2.36"))
    folder = tmp_path / "程序 build" / NAME
    (folder / "_internal").mkdir(parents=True)
    (folder / NAME).write_bytes(b"\x7fELF")
    (folder / NAME).chmod(0o755)
    (folder / "_internal" / "记忆.txt").write_text("memory", encoding="utf-8")
    return folder


def test_it_holds_one_folder_with_the_program_and_how_to_start_it(program: Path, tmp_path: Path) -> None:
    package = tarball.build(program, tmp_path, tmp_path)
    assert package.name.startswith(f"{NAME}-{version()}-linux-")
    top = package.name.removesuffix(".tar.gz")
    with tarfile.open(package) as archive:
        names = archive.getnames()
        readme = archive.extractfile(f"{top}/README.txt")
        assert readme is not None
        assert "glibc 2.36" in readme.read().decode()
        assert archive.getmember(f"{top}/{NAME}").mode & 0o111
        assert archive.getmember(f"{top}/{NAME}").uname == "root"
    assert {name.split("/")[0] for name in names} == {top}
    assert f"{top}/_internal/记忆.txt" in names
    assert not list(program.glob("README*")), "it is another package's folder, too"


def test_packing_the_same_program_twice_gives_the_same_bytes(program: Path, tmp_path: Path) -> None:
    first = tarball.build(program, tmp_path, tmp_path).read_bytes()
    (program / "_internal" / "记忆.txt").touch()
    assert tarball.build(program, tmp_path, tmp_path).read_bytes() == first


def test_a_long_description_is_folded_as_dpkg_wants_it() -> None:
    lines = deb.folded("word " * 60)
    assert len(lines) > 3
    assert all(line.startswith(" word") and len(line) <= 76 for line in lines)
