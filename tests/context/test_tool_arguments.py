"""Every spelling of a call that writes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from openclaw_desktop.context.calls.tool_arguments import Write, writes

PATCH = """*** Begin Patch
*** Add File: memory/new.md
+# New
+- a
*** Update File: MEMORY.md
@@ facts
 - port
-- old
+- new
*** Update File: old.md
*** Move to: archive/old.md
@@
+- moved
*** Delete File: gone.md
*** End Patch"""


@pytest.mark.parametrize("key", ["path", "file_path", "filePath", "file", "filename"])
@pytest.mark.parametrize("content", ["content", "text", "contents", "file_text"])
@pytest.mark.parametrize("tool", ["write", "Write", "write_file", "create-file", "mcp__files__write_file"])
def test_a_whole_file_in_every_spelling(tool: str, key: str, content: str) -> None:
    assert writes(tool, {key: "MEMORY.md", content: "- a\n"}) == [Write("MEMORY.md", ("- a\n",), whole=True)]


@pytest.mark.parametrize(
    ("old", "new"),
    [("oldText", "newText"), ("old_string", "new_string"), ("old_str", "new_str"), ("oldValue", "newValue")],
)
@pytest.mark.parametrize("nested", [False, True])
def test_an_edit_in_every_spelling(old: str, new: str, nested: bool) -> None:
    edit = {old: "a", new: "b"}
    arguments: dict[str, Any] = {"path": "a.md", **({"edits": [edit]} if nested else edit)}
    assert writes("edit", arguments) == [Write("a.md", ("b",), ("a",))]
    assert writes("edit", json.dumps(arguments)) == [Write("a.md", ("b",), ("a",))]


def test_several_edits_of_one_call() -> None:
    edits = [{"oldText": "a", "newText": "b"}, {"oldText": "c", "newText": ""}, "nonsense"]
    expected = [Write("a.md", ("b",), ("a", "c"))]
    assert writes("multi-edit", {"file": "a.md", "edits": edits}) == expected
    assert writes("multi_edit", {"file": "a.md", "edits": json.dumps(edits)}) == expected


def test_text_that_is_added_is_not_the_whole_file() -> None:
    assert writes("append_file", {"path": "a.md", "content": "x"}) == [Write("a.md", ("x",))]
    assert writes("insert", {"path": "a.md", "insert_text": "x"}) == [Write("a.md", ("x",))]


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("apply_patch", {"input": PATCH}),
        ("apply_patch", {"patch": PATCH.replace("\n", "\r\n")}),
        ("apply_patch", PATCH),
        ("exec", {"command": f"apply_patch <<'EOF'\n{PATCH}\nEOF"}),
    ],
)
def test_a_patch_is_one_write_a_file(tool: str, arguments: object) -> None:
    assert writes(tool, arguments) == [
        Write("memory/new.md", ("# New\n- a",), whole=True),
        Write("MEMORY.md", ("- new",), ("- old",)),
        Write("old.md", ("- moved",), deletes=True),
        Write("archive/old.md", ("- moved",)),
        Write("gone.md", deletes=True),
    ]


@pytest.mark.parametrize(
    ("tool", "arguments", "command"),
    [
        ("exec", {"command": "ls", "workdir": "memory"}, "ls"),
        ("bash", {"cmd": "ls", "cwd": "memory"}, "ls"),
        ("shell", {"command": ["bash", "-c", "ls"], "workdir": "memory"}, "bash -c ls"),
        ("process", {"action": "write", "data": "ls\n", "cwd": "memory"}, "ls\n"),
    ],
)
def test_a_shell_call_is_its_command(tool: str, arguments: object, command: str) -> None:
    assert writes(tool, arguments) == [Write(command=command, folder="memory")]


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("read", {"path": "MEMORY.md"}),
        ("memory_search", {"query": "text"}),
        ("write", {"content": "no path"}),
        ("write", {"path": 7, "content": "x"}),
        ("write", None),
        ("write", ["a"]),
        ("write", '{"path": "a.md", "conte'),
        ("exec", {}),
        ("exec", {"command": "  "}),
        ("process", {"action": "poll"}),
        ("apply_patch", {"input": "no envelope"}),
    ],
)
def test_what_reads_or_makes_no_sense_writes_nothing(tool: str, arguments: object) -> None:
    assert writes(tool, arguments) == []
