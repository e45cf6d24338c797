"""What of a text the model is given, in words and in positions of an editor."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop import utf16
from openclaw_desktop.context.allotment import Allotment, allotment
from openclaw_desktop.context.bootstrap import BootstrapFile, assemble
from openclaw_desktop.context.profiles import RULES, Limits, Profile
from openclaw_desktop.ui.editor import cut
from openclaw_desktop.ui.editor.codec import to_shown
from openclaw_desktop.ui.editor.cut import Shade

MEMORY = Allotment("MEMORY.md", "/w/MEMORY.md", "2026.9", "main", Limits(), room=60_000)

texts = st.text(st.sampled_from("ab \n\r\t\u200b\ufdd0雨🌧"), max_size=60)


def looked(text: str, given_room: Allotment = MEMORY) -> cut.Cut:
    return cut.look(given_room, text, to_shown(text)[0])


@given(texts, st.booleans())
def test_a_position_in_the_file_is_that_of_the_same_character_in_the_document(text: str, crlf: bool) -> None:
    text = text.replace("\r", "").replace("\n", "\r\n") if crlf else text
    shown, codec = to_shown(text)
    for at in range(len(text) + 1):
        before = text[:at]
        if codec.crlf:
            before = (before[:-1] if text[at - 1 : at + 1] == "\r\n" else before).replace("\r\n", "\n")
        assert cut.in_document(shown, text, [at]) == [utf16.length(shown[: len(before)])]


def test_of_a_line_shown_only_in_part_the_rest_is_at_its_end() -> None:
    text, shown = "one\n" + "x" * 50 + "\ntwo", "one\n" + "x" * 10 + " …\ntwo"
    assert cut.in_document(shown, text, [4, 9, 40, 55]) == [4, 9, 16, 17]
    assert cut.in_document("one\n", text, [4, 40, 58]) == [4, 4, 4]


def test_stretches_move_along_with_what_is_typed_before_them() -> None:
    shade = Shade((10,), (20,), "", "")
    assert shade.moved(3, 0, 2) == replace(shade, starts=(12,), ends=(22,))
    assert shade.moved(15, 2, 0) == replace(shade, ends=(18,))
    assert shade.moved(20, 0, 5) == shade
    assert shade.moved(5, 10, 1) == replace(shade, starts=(5,), ends=(11,))


def test_the_count_says_what_is_left_only_near_the_limit_and_what_is_cut_over_it() -> None:
    assert cut.count_in_words(looked("x" * 12_310)) == "12,310 of 20,000 characters"
    near = looked("x" * 17_000)
    assert (near.is_near, cut.count_in_words(near)) == (True, "17,000 of 20,000 characters · 3,000 left")
    assert not looked("x" * 16_999).is_near
    over = looked("x" * 24_310)
    read = 24_310 - over.dropped
    assert cut.count_in_words(over) == f"{read:,} of 24,310 characters read · {over.dropped:,} cut"
    assert over.dropped > 4_310  # the marker takes room too
    assert cut.read_in_words(over) == f"{read:,} of 24,310"
    assert over.shade
    assert over.shade.begins == f"cut here: {over.dropped:,} of 24,310 characters are not read"


def sums(explained: str) -> dict[str, tuple[list[int], int]]:
    """Each line that adds up: its name, its parts and its total."""
    lines = [line.split(": ", 1) for line in explained.splitlines() if " = " in line]
    numbers = {name: [int(n.replace(",", "")) for n in re.findall(r"[\d,]*\d", rest)] for name, rest in lines}
    return {name: (parts[:-1], parts[-1]) for name, parts in numbers.items()}


@pytest.mark.parametrize("profile", list(RULES))
@pytest.mark.parametrize(
    "text", ["x" * 24_310, "雨🌧 " * 9_000 + "\n\n", "- never\n" + "prose it is\n" * 3_000]
)
@pytest.mark.parametrize("name", ["MEMORY.md", "AGENTS.md"])
def test_what_is_explained_adds_up(profile: Profile, text: str, name: str) -> None:
    found = looked(text, replace(MEMORY, name=name, profile=profile))
    on_disk, injected = (sums(cut.explained(found))[name] for name in ("On disk", "Injected"))
    assert (sum(on_disk[0]), on_disk[1]) == (found.raw, found.raw)
    assert (sum(injected[0]), injected[1]) == (found.injected, found.injected)
    assert found.dropped in on_disk[0]


def test_a_digest_shorter_than_what_it_quotes_is_told_without_a_sum() -> None:
    shorter = replace(looked("- never\n" * 4_000, replace(MEMORY, name="AGENTS.md")), injected=10)
    assert "Injected: 10 characters, with rules in a shorter form." in cut.explained(shorter)


def test_surrogates_count_two_and_white_space_at_the_end_nothing() -> None:
    assert cut.count_in_words(looked("🌧" * 9_000 + " \n\u3000\n" * 900)) == (
        "18,000 of 20,000 characters · 2,000 left"
    )
    over = looked("🌧" * 11_000 + "\n" * 50)
    assert over.raw == 22_000
    assert over.shade
    assert all(at % 2 == 0 for at in (*over.shade.starts, *over.shade.ends))


def test_what_follows_the_cut_is_told_where_reading_goes_on() -> None:
    found = looked("x" * 30_000)
    assert found.shade
    rest = 30_000 - found.shade.ends[-1]
    assert found.shade.goes_on == f"read again from here: the last {rest:,} characters"
    cut_off = looked("x" * 30_000 + "\n\n", replace(MEMORY, profile="2026.2", room=100))
    assert cut_off.injected == 100  # the marker makes it longer than the room, so its end goes
    assert cut_off.shade
    assert cut_off.shade.goes_on == ""


def test_a_file_for_which_no_room_is_left_is_read_not_at_all() -> None:
    found = looked("a line\n", replace(MEMORY, room=0))
    assert cut.count_in_words(found) == "6 characters · none read"
    assert found.shade
    assert found.shade.begins == "none of these 6 characters is read"
    assert "leave 0" in cut.explained(found)
    assert cut.count_in_words(looked("", replace(MEMORY, room=0))) == "0 of 0 characters"


def test_a_file_of_more_than_2_mb_is_not_read() -> None:
    found = looked("雨" * 700_000)
    assert found.too_large
    assert "no file of more than 2 MB" in cut.explained(found)
    assert found.shade
    assert (found.shade.starts, found.shade.ends) == ((0,), (700_000,))
    assert not looked("雨" * 699_000).too_large


def test_whose_rules_these_are_is_explained() -> None:
    assert "OpenClaw 2026.9" in cut.explained(looked("a"))
    assert "first descriptions" in cut.explained(looked("a", replace(MEMORY, profile="as described")))
    assert "leave 900" in cut.explained(looked("a", replace(MEMORY, room=900)))


@pytest.mark.parametrize("profile", list(RULES))
@pytest.mark.parametrize("total", [70, 5_000, 24_000, 150_000])
def test_asking_for_one_file_alone_gives_what_asking_for_all_gives(profile: Profile, total: int) -> None:
    limits = Limits(per_file=6_000, total=total, user=2_000)
    names = RULES[profile].order
    files = [
        BootstrapFile(name, f"/w/{name}", None if n % 4 == 3 else f"{name} 雨🌧\n- must {n}\n" * (n * 150))
        for n, name in enumerate(names)
    ]
    for file in files:
        for text in ("short", file.text or "", "y" * 9_000):
            there = [replace(f, text=text) if f is file else f for f in files]
            whole = assemble(there, profile=profile, limits=limits).file(file.name)
            alone = allotment(file.name, files, profile=profile, limits=limits)
            assert alone
            assert alone.injected(text) == whole
    assert allotment("NOTES.md", files, profile=profile) is None
