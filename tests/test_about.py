"""Whoever asks is told what the program is made of and under which licences."""

from __future__ import annotations

import re

import pytest

from openclaw_desktop import __version__, about, doctor
from openclaw_desktop.cli import run


def test_the_first_line_is_the_program_and_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"openclaw-desktop {__version__} (MIT)"
    assert lines[1].startswith("multilingual-e5-small q4_0 ")


def test_everything_that_is_declared_is_named_and_what_that_needs_too() -> None:
    named = {re.sub(r"[-_.]+", "-", part.name).lower() for part in about.parts()}
    assert {name.lower() for name in doctor.libraries()} <= named
    assert {
        "shiboken6",
        "cryptography",
        "mdurl",
    } <= named  # of PySide6, of an extra of PyJWT, of markdown-it-py
    assert not {"pytest", "ruff", "pip"} & named


def test_no_part_is_without_a_licence() -> None:
    assert [
        part.name for part in about.parts() if not part.licence or part.licence == "see its licence"
    ] == []


def test_every_library_has_its_licence_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    """Those whose packages bring no text of it have one among the resources."""
    assert run(["--licences"]) == 0
    printed = capsys.readouterr().out
    own = {"pyside6-essentials": "PySide6", "shiboken6": "shiboken6", "sqlite-vec": "sqlite-vec"}
    for library in about.libraries():
        title = own.get(library.name.lower().replace("_", "-"), f"{library.name} {library.version}: ")
        assert title in printed, library.name
    for text in ("GNU LESSER GENERAL PUBLIC LICENSE", "The ggml authors", "Microsoft Corporation", "libgit2"):
        assert text in printed


def test_what_a_library_needs_for_one_of_its_extras_only_counts_when_the_extra_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    declared = {
        "openclaw-desktop": ["one[big]>=2", "two"],
        "one": ["three; extra == 'big'", "four; extra == 'x'"],
    }

    class Installed:
        def __init__(self, name: str) -> None:
            self.name, self.requires = name, declared.get(name)

    monkeypatch.setattr(about, "distribution", Installed)
    assert [each.name for each in about.libraries()] == ["one", "three", "two"]
