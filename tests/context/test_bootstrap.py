"""Who is given what, what is cut out of it, and how that is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop import utf16
from openclaw_desktop.context import pieces
from openclaw_desktop.context.bootstrap import BootstrapFile, assemble, inject, read, trim
from openclaw_desktop.context.profiles import RULES, SESSION_KINDS, Limits, Profile, SessionKind, limits_of
from openclaw_desktop.workspace.agents import Agent, Installation

PROFILES: tuple[Profile, ...] = ("2026.2", "2026.9", "as described")


def workspace(**texts: str | None) -> list[BootstrapFile]:
    every = dict.fromkeys(("AGENTS", "SOUL", "POLICY", "TOOLS", "IDENTITY", "USER", "MEMORY"), "text")
    return [BootstrapFile(f"{name}.md", f"/w/{name}.md", text) for name, text in {**every, **texts}.items()]


def names(profile: Profile, session_kind: SessionKind) -> list[str]:
    return [f.name for f in assemble(workspace(), profile=profile, session_kind=session_kind).files]


def test_the_first_publications_give_a_sub_agent_two_files() -> None:
    assert names("as described", "sub-agent") == ["AGENTS.md", "TOOLS.md"]


def test_the_first_publications_keep_memory_out_of_groups() -> None:
    whole = ["AGENTS.md", "SOUL.md", "POLICY.md", "TOOLS.md", "IDENTITY.md", "USER.md"]
    assert names("as described", "main") == [*whole, "MEMORY.md"]
    assert names("as described", "group") == whole


def test_2026_2_shows_memory_to_groups() -> None:
    assert "MEMORY.md" in names("2026.2", "group")
    assert "MEMORY.md" not in names("2026.9", "group")


def test_what_a_session_is_not_given_is_named_with_a_reason() -> None:
    bootstrap = assemble(workspace(), profile="2026.9", session_kind="group")
    reasons = {file.name: file.reason for file in bootstrap.left_out}
    assert reasons["MEMORY.md"] == "A group session is not given MEMORY.md."
    assert reasons["TOOLS.md"] == "OpenClaw 2026.9 does not inject TOOLS.md."
    assert bootstrap.file("MEMORY.md") is None


def test_a_missing_file_leaves_a_marker_but_missing_memory_leaves_none() -> None:
    bootstrap = assemble(workspace(SOUL=None, MEMORY=None), profile="2026.2")
    soul = bootstrap.file("SOUL.md")
    assert soul is not None
    assert (soul.missing, soul.text) == (True, "[MISSING] Expected at: /w/SOUL.md")
    assert bootstrap.file("MEMORY.md") is None


def test_an_empty_file_costs_nothing() -> None:
    file = assemble(workspace(SOUL=" \n\n"), profile="as described").file("SOUL.md")
    assert file is not None
    assert (file.text, file.injected_chars, file.dropped, file.is_whole) == ("", 0, (), True)


def test_order_does_not_depend_on_how_the_files_come() -> None:
    backwards = assemble(list(reversed(workspace())), profile="2026.2")
    assert [file.name for file in backwards.files] == names("2026.2", "main")


def test_the_dropped_stretch_is_told_in_characters_of_the_text() -> None:
    text = "😀" * 100 + "middle " * 100 + "😀" * 10
    file = inject([BootstrapFile("SOUL.md", "/w/SOUL.md", text)], profile="2026.2", limits=Limits(500)).files[
        0
    ]
    ((start, end),) = file.dropped
    assert file.text.startswith(text[:start] + "\n")
    assert file.text.endswith("\n" + text[end:])
    assert (utf16.length(text[:start]), utf16.length(text[end:])) == (350, 100)


def test_one_file_by_itself_while_it_is_typed() -> None:
    whole, cut = trim("USER.md", "x" * 400, 400, "2026.9"), trim("USER.md", "x" * 401, 400, "2026.9")
    assert whole.is_whole
    assert (cut.is_whole, cut.causes, cut.injected_chars <= 400) == (False, ("per-file-limit",), True)


def test_white_space_at_the_end_is_not_a_loss() -> None:
    file = inject([BootstrapFile("SOUL.md", "/w/SOUL.md", "a\n" + "\n" * 500)], profile="2026.9").files[0]
    assert (file.raw_chars, file.dropped, file.is_whole) == (1, (), True)


def test_rules_quoted_from_the_middle_are_not_dropped() -> None:
    text = "\n".join(["plain words here"] * 60 + ["- You must never do   this"] + ["plain words here"] * 60)
    file = inject(
        [BootstrapFile("AGENTS.md", "/w/AGENTS.md", text)], profile="2026.9", limits=Limits(600)
    ).files[0]
    dropped = "".join(text[start:end] for start, end in file.dropped)
    assert "You must never do this" in file.text
    assert "never" not in dropped
    assert len(file.dropped) == 2


def test_a_rule_that_is_cut_off_is_dropped_from_there_on() -> None:
    rule = "- never " + "word " * 60 + "END"
    text = "\n".join(["plain words here"] * 80 + [rule] + ["plain words here"] * 80)
    file = inject(
        [BootstrapFile("AGENTS.md", "/w/AGENTS.md", text)], profile="2026.9", limits=Limits(1200)
    ).files[0]
    dropped = "".join(text[start:end] for start, end in file.dropped)
    assert "never" not in dropped
    assert "END" in dropped


def test_files_after_the_total_are_dropped_whole_and_say_so() -> None:
    files = [BootstrapFile(name, f"/w/{name}", "x" * 90) for name in ("SOUL.md", "USER.md", "MEMORY.md")]
    last = inject(files, profile="2026.9", limits=Limits(100, 180)).files[2]
    assert (last.text, last.injected_chars, last.dropped, last.causes) == (
        "",
        0,
        ((0, 90),),
        ("total-limit",),
    )


@pytest.mark.parametrize("profile", PROFILES)
@given(text=st.text(st.sampled_from("ab# -\n\r😀é必須never"), max_size=400), limit=st.integers(1, 300))
def test_what_is_dropped_and_what_is_kept_make_up_the_file(profile: Profile, text: str, limit: int) -> None:
    text = utf16.without_trailing_space(text)
    for name in ("AGENTS.md", "MEMORY.md"):
        kept = RULES[profile].trim(text, name, limit)
        gaps = pieces.gaps(kept, text)
        assert all(0 <= start < end <= len(text) for start, end in gaps)
        covered = set[int]().union(*(range(piece.start, piece.end) for piece in kept))
        missing = set[int]().union(*(range(start, end) for start, end in gaps))
        assert covered | missing >= {at for at, character in enumerate(text) if not character.isspace()}
        assert not covered & missing
        if profile == "2026.9":
            assert pieces.length(kept) <= limit


@given(text=st.text(st.sampled_from("a😀\ud800é"), max_size=12), units=st.integers(-1, 30))
def test_no_emoji_is_halved(text: str, units: int) -> None:
    end, start = utf16.fitting(text, units), utf16.fitting_last(text, units)
    assert utf16.length(text[:end]) <= max(units, 0)
    assert utf16.length(text[start:]) <= max(units, 0)
    assert end == len(text) or utf16.length(text[: end + 1]) > units
    assert start == 0 or utf16.length(text[start - 1 :]) > units


def test_limits_come_from_the_configuration_where_it_has_them() -> None:
    own = Installation(Path("/s"), None, "2026.9", (), bootstrap_max_chars=900)
    assert limits_of("2026.9", own) == Limits(900, 60_000, 4_000)
    assert limits_of("2026.2") == Limits(20_000, 150_000)
    agent = Agent("main", "main", Path("/w"), "ok", True, bootstrap_total_max_chars=5_000)
    assert limits_of("2026.9", own, agent) == Limits(900, 5_000, 4_000)
    assert limits_of("2026.2", own, agent) == Limits(900, 150_000, 4_000)


def test_every_profile_says_what_each_kind_of_session_is_given() -> None:
    for rules in RULES.values():
        assert set(rules.given) == set(SESSION_KINDS)
        assert all(given <= set(rules.order) for given in rules.given.values())


def test_files_are_read_by_their_exact_names(tmp_path: Path) -> None:
    (tmp_path / "SOUL.md").write_bytes(b"\xef\xbb\xbfsoul\r\n")
    (tmp_path / "memory.md").write_text("other", encoding="utf-8")
    (tmp_path / "USER.md").write_bytes(b"caf\xe9")
    texts = {file.name: file.text for file in read(tmp_path, "2026.9")}
    assert texts["SOUL.md"] == "soul\r\n"
    assert texts["USER.md"] == "caf\ufffd"
    assert texts["MEMORY.md"] is None
    assert texts["AGENTS.md"] is None


def test_a_file_too_large_is_missing_or_said_to_be_unreadable(tmp_path: Path) -> None:
    (tmp_path / "SOUL.md").write_bytes(b"x" * (2 * 2**20 + 1))
    by_version = {
        profile: next(file for file in read(tmp_path, profile) if file.name == "SOUL.md")
        for profile in PROFILES
    }
    assert by_version["2026.2"].text is None
    assert by_version["2026.9"].text == "[UNREADABLE: it is larger than 2 MiB]"
    assert {file.unread_chars for file in by_version.values()} == {2 * 2**20 + 1}
    assert not by_version["2026.9"].with_text("short").refused


def test_a_link_that_leads_outside_is_not_followed(tmp_path: Path) -> None:
    root = tmp_path / "workspace"
    root.mkdir()
    (tmp_path / "secret.md").write_text("secret", encoding="utf-8")
    try:
        (root / "SOUL.md").symlink_to(tmp_path / "secret.md")
    except OSError:
        pytest.skip("links cannot be made here")
    for profile in PROFILES:
        assert not any(
            "secret" in (file.text or "") for file in read(root, profile) if file.name != "SOUL.md"
        )
        soul = next(file.text for file in read(root, profile) if file.name == "SOUL.md")
        assert soul is None or soul.startswith("[UNREADABLE: ")


def test_a_workspace_that_is_gone_has_no_files(tmp_path: Path) -> None:
    assert all(file.text is None for file in read(tmp_path / "gone", "2026.2"))
