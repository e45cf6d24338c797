"""From a wanted change to bytes, and the sentences that help to ask better."""

from __future__ import annotations

from pathlib import Path

import pytest
from gate_room import AGENT, Room, sha

from openclaw_desktop.errors import ProposalRefusedError
from openclaw_desktop.review.gate.edits import Append, Change, Edit, Edits, NewText, proposed_bytes
from openclaw_desktop.review.proposal import Kind

TEXT = b"# Home\n\nLikes tea.\nHas a dog.\nLikes tea.\n"


def edit(old: str, new: str) -> Edits:
    return Edits((Edit(old, new),))


def refusal(change: Change, before: bytes | None = TEXT) -> str:
    with pytest.raises(ProposalRefusedError) as refused:
        proposed_bytes("MEMORY.md", before, change)
    return str(refused.value)


@pytest.mark.parametrize(
    ("before", "change", "after"),
    [
        (TEXT, edit("Has a dog.", "Has two dogs."), TEXT.replace(b"a dog", b"two dogs")),
        (TEXT, edit("dog.\nLikes tea.\n", "cat.\n"), b"# Home\n\nLikes tea.\nHas a cat.\n"),
        (TEXT, Edits((Edit("# Home", "# H"), Edit("# H\n", "# Here\n"))), TEXT.replace(b"Home", b"Here")),
        (b"a\r\nb\r\n", edit("a\nb\n", "a\nc\n"), b"a\r\nc\r\n"),
        (b"a\r\nb\r\n", NewText("a\nb\nc\n"), b"a\r\nb\r\nc\r\n"),
        (b"a\r\nb\r\n", Append("c\n"), b"a\r\nb\r\nc\r\n"),
        (b"a\r\nb\nc\nd", edit("b\nc", "x\ny"), b"a\r\nx\ny\nd"),
        (b"a\r\nb\nc\nd", edit("a\nb", "x\ny"), b"x\r\ny\nc\nd"),
        (b"a\nb\n", edit("a\r\nb", "c"), b"c\n"),
        (b"\xef\xbb\xbfa\n", NewText("b\n"), b"\xef\xbb\xbfb\n"),
        (b"\xef\xbb\xbfa\n", NewText("\ufeffb\n"), b"\xef\xbb\xbfb\n"),
        (b"no newline", Append("more"), b"no newline\nmore"),
        (b"", Append("more\n"), b"more\n"),
        (None, Append("more\n"), b"more\n"),
        (None, NewText("more\n"), b"more\n"),
        (TEXT, NewText(""), b""),
        ("日記\n".encode(), edit("記", "本"), "日本\n".encode()),
    ],
)
def test_a_change_is_made_in_the_files_own_line_ends(
    before: bytes | None, change: Change, after: bytes
) -> None:
    assert proposed_bytes("MEMORY.md", before, change) == after


def test_old_text_that_occurs_several_times_is_refused_with_its_lines() -> None:
    assert "2 times in MEMORY.md, beginning on lines 3, 5" in refusal(edit("Likes tea.", "x"))
    assert "5 times" in refusal(edit("a", "b"), b"aaaaa")
    assert "and 4 more" in refusal(edit("a", "b"), b"a\n" * 12)


def test_old_text_that_does_not_occur_is_refused_with_the_line_most_like_it() -> None:
    sentence = refusal(edit("Has one dog.", "x"))
    assert "does not occur" in sentence
    assert 'line 4: "Has a dog."' in sentence
    assert "No line is like it" in refusal(edit("zzzzzz", "x"))


def test_of_several_edits_the_wrong_one_is_named() -> None:
    assert refusal(Edits((Edit("# Home", "# H"), Edit("nowhere", "x")))).startswith("Edit 2: ")


@pytest.mark.parametrize(
    ("change", "before", "part"),
    [
        (edit("x", "y"), None, "does not exist"),
        (edit("", "y"), TEXT, "empty old text"),
        (Edits(()), TEXT, "no edit"),
        (Append(""), TEXT, "nothing to append"),
        (NewText(TEXT.decode()), TEXT, "already holds exactly this"),
        (edit("dog", "dog"), TEXT, "already holds exactly this"),
        (NewText(""), None, "nothing in it"),
        (NewText("a\ud800b"), TEXT, "half a character"),
        (NewText("\0" * 100), TEXT, "binary"),
        (NewText("x" * (2 * 2**20 + 1)), TEXT, "2 MB"),
        (Append("x"), b"\xff\xfea\0", "UTF-16"),
        (Append("x"), b"caf\xe9", "UTF-8"),
        (Append("x"), b"x" * (2 * 2**20 + 1), "2 MB"),
    ],
)
def test_what_cannot_be_reviewed_is_refused_with_a_reason(
    change: Change, before: bytes | None, part: str
) -> None:
    assert part in refusal(change, before)


@pytest.fixture
def room(tmp_path: Path) -> Room:
    room = Room(tmp_path)
    room.begin(MEMORY="Likes tea.\n")
    return room


@pytest.mark.parametrize(
    "path",
    [
        *("../MEMORY.md", "/etc/passwd", "", ".", "memory/", "notes.txt", "a/../b.md", ".git/x.md", "a\0.md"),
        *(
            "node_modules/x.md",
            ".openclaw-desktop-x.md",
            "CON.md",
            "a\\b.md",
            "x" * 300 + ".md",
            "MEMORY.md/x.md",
        ),
    ],
)
def test_paths_that_cannot_be_proposed_for_are_refused(room: Room, path: str) -> None:
    with pytest.raises(ProposalRefusedError):
        room.gate.propose(path, NewText("x\n"), reason="", origin=AGENT, now=room.now)
    assert room.gate.proposals() == []


def test_an_agent_may_name_a_file_by_its_full_path(room: Room) -> None:
    full = str(room.root.resolve() / "MEMORY.md")
    for path in (full, "./MEMORY.md", " MEMORY.md"):
        found = room.gate.propose(path, NewText("x\n"), reason="", origin=AGENT, now=room.now)
        assert found.path == "MEMORY.md"
    assert len(room.waiting()) == 1


def test_a_link_is_refused_with_the_file_it_leads_to(room: Room) -> None:
    (room.root / "link.md").symlink_to("MEMORY.md")
    (room.root / "folder").symlink_to(room.root.parent)
    with pytest.raises(ProposalRefusedError, match=r"MEMORY\.md itself"):
        room.gate.propose("link.md", NewText("x\n"), reason="", origin=AGENT, now=room.now)
    with pytest.raises(ProposalRefusedError, match="link"):
        room.gate.propose("folder/x.md", NewText("x\n"), reason="", origin=AGENT, now=room.now)


def test_a_proposal_before_anybody_ever_looked_waits_until_somebody_does(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.write("MEMORY.md", "Likes tea.\n")
    proposal = room.gate.propose("MEMORY.md", Append("x\n"), reason="  why ", origin=AGENT, now=room.now)
    assert (proposal.base, proposal.reason, proposal.kind) == (sha("Likes tea.\n"), "why", Kind.CHANGE)
    assert room.text("MEMORY.md") == "Likes tea.\n"
    room.gate.examine_all(now=room.now)
    assert room.only() == proposal
    room.approve(proposal)
    assert room.text("MEMORY.md") == "Likes tea.\nx\n"


def test_a_file_that_is_about_to_be_put_back_can_be_proposed_for(room: Room) -> None:
    (room.root / "MEMORY.md").unlink()
    proposal = room.gate.propose("MEMORY.md", Append("x\n"), reason="", origin=AGENT, now=room.now)
    assert room.proposed(proposal) == "Likes tea.\nx\n"


def test_a_workspace_that_is_gone_is_said(room: Room) -> None:
    room.root.rename(room.root.with_name("away"))
    with pytest.raises(ProposalRefusedError, match="not there"):
        room.gate.propose("MEMORY.md", NewText("x\n"), reason="", origin=AGENT, now=room.now)


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("../MEMORY.md", "outside"),
        ("/etc/passwd", "outside"),
        ("memory/../../x.md", "outside"),
        ("..", "outside"),
        (".", "not the path of a file"),
        ("memory/../MEMORY.md", "name the file as MEMORY.md"),
        ("", "name is needed"),
        ("m\udcff.md", "not valid UTF-8"),
        (".git/x.md", ""),
        ("../" + "x" * 5000 + ".md", "…"),
    ],
)
def test_a_path_that_cannot_be_is_refused_for_what_it_is(tmp_path: Path, path: str, sentence: str) -> None:
    room = Room(tmp_path)
    with pytest.raises(ProposalRefusedError) as refused:
        room.gate.propose(path, NewText("x\n"), reason="", origin=AGENT, now=room.now)
    assert sentence in str(refused.value)
    assert "link" not in str(refused.value)
    assert len(str(refused.value)) < 500


def test_a_reason_is_kept_as_far_as_a_person_reads_it_and_recorded_whatever_is_in_it(tmp_path: Path) -> None:
    room = Room(tmp_path)
    reason = "half a character \udcff, " + "so " * 400_000
    made = room.gate.propose("MEMORY.md", NewText("x\n"), reason=reason, origin=AGENT, now=room.now)
    assert len(made.reason) < 3_000
    room.approve(made)
    assert room.history("MEMORY.md") == ["x\n"]
