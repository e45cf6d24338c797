"""What a workspace holds, and the border no path may cross."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path

import pytest

from openclaw_desktop.errors import NoWorkspaceError, OutsideWorkspaceError
from openclaw_desktop.workspace.layout import (
    BOOTSTRAP_NAMES,
    Entry,
    FileKind,
    LinkKind,
    daily_note,
    date_in,
    kind_of,
    place,
    resolve,
    scan,
    source_of,
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    folder.mkdir()
    return folder


def write(root: Path, path: str, text: str = "x\n") -> Path:
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")
    return target


def entries(root: Path) -> dict[str, Entry]:
    return {entry.path: entry for entry in scan(root)}


def test_the_bootstrap_files_are_known_in_the_order_they_are_injected() -> None:
    assert BOOTSTRAP_NAMES[:3] == ("AGENTS.md", "SOUL.md", "TOOLS.md")
    assert BOOTSTRAP_NAMES[-1] == "MEMORY.md"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("AGENTS.md", FileKind.BOOTSTRAP),
        ("agents/main/AGENTS.md", FileKind.OTHER_MARKDOWN),
        ("memory.md", FileKind.OTHER_MARKDOWN),
        ("memory/2026-03-01.md", FileKind.DAILY),
        ("memory/2026-03/standup.md", FileKind.DAILY),
        ("memory/people.md", FileKind.NOTE),
        ("memory/PEOPLE.MD", FileKind.NOTE),
        ("notes/2026-03-01.md", FileKind.OTHER_MARKDOWN),
        ("memory/2026-03-01.json", FileKind.OTHER),
        ("memory/x.md.bak-20260515", FileKind.OTHER),
        ("EOF", FileKind.OTHER),
    ],
)
def test_a_file_is_known_by_its_path(path: str, kind: FileKind) -> None:
    assert kind_of(path) is kind


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("memory/2026-03-01.md", date(2026, 3, 1)),
        ("memory/2026-03-01-trip-to-lisbon.md", date(2026, 3, 1)),
        ("memory/2026-03-01-1430.md", date(2026, 3, 1)),
        ("memory/standup-2026-03-01.md", date(2026, 3, 1)),
        ("memory/a-2026-03-01-b.md", date(2026, 3, 1)),
        ("memory/2026-03-01-气象.md", date(2026, 3, 1)),
        ("memory/log_20260301.md", date(2026, 3, 1)),
        ("memory/20260301T1430.md", date(2026, 3, 1)),
        ("memory/2026-03-12/topic.md", date(2026, 3, 12)),
        ("memory/2026-03/12.md", date(2026, 3, 12)),
        ("memory/2026/03/12-walk.md", date(2026, 3, 12)),
        ("memory/2026-03/topic.md", date(2026, 3, 1)),
        ("memory/2026-03.md", date(2026, 3, 1)),
        ("memory/dreaming/rem/2026-03-01.md", date(2026, 3, 1)),
        ("memory/2026-02-01/2026-03-05.md", date(2026, 3, 5)),
        ("memory/from-2026-13-01-to-2026-03-02.md", date(2026, 3, 2)),
        ("memory/2026-02-30.md", None),
        ("memory/2026-13-40.md", None),
        ("memory/12345678.md", None),
        ("memory/4912-03-011.md", None),
        ("memory/people.md", None),
        ("memory/v1-2.md", None),
        ("", None),
    ],
)
def test_dates_are_found_in_all_the_forms_people_use(path: str, day: date | None) -> None:
    assert date_in(path) == day


def test_a_daily_note_is_found_again_by_its_date() -> None:
    assert daily_note(date(2026, 3, 1)) == "memory/2026-03-01.md"
    assert date_in(daily_note(date(2026, 3, 1))) == date(2026, 3, 1)


def test_what_the_agent_remembers_is_a_source_of_its_own() -> None:
    assert {source_of(p) for p in ("MEMORY.md", "memory.md", "USER.md", "memory/a/b.md")} == {"memory"}
    assert {source_of(p) for p in ("SOUL.md", "notes/memory/a.md", "memory-2.md")} == {"workspace"}


def test_scanning_lists_every_file_and_folder_with_a_folder_before_its_content(root: Path) -> None:
    write(root, "MEMORY.md")
    write(root, "memory.md")
    write(root, "memory/b/deep.md")
    write(root, "memory/a.md")
    assert [entry.path for entry in scan(root)] == [
        "MEMORY.md",
        "memory",
        "memory/a.md",
        "memory/b",
        "memory/b/deep.md",
        "memory.md",
    ]
    assert entries(root)["memory/a.md"].size == 2


def test_git_and_node_modules_are_listed_but_not_looked_into(root: Path) -> None:
    write(root, ".git/config")
    write(root, "site/node_modules/x/README.md")
    found = entries(root)
    assert set(found) == {".git", "site", "site/node_modules"}
    assert "not shown" in (found[".git"].hidden_reason or "")


def test_files_that_cannot_be_text_say_why(root: Path) -> None:
    write(root, "picture.PNG")
    write(root, "db")
    with (root / "giant.md").open("wb") as file:
        file.truncate(21 * 2**20)
    os.mkfifo(root / "pipe.md")
    found = entries(root)
    assert found["picture.PNG"].hidden_reason == "This is a binary file (.PNG)."
    assert found["giant.md"].hidden_reason == "This file is larger than 20 MB."
    assert "pipe" in (found["pipe.md"].hidden_reason or "")
    assert found["db"].hidden_reason is None


def test_our_own_temporary_files_are_not_listed(root: Path) -> None:
    write(root, ".openclaw-desktop-abc.tmp")
    assert entries(root) == {}


HOSTILE = [
    "-",
    "EOF",
    'a "quoted" (name)\nwith a newline.md',
    "note.md:845",
    "trailing dot.",
    "trailing space ",
    "#hash?.md",
    "日記 😀.md",
    "Заметка.md",
    "a\\b.md",
    "n" * 252 + ".md",
    "Same.md",
    "same.md",
]


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_any_name_the_disk_allows_is_listed_and_found(root: Path, name: str) -> None:
    write(root, "memory/" + name)
    assert "memory/" + name in entries(root)
    assert resolve(root, "memory/" + name).read_text(encoding="utf-8") == "x\n"


def test_a_name_that_is_not_utf8_is_listed_and_left_alone(root: Path) -> None:
    path = os.fsdecode(b"caf\xe9.md")
    write(root, path)
    assert "not valid UTF-8" in (entries(root)[path].hidden_reason or "")


def test_links_are_told_apart_and_not_followed_into(root: Path, tmp_path: Path) -> None:
    write(root, "agents/main/SOUL.md", "soul\n")
    (root / "SOUL.md").symlink_to("agents/main/SOUL.md")
    (root / "shared").symlink_to("agents")
    (root / "up").symlink_to(tmp_path)
    (root / "gone.md").symlink_to("nowhere.md")
    (root / "circle.md").symlink_to("circle.md")
    (root / "agents/self").symlink_to("..")
    found = entries(root)
    assert (found["SOUL.md"].link, found["SOUL.md"].target) == (LinkKind.INSIDE, "agents/main/SOUL.md")
    assert (found["SOUL.md"].size, found["SOUL.md"].kind) == (5, FileKind.BOOTSTRAP)
    assert found["SOUL.md"].hidden_reason is None
    assert (found["shared"].link, found["shared"].is_folder) == (LinkKind.INSIDE, True)
    assert found["up"].link is LinkKind.OUTSIDE
    assert "outside" in (found["up"].hidden_reason or "")
    assert {found["gone.md"].link, found["circle.md"].link} == {LinkKind.DANGLING}
    assert (found["agents/self"].link, found["agents/self"].target) == (LinkKind.INSIDE, ".")
    assert not [path for path in found if path.startswith(("shared/", "up/", "agents/self/"))]


def test_a_root_that_is_itself_a_link_is_scanned_as_its_real_folder(root: Path, tmp_path: Path) -> None:
    write(root, "a.md")
    (root / "b.md").symlink_to("a.md")
    door = tmp_path / "door"
    door.symlink_to(root)
    assert entries(door) == entries(root)
    assert resolve(door, "b.md") == root.resolve() / "a.md"


def test_an_unreadable_folder_is_listed_with_the_reason(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(root, "open/a.md")
    write(root, "shut/b.md")
    real = os.scandir

    def refusing(folder: str) -> object:
        if folder.endswith("shut"):
            raise PermissionError(13, "Permission denied", folder)
        return real(folder)

    monkeypatch.setattr(os, "scandir", refusing)
    found = entries(root)
    assert set(found) == {"open", "open/a.md", "shut"}
    assert found["shut"].hidden_reason == "This folder cannot be read: there is no permission."


def test_a_folder_that_gives_only_names_is_an_unreadable_one(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its permissions are r--: what is in it can be listed, and not looked at."""
    write(root, "open/a.md")
    write(root, "shut/b.md")
    real = os.stat

    def refusing(path: str, **options: bool) -> os.stat_result:
        if str(path).endswith(("shut/.", "shut\\.")):
            raise PermissionError(13, "Permission denied", path)
        return real(path, **options)

    monkeypatch.setattr(os, "stat", refusing)
    found = entries(root)
    assert set(found) == {"open", "open/a.md", "shut"}
    assert found["shut"].hidden_reason == "This folder cannot be read: there is no permission."


def test_what_vanishes_while_scanning_is_left_out(root: Path) -> None:
    for name in ("a.md", "b.md", "c.md"):
        write(root, name)
    seen = scan(root)
    assert next(seen).path == "a.md"
    (root / "b.md").unlink()
    assert [entry.path for entry in seen] in (["c.md"], ["b.md", "c.md"])


def test_a_missing_root_is_said(tmp_path: Path) -> None:
    with pytest.raises(NoWorkspaceError, match="cannot be read"):
        list(scan(tmp_path / "nowhere"))


@pytest.mark.parametrize("path", ["/etc/passwd", "../x.md", "a/../../x.md", "a/..", "", ".", "a//b", "a\0b"])
def test_paths_that_are_not_inside_are_refused(root: Path, path: str) -> None:
    for function in (resolve, place):
        with pytest.raises(OutsideWorkspaceError):
            function(root, path)


def test_a_link_may_lead_elsewhere_in_the_root_but_not_out_of_it(root: Path, tmp_path: Path) -> None:
    write(root, "real/a.md")
    (root / "link").symlink_to("real")
    (root / "out").symlink_to(tmp_path)
    assert resolve(root, "link/a.md") == root.resolve() / "real/a.md"
    with pytest.raises(OutsideWorkspaceError):
        resolve(root, "out/secret.md")


def test_the_place_of_a_link_is_the_link(root: Path, tmp_path: Path) -> None:
    (root / "out").symlink_to(tmp_path)
    assert place(root, "out") == root.resolve() / "out"
    with pytest.raises(OutsideWorkspaceError):
        place(root, "out/secret.md")
