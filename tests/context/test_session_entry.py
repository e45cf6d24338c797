"""What OpenClaw's own list says of a session, in both forms."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.context.sessions.fixed import Fixed, Group, fixed_of
from openclaw_desktop.context.sessions.session_entry import RecordedFlush, session_entry

OLD = Path(__file__).parent.parent / "data" / "openclaw" / "state-2026.2"


def test_the_entry_of_2026_2() -> None:
    listed = json.loads((OLD / "agents" / "main" / "sessions" / "sessions.json").read_bytes())
    entry = session_entry("agent:main:main", listed["agent:main:main"])
    assert entry is not None
    assert (entry.channel, entry.title, entry.model, entry.window) == ("telegram", "Sam", "lark-64k", 65_536)
    assert (entry.compactions, entry.tokens) == (1, 36_289)
    assert entry.flush == RecordedFlush(datetime.fromtimestamp(1771941465, UTC), 0)
    assert entry.fixed is not None
    assert entry.fixed.measured
    assert sum(entry.fixed.bootstrap.values()) + entry.fixed.system == 11_514
    assert entry.fixed.bootstrap["MEMORY.md"] == 4528
    assert entry.fixed.by_group[Group.MEMORY] == 4528
    assert sum(entry.fixed.by_group.values()) == sum(entry.fixed.bootstrap.values())


def test_files_are_grouped_by_what_they_are_for() -> None:
    files = {"AGENTS.md": 1, "POLICY.md": 2, "memory.md": 4, "MEMORY.md": 8, "docs/AGENTS.md": 16}
    assert Fixed(bootstrap=files).by_group == {Group.INSTRUCTIONS: 3, Group.MEMORY: 12, Group.OTHER: 16}
    assert Fixed().by_group == {}  # no file is named: unknown, not nothing


def test_the_entry_of_2026_9() -> None:
    origin = {"label": "Sam", "provider": "telegram"}
    delivery = {"kind": "external", "route": {"channel": "telegram"}, "origin": origin}
    flush = {"kind": "succeeded", "compactionCount": 2}
    entry = session_entry("k", {"sessionId": "s", "delivery": delivery, "memoryFlush": flush})
    assert entry is not None
    assert (entry.channel, entry.title, entry.window, entry.fixed) == ("telegram", "Sam", None, None)
    assert entry.flush == RecordedFlush(None, 2)
    failed = session_entry("k", {"sessionId": "s", "memoryFlush": {"kind": "failed"}})
    assert failed is not None
    assert failed.flush is None


def test_what_is_no_entry_is_none() -> None:
    assert session_entry("k", None) is None
    assert session_entry("k", {"sessionId": 7}) is None


def test_the_fixed_parts_without_some_of_the_report() -> None:
    assert fixed_of(None) is None
    assert fixed_of({}) is None
    assert fixed_of({"source": "estimate"}) == Fixed()
    assert fixed_of({"source": "run", "tools": {"schemaChars": 9}}) == Fixed(tools=3, measured=True)


values = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3)
odd = st.recursive(
    values, lambda inner: st.dictionaries(st.text(max_size=3), inner, max_size=2), max_leaves=4
)
keys = st.sampled_from(
    ["updatedAt", "contextTokens", "systemPromptReport", "memoryFlush", "memoryFlushAt", "delivery", "label"]
)


@given(st.dictionaries(keys, odd, max_size=5))
def test_no_entry_however_odd_is_fatal(record: dict[str, object]) -> None:
    entry = session_entry("k", {"sessionId": "s", **record})
    assert entry is not None
    assert entry.id == "s"
