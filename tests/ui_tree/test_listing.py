"""A listing is kept up with changes, and filtered."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from openclaw_desktop.ui.tree.listing import MOST_LOOKED_AT, Wish, load, looked_at, matching
from openclaw_desktop.workspace import layout
from openclaw_desktop.workspace.layout import Entry


def scanned(root: Path) -> dict[str, Entry]:
    return {entry.path: entry for entry in layout.scan(root)}


def assert_up_to_date(known: Mapping[str, Entry] | None, root: Path) -> None:
    """The same as a scan would say; a folder's own time may lag, since nobody sees it."""
    assert known is not None

    def told(entries: Mapping[str, Entry]) -> dict[str, object]:
        return {p: (e.is_folder or e, e.hidden_reason) for p, e in entries.items()}

    assert told(known) == told(scanned(root))


def test_written_new_and_deleted_files_are_looked_at_without_a_scan(workspace: Path) -> None:
    known = scanned(workspace)
    (workspace / "MEMORY.md").write_text("longer than it was, by far")
    (workspace / "memory/new.md").write_text("new")
    (workspace / "SOUL.md").unlink()
    changed = frozenset({"MEMORY.md", "memory/new.md", "SOUL.md", "memory/never-was.md", "memory"})
    assert_up_to_date(looked_at(known, workspace, changed), workspace)


def test_folders_that_come_or_go_need_a_scan(workspace: Path) -> None:
    known = scanned(workspace)
    (workspace / "fresh").mkdir()
    assert looked_at(known, workspace, frozenset({"fresh"})) is None
    (workspace / "fresh/a.md").write_text("a")
    assert looked_at(known, workspace, frozenset({"fresh/a.md"})) is None
    (workspace / "projects").rename(workspace / "archive")
    assert looked_at(known, workspace, frozenset({"projects"})) is None


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_a_link_keeps_up_with_what_it_leads_to(workspace: Path) -> None:
    (workspace / "net.md").symlink_to("memory/topics/net.md")
    known = scanned(workspace)
    (workspace / "memory/topics/net.md").write_text("much longer than before, I would say")
    assert_up_to_date(looked_at(known, workspace, frozenset({"memory/topics/net.md"})), workspace)
    (workspace / "net.md").unlink()
    (workspace / "net.md").symlink_to("memory/topics/铁观音.md")
    assert looked_at(known, workspace, frozenset({"net.md"})) is None


def test_what_is_in_a_closed_folder_stays_unlisted(workspace: Path) -> None:
    (workspace / ".git").mkdir()
    known = scanned(workspace)
    (workspace / ".git/HEAD").write_text("ref")
    assert looked_at(known, workspace, frozenset({".git/HEAD"})) == known


def test_a_flood_of_changes_is_a_scan(workspace: Path) -> None:
    flood = frozenset(f"memory/{n}.md" for n in range(MOST_LOOKED_AT + 1))
    assert looked_at(scanned(workspace), workspace, flood) is None


def test_names_no_system_can_have_are_gone(workspace: Path) -> None:
    known = scanned(workspace)
    assert looked_at(known, workspace, frozenset({"a\0b", "x" * 5000})) == known


def test_loading_scans_only_when_it_must(workspace: Path) -> None:
    scans: list[int] = []

    def scan() -> list[Entry]:
        scans.append(1)
        return list(layout.scan(workspace))

    first = load(scan, workspace, None, None, Wish())
    again = load(scan, workspace, first.entries, frozenset({"MEMORY.md"}), Wish(filter="net"))
    assert len(scans) == 1
    assert (again.files, again.tree.files) == (13, 1)
    load(scan, workspace, first.entries, None, Wish())
    assert len(scans) == 2


def matched(root: Path, words: str) -> set[str]:
    return {entry.path for entry in matching(scanned(root), words) if not entry.is_folder}


def test_the_filter_wants_every_word_somewhere_in_the_path(workspace: Path) -> None:
    assert matched(workspace, "topics") == {"memory/topics/net.md", "memory/topics/铁观音.md"}
    assert matched(workspace, "NET topics") == {"memory/topics/net.md"}
    assert matched(workspace, "观音") == {"memory/topics/铁观音.md"}
    assert matched(workspace, "nowhere at all") == set()


def test_without_a_match_letters_in_order_do(workspace: Path) -> None:
    assert matched(workspace, "rngauge") == {"memory/2026-03-01-rain-gauge.md"}
    assert matched(workspace, "(*") == set()


def test_the_folders_of_what_matches_are_kept(workspace: Path) -> None:
    found = {
        entry.path
        for entry in matching(scanned(workspace), "router") + matching(scanned(workspace), "net.md")
    }
    assert found == {"memory", "memory/topics", "memory/topics/net.md"}


def test_a_folder_that_went_with_its_last_file_is_noticed(workspace: Path) -> None:
    known = scanned(workspace)
    (workspace / "projects/plan.md").unlink()
    (workspace / "projects").rmdir()
    assert looked_at(known, workspace, frozenset({"projects/plan.md"})) is None
