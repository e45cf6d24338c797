"""Which call made a change, and when nobody is to be blamed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from session_writer import SessionWriter

from openclaw_desktop.context.calls.call_reader import CallReader, WriteCall
from openclaw_desktop.context.calls.matching import match
from openclaw_desktop.context.transcript import Lines

START = datetime(2026, 3, 1, 9, tzinfo=UTC)
SOON = timedelta(seconds=5)
BEFORE = "# Memory\n\n- Sam likes tea\n- widget port 8123\n"
ADDED = "- the gate code is with Maren\n"
AFTER = BEFORE + ADDED

Build = Callable[..., list[WriteCall]]


@pytest.fixture
def build(tmp_path: Path) -> Build:
    """Calls of a session, as (tool, arguments) or (tool, arguments, failed), one minute apart."""

    def calls(*made: tuple[Any, ...], root: str = "/home/sam/.openclaw/workspace") -> list[WriteCall]:
        writer = SessionWriter(tmp_path, START - timedelta(minutes=1))
        writer.user("please")
        for tool, arguments, *failed in made:
            writer.time = writer.time.replace(second=0) + timedelta(minutes=1)
            writer.call(tool, arguments, result=failed[0] if failed else False)
        reader = CallReader("main", "s1", key=None, kind=None, root=root)
        for record in Lines(writer.path):
            reader.take(record)
        return list(reader.calls.values())

    return calls


def found(calls: list[WriteCall], before: str | None = BEFORE, after: str | None = AFTER, **more: Any) -> Any:
    now = more.get("now") or max(call.at for call in calls) + SOON
    call = match(more.get("path", "MEMORY.md"), before, after, calls, now)
    return None if call is None else (call.tool, calls.index(call))


EDIT = {"oldText": "- widget port 8123\n", "newText": "- widget port 8123\n" + ADDED}

MAKERS = [
    ("write", {"path": "MEMORY.md", "content": AFTER}),
    (
        "write",
        {"file_path": "/home/sam/.openclaw/workspace/MEMORY.md", "content": AFTER.replace("\n", "\r\n")},
    ),
    ("edit", {"path": "/Users/x/.openclaw/workspace/MEMORY.md", **EDIT}),
    ("edit", {"path": "C:\\Users\\x\\.openclaw\\workspace\\MEMORY.md", **EDIT}),
    ("apply_patch", {"input": f"*** Begin Patch\n*** Update File: MEMORY.md\n@@\n+{ADDED}*** End Patch"}),
    ("exec", {"command": f"cat >> MEMORY.md <<'EOF'\n{ADDED}EOF"}),
    ("exec", {"command": f'echo "{ADDED.strip()}" >> ~/.openclaw/workspace/MEMORY.md'}),
    ("exec", {"command": f"cd /home/sam && printf '{ADDED.strip()}\\n' >> $WORKSPACE/MEMORY.md"}),
    ("bash", {"cmd": f"python3 -c \"open('MEMORY.md', 'a').write('{ADDED.strip()}')\""}),
    ("exec", {"command": f"./remember.sh '{ADDED.strip()}'"}),
    ("process", {"action": "write", "data": f"echo '{ADDED.strip()}' | tee -a MEMORY.md"}),
]


@pytest.mark.parametrize("maker", MAKERS)
def test_the_call_that_wrote_the_text_is_found(build: Build, maker: tuple[str, Any]) -> None:
    assert found(build(maker)) == (maker[0], 0)


@pytest.mark.parametrize("maker", MAKERS)
def test_a_call_that_failed_is_not_it(build: Build, maker: tuple[str, Any]) -> None:
    assert found(build((*maker, True))) is None


@pytest.mark.parametrize("maker", MAKERS)
def test_a_call_still_running_may_be_it(build: Build, maker: tuple[str, Any]) -> None:
    assert found(build((*maker, None))) == (maker[0], 0)


@pytest.mark.parametrize("maker", MAKERS)
def test_a_call_long_ago_or_yet_to_come_is_not_it(build: Build, maker: tuple[str, Any]) -> None:
    calls = build(maker)
    assert found(calls, now=calls[0].at + timedelta(minutes=12)) is None
    assert found(calls, now=calls[0].at - timedelta(minutes=1)) is None
    assert found(calls, now=calls[0].at - timedelta(seconds=5)) is not None
    assert found(calls, now=calls[0].at + timedelta(minutes=8)) is not None


@pytest.mark.parametrize(
    "other",
    [
        ("write", {"path": "MEMORY.md", "content": BEFORE + "- quite another fact\n"}),
        ("write", {"path": "USER.md", "content": AFTER}),
        ("write", {"path": "/home/sam/other/MEMORY.md", "content": AFTER}),
        ("edit", {"path": "MEMORY.md", "oldText": "- Sam likes tea", "newText": "- Sam likes coffee"}),
        ("edit", {"path": "memory/MEMORY.md", **EDIT}),
        ("exec", {"command": "cat MEMORY.md | head"}),
        ("exec", {"command": "cp MEMORY.md /tmp/MEMORY.md"}),
        ("exec", {"command": f"grep -n '{ADDED.strip()}' MEMORY.md"}),
        ("exec", {"command": f"echo '{ADDED.strip()}' >> USER.md"}),
        ("exec", {"command": "wxctl last"}),
        ("exec", {"command": 'echo x > "$OUT"'}),
        ("exec", {"command": "rm *.log memory/*.md"}),
        ("read", {"path": "MEMORY.md"}),
    ],
)
def test_an_agent_at_work_elsewhere_is_not_blamed(build: Build, other: tuple[str, Any]) -> None:
    calls = build(other, ("write", {"path": "diary.md", "content": "x"}))
    assert found(calls, now=START + SOON) is None


def test_a_command_that_names_the_file_must_be_close(build: Build) -> None:
    calls = build(("exec", {"command": "sed -i 's/8123/8124/' MEMORY.md"}))
    after = BEFORE.replace("8123", "8124")
    assert found(calls, after=after) == ("exec", 0)
    assert found(calls, after=after, now=calls[0].at + timedelta(minutes=3)) is None


def test_the_latest_of_several_is_it(build: Build) -> None:
    calls = build(*[("edit", {"path": "MEMORY.md", **EDIT})] * 3)
    assert found(calls) == ("edit", 2)


def test_text_counts_more_than_a_name(build: Build) -> None:
    calls = build(("edit", {"path": "MEMORY.md", **EDIT}), ("exec", {"command": "sed -i 's/a/b/' MEMORY.md"}))
    assert found(calls) == ("edit", 0)


def test_an_edit_within_a_line_is_recognised(build: Build) -> None:
    calls = build(("edit", {"path": "MEMORY.md", "old_string": "8123", "new_string": "8124"}))
    assert found(calls, after=BEFORE.replace("8123", "8124")) == ("edit", 0)
    assert found(calls, after=BEFORE.replace("tea", "coffee")) is None


def test_text_that_was_only_taken_away(build: Build) -> None:
    calls = build(("edit", {"path": "MEMORY.md", "oldText": "- Sam likes tea\n", "newText": ""}))
    assert found(calls, after=BEFORE.replace("- Sam likes tea\n", "")) == ("edit", 0)


def test_a_file_cut_to_a_tenth_by_one_write(build: Build) -> None:
    long = "".join(f"- fact {number}\n" for number in range(900))
    calls = build(("write", {"path": "MEMORY.md", "content": "- fact 1\n- fact 2\n"}))
    assert found(calls, long, "- fact 1\n- fact 2") == ("write", 0)
    assert found(calls, long, "- fact 1\n- fact 3\n") is None


def test_the_last_of_several_writes_summed_up_in_one_change(build: Build) -> None:
    calls = build(
        ("exec", {"command": "echo '- first thing learned' >> MEMORY.md"}),
        ("exec", {"command": "echo '- second thing learned' >> MEMORY.md"}),
    )
    assert found(calls, after=BEFORE + "- first thing learned\n- second thing learned\n") == ("exec", 1)


@pytest.mark.parametrize(
    "maker",
    [
        ("exec", {"command": "rm memory/2025-01-02.md"}),
        ("exec", {"command": "rm memory/2025-*.md"}),
        ("exec", {"command": "rm -rf memory"}),
        ("exec", {"command": "mv memory/2025-01-02.md archive/"}),
        ("apply_patch", "*** Begin Patch\n*** Delete File: memory/2025-01-02.md\n*** End Patch"),
    ],
)
def test_a_deleted_note(build: Build, maker: tuple[str, Any]) -> None:
    assert found(build(maker), BEFORE, None, path="memory/2025-01-02.md") == (maker[0], 0)


def test_a_write_did_not_delete_the_file(build: Build) -> None:
    assert found(build(("write", {"path": "MEMORY.md", "content": AFTER})), BEFORE, None) is None


def test_a_workspace_copied_from_another_machine(build: Build) -> None:
    edit = ("edit", {"path": "/Users/maren/clawd/memory/a.md", **EDIT})
    assert found(build(edit, root="/srv/clawd"), path="memory/a.md") == ("edit", 0)
    assert found(build(edit, root="/srv/renamed"), path="memory/a.md") == ("edit", 0)


def test_chinese_lines_say_enough_when_short(build: Build) -> None:
    calls = build(("exec", {"command": 'echo "- 电池先不买" >> "memory/$(date +%F).md"'}))
    assert found(calls, None, "- 电池先不买\n", path="memory/2026-02-22.md") == ("exec", 0)


def test_nothing_changed_is_nobodys_work(build: Build) -> None:
    calls = build(("edit", {"path": "MEMORY.md", **EDIT}))
    assert found(calls, BEFORE, BEFORE) is None


def test_no_calls_no_blame() -> None:
    assert match("MEMORY.md", BEFORE, AFTER, [], START) is None
