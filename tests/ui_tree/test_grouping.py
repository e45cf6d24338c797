"""Entries become the tree a person expects."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.ui.tree.grouping import (
    LONGEST_LIST,
    Arrangement,
    Branch,
    Order,
    Row,
    Tree,
    arrange,
    folder_key,
    key_of,
)
from openclaw_desktop.ui.tree.names import folder_of
from openclaw_desktop.workspace.layout import BOOTSTRAP_NAMES, Entry, FileKind, LinkKind, kind_of


def entries(*paths: str, sizes: Iterable[int] = (), times: Iterable[int] = ()) -> list[Entry]:
    """Files at these paths, with the folders they lie in; a path ending in "/" is a folder."""
    folders: dict[str, Entry] = {}
    files: list[Entry] = []
    size, time = iter(sizes), iter(times)
    for path in paths:
        folder = path.rstrip("/") if path.endswith("/") else folder_of(path)
        while folder:
            folders[folder] = Entry(folder, FileKind.OTHER, True, 0, 0)
            folder = folder_of(folder)
        if not path.endswith("/"):
            files.append(Entry(path, kind_of(path), False, next(size, 1), next(time, 1)))
    return [*folders.values(), *files]


def names(rows: Iterable[Row]) -> list[str]:
    return [row.title if isinstance(row, Branch) else row.path for row in rows]


def branch(tree: Tree, key: str) -> Branch:
    way = tree.way(key)
    rows: tuple[Row, ...] = tree.rows
    row: Row | None = None
    for number in way:
        row = rows[number]
        rows = row.rows if isinstance(row, Branch) else ()
    assert isinstance(row, Branch)
    return row


def test_bootstrap_files_come_first_in_the_order_the_agent_is_given_them() -> None:
    tree = arrange(entries(*sorted(BOOTSTRAP_NAMES), "README.md", "memory/2026-03-01.md", "memory/net.md"))
    assert names(tree.rows) == ["Identity", "March 2026", "memory", "README.md"]
    assert names(branch(tree, "/identity").rows) == list(BOOTSTRAP_NAMES)


def test_both_spellings_of_the_memory_file_are_identity() -> None:
    tree = arrange(entries("memory.md", "MEMORY.md"))
    assert names(branch(tree, "/identity").rows) == ["MEMORY.md", "memory.md"]


def test_a_bootstrap_name_in_a_folder_is_a_file_like_any_other() -> None:
    tree = arrange(entries("agents/SOUL.md"))
    assert names(tree.rows) == ["agents"]


def test_daily_notes_stand_by_month_newest_first_wherever_they_lie() -> None:
    tree = arrange(
        entries(
            "memory/2026-02-11.md",
            "memory/2026-03-01.md",
            "memory/2026-03-09-rain-gauge.md",
            "memory/standup-2026-03-05.md",
            "memory/2026-03/07.md",
            "memory/journal/20260302.md",
        )
    )
    assert names(tree.rows) == ["March 2026", "February 2026"]
    assert names(branch(tree, "/month/2026-03").rows) == [
        "memory/2026-03-09-rain-gauge.md",
        "memory/2026-03/07.md",
        "memory/standup-2026-03-05.md",
        "memory/journal/20260302.md",
        "memory/2026-03-01.md",
    ]


def test_several_notes_of_one_day_stand_together_the_plain_one_first_then_the_latest() -> None:
    day = ["2026-03-01.md", "2026-03-01-2130.md", "2026-03-01-0800.md", "2026-03-01-b10.md"]
    for order in permutations(day):
        tree = arrange(entries(*(f"memory/{name}" for name in order)))
        assert names(branch(tree, "/month/2026-03").rows) == [f"memory/{name}" for name in day]


def test_a_day_of_many_notes_is_a_group_of_its_own() -> None:
    tree = arrange(
        entries(*(f"memory/2026-03-01-{hour:02d}00.md" for hour in range(24)), "memory/2026-03-02.md")
    )
    month = branch(tree, "/month/2026-03")
    assert names(month.rows) == ["memory/2026-03-02.md", "01"]
    assert month.files == 25
    assert names(branch(tree, "/day/2026-03-01").rows)[0] == "memory/2026-03-01-2300.md"


def test_a_note_of_a_whole_month_comes_before_its_days() -> None:
    tree = arrange(entries("memory/2026-03-31.md", "memory/2026-03.md"))
    assert names(branch(tree, "/month/2026-03").rows) == ["memory/2026-03.md", "memory/2026-03-31.md"]


def test_months_beyond_the_newest_twelve_lie_in_their_years() -> None:
    paths = [f"memory/{year}-{month:02d}-01.md" for year in (2024, 2025, 2026) for month in range(1, 13)]
    tree = arrange(entries(*paths))
    assert names(tree.rows)[:2] == ["December 2026", "November 2026"]
    assert names(tree.rows)[12:] == ["2025", "2024"]
    assert names(branch(tree, "/year/2024").rows)[0] == "December 2024"


def test_a_date_that_is_none_is_a_topic() -> None:
    tree = arrange(entries("memory/2026-13-45.md"))
    assert names(branch(tree, folder_key("memory")).rows) == ["memory/2026-13-45.md"]


def test_topics_and_folders_lie_as_they_lie_folders_first_and_numbers_by_value() -> None:
    tree = arrange(
        entries("memory/note 10.md", "memory/note 2.md", "memory/Zoo/a.md", "memory/apple/", "b/x.md")
    )
    assert names(tree.rows) == ["memory", "b"]
    memory = branch(tree, folder_key("memory"))
    assert names(memory.rows) == ["apple", "Zoo", "memory/note 2.md", "memory/note 10.md"]
    assert memory.files == 3


def test_a_folder_whose_notes_all_stand_by_month_is_left_out_but_an_empty_one_is_not() -> None:
    tree = arrange(entries("memory/2026-03/2026-03-01.md", "memory/empty/"))
    assert names(branch(tree, folder_key("memory")).rows) == ["empty"]


def test_the_other_arrangement_shows_the_disk_as_it_is() -> None:
    tree = arrange(entries("SOUL.md", "memory/2026-03-01.md", "a.md"), Arrangement.FOLDERS)
    assert names(tree.rows) == ["memory", "a.md", "SOUL.md"]
    assert names(branch(tree, folder_key("memory")).rows) == ["memory/2026-03-01.md"]


def test_files_are_sorted_by_time_or_size_when_wished() -> None:
    found = entries("a.md", "b.md", "c.md", sizes=(1, 30, 2), times=(5, 4, 9))
    assert names(arrange(found, order=Order.NEWEST).rows) == ["c.md", "a.md", "b.md"]
    assert names(arrange(found, order=Order.LARGEST).rows) == ["b.md", "c.md", "a.md"]


def test_a_folder_of_very_many_files_is_cut_into_ranges() -> None:
    tree = arrange(entries(*(f"big/{number:06d}.json" for number in range(LONGEST_LIST + 500))))
    big = branch(tree, folder_key("big"))
    assert names(big.rows)[0] == "000000.json … 000999.json"
    assert [row.files for row in big.rows if isinstance(row, Branch)] == [1000, 1000, 500]
    assert len(tree.way("big/002499.json")) == 3


def test_a_link_to_a_folder_is_a_row_without_rows() -> None:
    link = Entry("shared", FileKind.OTHER, True, 0, 0, LinkKind.INSIDE, "memory")
    tree = arrange([link])
    assert branch(tree, folder_key("shared")).rows == ()


def test_folders_nested_without_end_are_no_trouble() -> None:
    path = "/".join(["d"] * 1500)
    tree = arrange(entries(f"{path}/deep.md"))
    assert len(tree.way(f"{path}/deep.md")) == 1501


PART = st.text(st.sampled_from("aM2026-03.01 é水/"), min_size=1, max_size=14).filter(
    lambda s: all(p not in ("", ".", "..") for p in s.split("/"))
)


@given(st.sets(PART, max_size=30), st.sampled_from(Arrangement), st.sampled_from(Order))
def test_every_file_is_in_the_tree_once_and_is_found_where_the_tree_says(
    names_: set[str], arrangement: Arrangement, order: Order
) -> None:
    paths = {f"memory/{n}.md" for n in names_} | {f"{n}.x" for n in names_}
    found = entries(*sorted(paths))
    tree = arrange(found, arrangement, order)
    seen: list[str] = []
    waiting = [((row,), item) for row, item in enumerate(tree.rows)]
    while waiting:
        way, item = waiting.pop()
        assert tree.way(key_of(item)) == list(way)
        if isinstance(item, Branch):
            waiting += [((*way, row), below) for row, below in enumerate(item.rows)]
        else:
            seen.append(item.path)
    assert sorted(seen) == sorted(paths)
    assert tree.files == len(paths)
