"""Why the agent's own search does not show a line."""

from __future__ import annotations

import json
from contextlib import closing

import pytest
from agent_states import NewState, State
from hand_made import NOW, agent_of, fill

from openclaw_desktop.search.why_not import WhyNot

ERAS = ("2026.2", "2026.9")


def why(state: State, text: str, path: str, line: int | None = None, *, asks: bool = True) -> WhyNot:
    with closing(agent_of(state, asks=asks)) as desk:
        return desk.why_not(desk.question(text, now=NOW), path, line)


def rivals(count: int, text: str) -> dict[str, str]:
    return {f"memory/rival-{n:02}.md": f"{text} {'filler ' * n}\n" for n in range(count)}


def configure(state: State, **query: object) -> None:
    agents = [{"id": "main", "workspace": state.workspace().as_posix()}]
    defaults = {"memorySearch": {"provider": "openai", "query": query}}
    state.config.write_text(json.dumps({"agents": {"defaults": defaults, "list": agents}}), encoding="utf-8")


@pytest.mark.parametrize("era", ERAS)
def test_a_hit_says_its_place(new_state: NewState, era: str) -> None:
    state = new_state(era)
    fill(state, {"memory/gate.md": "The gateway listens on port 18789.\n"})
    found = why(state, "gateway port", "memory/gate.md", 1)
    assert (found.lost_at, found.keyword_rank, found.vector_rank) == ("", 1, 1)
    assert found.sentence.startswith("It is shown, as hit 1 with score ")


def test_one_word_of_the_question_that_is_in_no_chunk_spoils_the_whole_keyword_leg(
    new_state: NewState,
) -> None:
    state = new_state("2026.2")
    fill(state, {"memory/gate.md": "The gateway listens on a port.\n", "memory/b.md": "A port in Lisbon.\n"})
    found = why(state, "what gateway port", "memory/gate.md")
    assert found.keyword_rank is None
    assert (
        "By words it is not found: the agent's keyword leg asks for all words: “what” is in no chunk."
        in found.sentences
    )


def test_a_word_that_only_other_chunks_hold_is_counted_there(new_state: NewState) -> None:
    state = new_state("2026.2")
    fill(state, {"memory/gate.md": "The gateway listens.\n", **rivals(3, "a port")})
    found = why(state, "gateway port", "memory/gate.md")
    assert any("“port” is in 3 other chunks, but not in this one" in each for each in found.sentences)


@pytest.mark.parametrize("era", ERAS)
def test_a_chinese_word_inside_a_sentence_is_shown_with_what_hides_it(new_state: NewState, era: str) -> None:
    state = new_state(era)
    fill(state, {"memory/note.md": "部署了新的网关服务。\n"})
    found = why(state, "网关服务", "memory/note.md")
    hidden = (
        "“网关服务” is inside a longer word (“部署了新的网关服务”), which the agent's index takes for one"
    )
    assert any(hidden in each for each in found.sentences)
    assert found.keyword_rank is None


def test_without_a_model_2026_2_asks_for_parts_of_a_chinese_word(new_state: NewState) -> None:
    state = new_state("2026.2")
    fill(state, {"memory/note.md": "部署了新的网关服务。\n"})
    found = why(state, "网关服务", "memory/note.md", asks=False)
    assert found.sentences[0].startswith("By words it is not found: “网关” is inside a longer word")


def test_in_2026_9_single_words_are_found_where_not_all_are(new_state: NewState) -> None:
    state = new_state("2026.9")
    fill(state, {"memory/gate.md": "The gateway listens.\n"})
    found = why(state, "gateway port", "memory/gate.md")
    assert any(each.endswith("but alone, “gateway” is found in it.") for each in found.sentences)


def test_what_is_too_far_by_meaning_says_its_place(new_state: NewState) -> None:
    state = new_state("2026.2")
    fill(state, {"memory/far.md": "Nothing of that kind.\n", **rivals(30, "gateway")})
    found = why(state, "gateway", "memory/far.md")
    assert found.lost_at == "candidates"
    assert "it is not among the 24 nearest texts (place 31, cosine 0.00)" in found.sentence


def test_what_is_too_far_behind_in_both_legs_says_both_places(new_state: NewState) -> None:
    state = new_state("2026.2")
    long = "gateway " + " ".join(f"hill{n}" for n in range(60))
    fill(state, {"memory/far.md": long, **{f"memory/rival-{n:02}.md": "gateway" for n in range(30)}})
    found = why(state, "gateway", "memory/far.md")
    assert "not among the 24 nearest texts (place 31, cosine 0.1" in found.sentence
    assert "not among the 24 best by words (place 31)" in found.sentence


def test_what_stands_behind_six_others_says_so(new_state: NewState) -> None:
    state = new_state("2026.2")
    fill(state, {**rivals(8, "gateway port")})
    found = why(state, "gateway port", "memory/rival-07.md")
    assert found.lost_at == "limit"
    assert "behind 6 others: at place 8, and 6 are shown" in found.sentence


def test_age_that_takes_it_below_the_minimum_is_named_with_its_days(new_state: NewState) -> None:
    state = new_state("2026.2")
    configure(state, hybrid={"temporalDecay": {"enabled": True}})
    fill(state, {"memory/2026-10-01.md": "The gateway listens on a port.\n"})
    found = why(state, "gateway port", "memory/2026-10-01.md")
    assert found.lost_at == "minimum"
    assert "below 0.35 by decay: 61 days old, half-life 30 days → × 0.24" in found.sentence


def test_diversity_says_what_it_is_like(new_state: NewState) -> None:
    state = new_state("2026.2")
    configure(state, minScore=0.1, hybrid={"mmr": {"enabled": True, "lambda": 0.3}})
    same = {f"memory/same-{n}.md": "The gateway port is open." for n in range(7)}
    other = {f"memory/other-{n}.md": f"gateway hill{n}" for n in range(6)}
    fill(state, {**same, **other, "memory/far.md": "Nothing of that kind."})
    with closing(agent_of(state)) as desk:
        question = desk.question("gateway port", now=NOW)
        told = [desk.why_not(question, path) for path in same]
    lost = [each for each in told if each.lost_at == "diversity"]
    assert lost
    assert all("pushed down by diversity: moved from" in each.sentence for each in lost)


@pytest.mark.parametrize("era", ERAS)
def test_a_file_that_changed_after_the_last_sync_says_so(new_state: NewState, era: str) -> None:
    state = new_state(era)
    fill(state, {"memory/gate.md": "The gateway listens.\n"})
    (state.workspace() / "memory" / "gate.md").write_text("A new line.\n\n\nThe gateway listens.\n")
    found = why(state, "gateway", "memory/gate.md", 4)
    assert not found.indexed
    assert "the file changed after the agent's last sync (its hash differs)" in found.sentence


@pytest.mark.parametrize("era", ERAS)
def test_a_file_that_is_no_utf_8_is_compared_as_openclaw_reads_it(new_state: NewState, era: str) -> None:
    state = new_state(era)
    fill(state, {"memory/gate.md": "The gateway of the caf\ufffd listens.\n"})
    (state.workspace() / "memory" / "gate.md").write_bytes(b"The gateway of the caf\xe9 listens.\n")
    assert not any("changed" in each for each in why(state, "gateway", "memory/gate.md").sentences)


@pytest.mark.parametrize("era", ERAS)
def test_what_is_not_in_the_index_says_why(new_state: NewState, era: str) -> None:
    state = new_state(era)
    fill(state, {"memory/gate.md": "The gateway listens.\n"})
    (state.workspace() / "memory" / "new.md").write_text("Something new.\n")
    assert "not taken it in since" in why(state, "new", "memory/new.md").sentence
    assert "there is no such file" in why(state, "new", "memory/none.md").sentence
    assert "holds its memory alone" in why(state, "new", "SOUL.md").sentence
    assert "line 9 " not in why(state, "gateway", "memory/gate.md", 9).sentence
    assert "holds line 9:" in why(state, "gateway", "memory/gate.md", 9).sentence


def test_an_entry_whose_project_cannot_be_read_is_never_shown(new_state: NewState) -> None:
    state = new_state("2026.9")
    fill(state, {"MEMORY.md": "- The gateway listens. <!-- project: -->\n"})
    found = why(state, "gateway", "MEMORY.md", 1)
    assert found.sentence == "The agent never shows it: its project annotation cannot be read."


def test_words_that_are_switched_off_give_no_place(new_state: NewState) -> None:
    state = new_state("2026.2")
    configure(state, hybrid={"enabled": False})
    fill(state, {"memory/gate.md": "The gateway listens.\n"})
    found = why(state, "gateway", "memory/gate.md")
    assert found.keyword_rank is None
    assert found.sentences[0].startswith("Words do not count: openclaw.json switches the keyword leg off")


def test_without_a_model_meaning_is_said_not_to_count(new_state: NewState) -> None:
    state = new_state("2026.9")
    fill(state, {"memory/gate.md": "The gateway listens.\n", "memory/b.md": "Hills.\n"})
    found = why(state, "gateway", "memory/b.md", asks=False)
    assert "meaning did not count (nobody can be asked)" in found.sentence
