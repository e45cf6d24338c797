"""How the files fill the window: what is cut, for whom, and what nobody knows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from openclaw_desktop.context import outlook_words as words
from openclaw_desktop.context.bootstrap import BootstrapFile
from openclaw_desktop.context.outlook import Outlook, Session, Terms, counter, outlook
from openclaw_desktop.context.profiles import Limits, Profile, SessionKind
from openclaw_desktop.context.sessions.fixed import fixed_chars

TERMS = Terms("2026.9", "main", Limits(per_file=200, total=800), 10_000, "characters ÷ 4")
MEMORY = "\n".join(f"- fact {number:03} 事" for number in range(40)) + "\n"
REPORT = {
    "source": "run",
    "systemPrompt": {"chars": 3_000},
    "injectedWorkspaceFiles": [{"name": "AGENTS.md", "injectedChars": 100}],
    "skills": {"promptChars": 400},
    "tools": {"schemaChars": 1_900},
}


def files(**texts: str) -> list[BootstrapFile]:
    names = ("AGENTS", "SOUL", "IDENTITY", "USER", "BOOTSTRAP", "MEMORY", "TOOLS")
    return [BootstrapFile(f"{name}.md", f"/w/{name}.md", texts.get(name)) for name in names]


def look(terms: Terms = TERMS, session: Session | None = None, **texts: str) -> Outlook:
    return outlook(files(**texts), terms, count=counter(terms.encoding), reserve=2_500, session=session)


def session(report: object = REPORT, tokens: int | None = None) -> Session:
    chars = fixed_chars(report)
    assert chars
    return Session("57e8", "telegram", chars, tokens)


def test_a_cut_says_its_lines_and_the_units_openclaw_counts() -> None:
    row = look(MEMORY=MEMORY).row("MEMORY.md")
    assert row
    assert row.cost
    (cut,) = row.cuts
    assert cut.text == MEMORY[cut.start : cut.end]
    assert cut.first_line == MEMORY.count("\n", 0, cut.start) + 1
    assert MEMORY.split("\n")[cut.first_line - 1][cut.column - 1 :] == cut.text.split("\n")[0]
    assert row.raw_chars == len(MEMORY.rstrip())
    assert row.cost.dropped_chars == cut.chars
    assert words.state(row) == "cut"
    kept, injected = row.raw_chars - cut.chars, row.cost.injected_chars
    rest = f"The other {kept:,} are injected, with markers {injected:,}."
    assert words.about(row).endswith(f"are cut: a file may have 200. {rest}")


def test_units_before_a_cut_count_an_emoji_twice() -> None:
    row = look(MEMORY="😀" * 200).row("MEMORY.md")
    assert row
    assert row.cuts[0].start_unit == 2 * row.cuts[0].start


def test_a_file_another_version_would_inject_is_listed_with_the_reason() -> None:
    row = look(TOOLS="tools\n", AGENTS="agents\n").row("TOOLS.md")
    assert row
    assert (row.cost, row.raw_chars, words.state(row)) == (None, 5, "not given")
    assert words.about(row) == "OpenClaw 2026.9 does not inject TOOLS.md."


def test_each_kind_of_session_has_its_own_share_of_a_file() -> None:
    row = look(MEMORY="secret\n").row("MEMORY.md")
    assert row
    assert {kind: bool(given) for kind, given in row.given.items()} == {
        "main": True,
        "group": False,
        "sub-agent": False,
        "cron": False,
    }
    group = look(replace(TERMS, session_kind="group"), MEMORY="secret\n").row("MEMORY.md")
    assert group
    assert words.about(group) == "A group session is not given MEMORY.md."


@pytest.mark.parametrize(("profile", "leaks"), [("2026.2", True), ("2026.9", False), ("as described", False)])
def test_memory_in_groups_is_a_warning_where_the_version_does_it(profile: Profile, leaks: bool) -> None:
    found = look(replace(TERMS, profile=profile), MEMORY="secret\n", AGENTS="agents\n")
    loud = [note.sentence for note in words.notes(found) if note.loud]
    assert any("gives MEMORY.md to groups" in sentence for sentence in loud) == leaks
    quiet = [note.sentence for note in words.notes(found) if not note.loud]
    assert any("groups, channels" in sentence and "not" in sentence for sentence in quiet) != leaks


@pytest.mark.parametrize(
    ("kind", "warned"), [("main", True), ("group", True), ("sub-agent", False), ("cron", False)]
)
def test_who_looks_at_sessions_that_never_see_memory_is_not_warned_of_groups(
    kind: SessionKind, warned: bool
) -> None:
    found = look(replace(TERMS, profile="2026.2", session_kind=kind), MEMORY="secret\n", AGENTS="agents\n")
    notes = list(words.notes(found))
    assert any(note.loud and "gives MEMORY.md" in note.sentence for note in notes) == warned
    exposure = "Private chats, groups and channels are given MEMORY.md; sub-agents and cron jobs are not."
    assert (exposure in [note.sentence for note in notes]) != warned


def test_that_no_file_is_there_is_said_of_the_files_that_session_is_given() -> None:
    found = look(replace(TERMS, session_kind="cron"), MEMORY="secret\n")
    assert "None of the files a cron job is given is here yet." in [
        note.sentence for note in words.notes(found)
    ]
    assert not any("None of the files" in note.sentence for note in words.notes(look(MEMORY="secret\n")))


def test_without_a_session_what_nobody_measured_is_unknown() -> None:
    found = look(AGENTS="a" * 100)
    assert found.unknown == ("system prompt", "skills", "tool schemas", "history")
    assert found.known == found.tokens + 2_500
    assert found.rest == 10_000 - found.known


def test_a_session_brings_measured_characters_and_history_is_what_remains() -> None:
    found = look(session=session(tokens=5_000), AGENTS="a" * 100)
    sizes = {part.name: (part.chars, part.tokens, part.basis) for part in found.slices}
    assert sizes["system prompt"] == (2_500, 625, "measured")
    assert sizes["skills"] == (400, 100, "measured")
    assert sizes["tool schemas"] == (1_900, 475, "measured")
    assert sizes["history"] == (None, 5_000 - 625 - 100 - 475 - 25, "remainder")
    assert found.unknown == ()
    row = found.row("AGENTS.md")
    assert row
    assert row.in_session == 100


def test_what_smaller_files_free_is_free_and_does_not_become_history() -> None:
    own, tried = (look(session=session(tokens=5_000), AGENTS="word " * n) for n in (30, 3))
    history = [next(part.tokens for part in found.slices if part.kind == "history") for found in (own, tried)]
    assert history[0] == history[1]
    assert own.rest is not None
    assert tried.rest is not None
    assert tried.rest - own.rest == own.tokens - tried.tokens > 0


def test_what_a_session_only_estimated_stays_unknown() -> None:
    found = look(session=session({**REPORT, "source": "estimate"}, tokens=5_000), AGENTS="a")
    assert found.unknown == ("system prompt", "skills", "tool schemas", "history")


def test_a_count_smaller_than_its_parts_makes_the_history_unknown() -> None:
    assert look(session=session(tokens=10), AGENTS="a").unknown == ("history",)


def test_a_window_nobody_knows_has_no_shares() -> None:
    found = look(replace(TERMS, window=None), AGENTS="a")
    assert found.rest is None
    assert all(row.share is None for row in found.rows)


def test_a_window_too_small_is_said() -> None:
    found = look(replace(TERMS, window=2_000), AGENTS="a" * 100)
    assert found.rest is not None
    assert found.rest < 0
    assert any("more than this window has" in note.sentence for note in words.notes(found))


def test_a_file_with_no_room_left_is_left_out_with_the_cause() -> None:
    found = look(replace(TERMS, limits=Limits(per_file=200, total=210)), AGENTS="a" * 200, MEMORY="m" * 100)
    row = found.row("MEMORY.md")
    assert row
    assert words.state(row) == "left out"
    assert "left 0 of the total" in words.about(row)


def test_an_empty_workspace_says_so() -> None:
    found = look()
    assert [row.name for row in found.rows] == ["AGENTS.md", "SOUL.md", "IDENTITY.md"]
    assert {words.state(row) for row in found.rows} == {"missing"}
    assert any("is here yet" in note.sentence for note in words.notes(found))


@pytest.mark.parametrize(
    ("encoding", "tokens"), [("characters ÷ 4", 3), ("o200k_base", 2), ("cl100k_base", 2)]
)
def test_tokens_are_estimated_as_asked(encoding: str, tokens: int) -> None:
    assert counter(encoding)("hello world") == tokens  # pyright: ignore[reportArgumentType]
