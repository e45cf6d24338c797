"""What leaves with a change, and where it lives on."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

import pytest
from hard_inputs import versions

from openclaw_desktop import resources
from openclaw_desktop.review.risk.departures import departures
from openclaw_desktop.review.risk.elsewhere import lives_on
from openclaw_desktop.review.risk.finding import Finding, Subject, Weight

MEMORY = resources.path("sample-workspace/MEMORY.md").read_text(encoding="utf-8")

SMALL = """\
# Memory

## Network

- The router is at 192.168.1.1.
- The printer is at 192.168.1.9.

## House

The lease ends on 31 March 2029. It is a nice house.
The key is with Bram Ossory.
"""


def nowhere(texts: Sequence[str]) -> list[tuple[str, int] | None]:
    return [None] * len(texts)


def left(before: str, after: str | None) -> list[str]:
    """The sentences about single passages."""
    found = departures(before, after, lives_on=nowhere)
    return [finding.sentence for finding in found if not finding.members]


def wrapped(text: str) -> str:
    return "\n".join(
        textwrap.fill(line, 60, subsequent_indent="  ") if line.startswith("- ") else line
        for line in text.split("\n")
    )


def shuffled(text: str) -> str:
    entries = [line for line in text.split("\n") if line.startswith("- ")]
    Random(3).shuffle(entries)
    following = iter(entries)
    return "\n".join(next(following) if line.startswith("- ") else line for line in text.split("\n"))


@pytest.mark.parametrize(
    "after",
    [
        MEMORY,
        MEMORY + "\n- one more\n",
        MEMORY.replace("\n- ", "\n* "),
        MEMORY.replace("\n- ", "\n  - "),
        MEMORY.replace("\n", "\r\n"),
        MEMORY.replace("**", "__"),
        wrapped(MEMORY),
        shuffled(MEMORY),
    ],
    ids=["same", "more", "bullets", "indented", "crlf", "markup", "wrapped", "shuffled"],
)
def test_what_only_looks_different_has_not_left(after: str) -> None:
    assert departures(MEMORY, after, lives_on=nowhere) == []
    assert departures(after, MEMORY, lives_on=nowhere) == [] or "one more" in after


def test_an_entry_with_another_number_or_wording_is_changed_and_has_not_left() -> None:
    assert left(SMALL, SMALL.replace("192.168.1.1.", "192.168.1.254.")) == []
    assert left(SMALL, SMALL.replace("The router is at", "Router:")) == []


def test_entries_merged_into_one_have_not_left() -> None:
    two = "- The router is at 192.168.1.1.\n- The printer is at 192.168.1.9.\n"
    one = "- The router is at 192.168.1.1, the printer is at 192.168.1.9, both in the cellar.\n"
    assert left(SMALL, SMALL.replace(two, one)) == []


def test_a_near_twin_that_was_there_before_does_not_stand_for_an_entry_that_leaves() -> None:
    first = "- 2026-03-01 deployed version 1.2 to production\n"
    log = f"# Log\n\n{first}- 2026-03-05 deployed version 1.3 to production\n"
    [sentence] = left(log, log.replace(first, ""))
    assert "2026-03-01" in sentence


def test_one_entry_that_leaves_is_one_finding_with_its_line() -> None:
    [finding] = departures(SMALL, SMALL.replace("- The printer is at 192.168.1.9.\n", ""), lives_on=nowhere)
    assert (finding.old_line, finding.group, finding.weight) == (6, "Network", Weight.NORMAL)
    assert finding.sentence == "“The printer is at 192.168.1.9.” leaves; it is nowhere else."


def test_prose_that_leaves_says_which_facts_go_with_it() -> None:
    [key] = left(SMALL, SMALL.replace("The key is with Bram Ossory.\n", ""))
    assert "Bram Ossory" in key
    [lease] = left(SMALL, SMALL.replace("The lease ends on 31 March 2029. ", ""))
    assert "2029" in lease
    [nice] = departures(SMALL, SMALL.replace(" It is a nice house.", ""), lives_on=nowhere)
    assert nice.weight is Weight.QUIET


def test_a_section_that_leaves_is_summed_up_before_its_entries() -> None:
    after = SMALL[: SMALL.index("## Network")] + SMALL[SMALL.index("## House") :]
    total, section, *entries = departures(SMALL, after, lives_on=nowhere)
    assert total.sentence == "1 heading and 2 entries leave; none of them is anywhere else."
    assert (section.group, section.members, section.old_line) == ("Network", 2, 3)
    assert [entry.old_line for entry in entries] == [5, 6]


def test_a_heading_that_is_only_renamed_takes_nothing_with_it() -> None:
    [finding] = departures(SMALL, SMALL.replace("## House", "## Cellar and roof"), lives_on=nowhere)
    assert finding.weight is Weight.QUIET
    assert "nothing that stood under it" in finding.sentence


def test_what_lives_on_elsewhere_is_said_with_its_place_and_comes_last() -> None:
    def places(texts: Sequence[str]) -> list[tuple[str, int] | None]:
        return [("memory/topics/net.md", 14) if "router" in text else None for text in texts]

    after = SMALL.replace("- The router is at 192.168.1.1.\n- The printer is at 192.168.1.9.\n", "")
    found = departures(SMALL, after, lives_on=places)
    assert found[0].sentence == "2 entries leave; 1 of them lives on in memory/topics/net.md:14."
    assert [finding.place for finding in found[-2:]] == [None, ("memory/topics/net.md", 14)]
    assert found[-1].weight is Weight.QUIET


def test_a_deleted_file_leaves_whole_and_a_new_one_takes_nothing() -> None:
    assert departures(SMALL, None, lives_on=nowhere)[0].members == 5
    assert departures(None, SMALL, lives_on=nowhere) == []
    assert departures("", "", lives_on=nowhere) == []


def test_chinese_entries_and_sentences_are_told_apart() -> None:
    before = "# 记忆\n\n- 备份每天凌晨三点运行。\n- 打印机在二楼。\n\n租约到2029年。钥匙在邻居家。\n"
    assert len(left(before, before.replace("- 打印机在二楼。\n", ""))) == 1
    assert len(left(before, before.replace("钥匙在邻居家。", ""))) == 1
    assert left(before, before.replace("三点", "四点")) == []


def test_a_table_row_and_a_checked_box_count_by_what_they_say() -> None:
    before = "| a | b |\n|---|---|\n| router | cellar |\n| printer | hall |\n\n- [ ] order the labels\n"
    assert left(before, before.replace("[ ]", "[x]").replace("| router |", "| router   |")) == []
    [row] = left(before, before.replace("| printer | hall |\n", ""))
    assert "printer" in row


def test_a_secret_that_leaves_is_not_repeated() -> None:
    token = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    [sentence] = left(f"# A\n\n- push with {token}\n", "# A\n")
    assert token not in sentence
    assert "redacted" in sentence


def saw_tooth() -> tuple[str, str]:
    """MEMORY.md before and after the cut from well over 86 kB to under a tenth."""
    made = list(versions(Random(3)))
    return max(pairwise(made), key=lambda pair: len(pair[0]) - len(pair[1]))


def test_a_memory_cut_to_a_tenth_is_a_list_one_can_use_at_once() -> None:
    before, after = saw_tooth()
    found = departures(before, after, lives_on=nowhere)
    assert found[0].weight is Weight.LOUD
    assert found[0].members > 1_000
    heads = [finding for finding in found[1:] if finding.members]
    assert 10 < len(heads) < 120
    assert sum(finding.members for finding in heads) + sum(single(found)) == found[0].members


def single(found: Sequence[Finding]) -> list[bool]:
    """Entries that left alone from their section, which have no head."""
    headed = {(f.group) for f in found if f.members}
    return [f.group not in headed for f in found if not f.members and f.subject is Subject.LEFT]


@dataclass(frozen=True, slots=True)
class Found:
    path: str
    line: int
    text: str


WORKSPACE = (
    Found("memory/net.md", 3, "- **Router**: it is at `192.168.1.1`."),
    Found("memory/net.md", 4, "- The printer is not at 192.168.1.9."),
    Found("memory/key.md", 7, "The spare key of the shop is with"),
    Found("memory/key.md", 8, "Bram Ossory, the electrician."),
    Found("memory/备份.md", 2, "备份在每天凌晨三点运行"),
    Found(
        "memory/long.md",
        5,
        "The tide turns late. The harbour bell rings at noon. " + "Some when it is. " * 90,
    ),
    Found("MEMORY.md", 9, "The lease ends on 31 March 2029."),
)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("The router is at 192.168.1.1.", ("memory/net.md", 3)),
        ("The router is at 192.168.1.2.", None),
        ("The printer is at 192.168.1.9.", None),
        ("The spare key of the shop is with Bram Ossory.", ("memory/key.md", 7)),
        ("备份每天凌晨三点运行。", ("memory/备份.md", 2)),
        ("The lease ends on 31 March 2029.", None),
        ("Router", ("memory/net.md", 3)),
        ("The harbour bell rings at noon.", ("memory/long.md", 5)),
        ("Noon is when the tide turns at the harbour bell.", None),
        ("!!!", None),
    ],
)
def test_a_text_lives_on_where_a_line_says_nearly_all_of_it(text: str, place: tuple[str, int] | None) -> None:
    assert lives_on([text], lambda _text: WORKSPACE, besides="MEMORY.md") == [place]
