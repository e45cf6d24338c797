"""What would make the agent find a line: every change is measured with the agent's own search."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from contextlib import closing

import pytest
from agent_states import NewState, State, engine_of
from hand_made import NOW, agent_of, counted, fill

from openclaw_desktop.agent_index.advice.advising import Advice, Trial
from openclaw_desktop.agent_index.question_vector import QuestionVector
from openclaw_desktop.desk.advice_desk import AdviceDesk
from openclaw_desktop.desk.agent_desk import AgentDesk
from openclaw_desktop.desk.owner import owner_of
from openclaw_desktop.errors import ConflictError, FileGoneError, UsageError
from openclaw_desktop.review.proposal import Proposal, Who

Act = Callable[[AdviceDesk, AgentDesk], None]


def advised(state: State, text: str, path: str, line: int, *, asks: bool = True) -> Advice:
    found: list[Advice] = []

    def look(advice: AdviceDesk, agent: AgentDesk) -> None:
        found.append(advice.look(agent.question(text, now=NOW), path, line))

    at_desk(state, look, asks=asks)
    return found[0]


def at_desk(state: State, act: Act, *, asks: bool = True) -> None:
    agent = agent_of(state, asks=asks)
    with engine_of(state) as engine, closing(agent):
        act(AdviceDesk(state.workspace(), agent, engine.desk), agent)


def configure(state: State, **query: object) -> None:
    agents = [{"id": "main", "workspace": state.workspace().as_posix()}]
    defaults = {"memorySearch": {"provider": "openai", "query": query}}
    state.config.write_text(json.dumps({"agents": {"defaults": defaults, "list": agents}}), encoding="utf-8")


def rivals(count: int, text: str, folder: str = "memory") -> dict[str, str]:
    return {f"{folder}/rival-{n:02}.md": f"{text} hill{n}\n" for n in range(count)}


def trial(advice: Advice, kind: str) -> Trial:
    (found,) = [each for each in advice.trials if each.kinds == (kind,)]
    return found


def test_a_line_that_is_found_already_needs_nothing(new_state: NewState) -> None:
    state = new_state("2026.2")
    fill(state, {"memory/gate.md": "The gateway listens on a port.\n"})
    advice = advised(state, "gateway port", "memory/gate.md", 1)
    assert advice.before.is_found
    assert advice.trials == ()
    assert advice.sentence.startswith("Line 1 of memory/gate.md is found: hit 1 with score ")
    assert "behind" not in advice.sentence


def test_a_line_beyond_what_the_agent_is_shown_of_its_passage_is_said(new_state: NewState) -> None:
    state = new_state("2026.2")
    long = "".join(f"A gateway port in house {number}.\n" for number in range(30))
    fill(state, {"memory/gate.md": f"{long}The gateway listens on a port.\n"})
    advice = advised(state, "gateway port", "memory/gate.md", 31)
    assert advice.before.is_found
    assert advice.sentence.endswith("but the line lies behind the 700 characters that the agent is shown.")


def test_a_missing_word_added_to_the_line_brings_it_up_in_2026_2(new_state: NewState) -> None:
    state = new_state("2026.2")
    fill(state, {"memory/gate.md": "# Notes\n\nThe gateway listens on 18789.\n", **rivals(9, "port port")})
    advice = advised(state, "gateway port", "memory/gate.md", 3)
    assert not advice.before.is_found
    words = trial(advice, "words")
    assert words.helps
    assert words.after.place is not None
    assert words.after.place <= 6
    assert words.sentence == "Add “port” to the line."
    assert [file.after for file in words.files] == ["# Notes\n\nThe gateway listens on 18789. (port)\n"]


def test_the_smallest_change_that_helps_comes_first(new_state: NewState) -> None:
    state = new_state("2026.2")
    fill(state, {"memory/gate.md": "# Notes\n\nThe gateway listens on 18789.\n", **rivals(9, "gateway port")})
    advice = advised(state, "which gateway port", "memory/gate.md", 3)
    helping = [each for each in advice.trials if each.helps]
    assert helping
    assert advice.trials[: len(helping)] == tuple(helping)
    sizes = [(len(each.kinds), each.reach, each.changed) for each in helping]
    assert sizes == sorted(sizes)
    assert f"The smallest: {helping[0].sentence}" in advice.sentence


def test_a_chinese_word_set_off_by_spaces_is_found_by_words_alone(new_state: NewState) -> None:
    state = new_state("2026.2")
    fill(state, {"memory/note.md": "部署了新的网关服务。\n", "memory/b.md": "天气很好。\n"})
    advice = advised(state, "网关", "memory/note.md", 1, asks=False)
    assert advice.keywords_only == "nobody can be asked"
    assert advice.before.place is None
    off = trial(advice, "set off")
    assert off.helps
    assert off.after.place == 1
    assert off.sentence == "Set “网关” off by spaces, so that it is a word of its own."
    assert [file.after for file in off.files] == ["部署了新的 网关 服务。\n"]


def test_the_question_as_a_heading_brings_an_entry_up(new_state: NewState) -> None:
    state = new_state("2026.9")
    fill(state, {"memory/gate.md": "It listens on 18789.\n", **rivals(9, "which port")})
    advice = advised(state, "which gateway port?", "memory/gate.md", 1)
    heading = trial(advice, "heading")
    assert heading.helps
    assert [file.after for file in heading.files] == ["## which gateway port\n\nIt listens on 18789.\n"]
    assert heading.line == 3


def test_an_entry_of_its_own_brings_a_nested_item_up(new_state: NewState) -> None:
    state = new_state("2026.9")
    long = "".join(f"  - hill number {n} of town{n}\n" for n in range(30))
    text = f"- Sam\n  - gateway port seven\n{long}"
    fill(state, {"MEMORY.md": text, **rivals(9, "gateway port five six")})
    advice = advised(state, "gateway port seven", "MEMORY.md", 2)
    entry = trial(advice, "entry")
    assert not advice.before.is_found
    assert entry.helps
    assert (entry.files[0].after or "").endswith("- gateway port seven\n")


def test_the_least_importance_that_helps_is_named(new_state: NewState) -> None:
    state = new_state("2026.9")
    others = "".join(f"- the gateway port of town{n}\n" for n in range(9))
    fill(state, {"MEMORY.md": f"{others}- the gateway port of my own town here\n"})
    advice = advised(state, "gateway port", "MEMORY.md", 10)
    importance = trial(advice, "importance")
    assert not advice.before.is_found
    assert importance.helps
    assert importance.sentence in {f"Give the entry importance {n}." for n in range(6, 11)}
    assert not trial(advice, "trigger").helps, "triggers are for recall, not for search"


def test_an_unreadable_project_is_taken_away(new_state: NewState) -> None:
    state = new_state("2026.9")
    fill(state, {"MEMORY.md": "- The gateway listens. <!-- project: -->\n- Hills.\n"})
    advice = advised(state, "gateway", "MEMORY.md", 1)
    assert advice.before.lost_at == "candidates"
    project = trial(advice, "project")
    assert project.helps
    assert [file.after for file in project.files] == ["- The gateway listens.\n- Hills.\n"]


OLD_NOTE = "# Day\n\nThe gateway listens on a port.\n\nIt rained.\n"


@pytest.mark.parametrize("kind", ["memory", "file", "rename"])
def test_what_grew_too_old_is_found_where_nothing_grows_old(new_state: NewState, kind: str) -> None:
    state = new_state("2026.9")
    fill(state, {"memory/2026-03-02.md": OLD_NOTE, **rivals(9, "gateway port")})
    advice = advised(state, "gateway listens port", "memory/2026-03-02.md", 3)
    assert not advice.before.is_found
    found = trial(advice, kind)
    assert found.helps
    texts = {file.path: file.after for file in found.files}
    if kind == "rename":
        assert found.renames == ("memory/2026-03-02.md", "memory/gateway-listens-port.md")
        assert texts == {"memory/2026-03-02.md": None, "memory/gateway-listens-port.md": OLD_NOTE}
        return
    assert texts["memory/2026-03-02.md"] == "# Day\n\nIt rained.\n"
    moved = "MEMORY.md" if kind == "memory" else "memory/gateway-listens-port.md"
    assert found.path == moved
    assert "The gateway listens on a port." in (texts[moved] or "").split("\n")[found.line - 1]


def test_in_2026_2_a_name_behind_the_date_keeps_a_note_from_growing_old(new_state: NewState) -> None:
    state = new_state("2026.2")
    configure(state, hybrid={"temporalDecay": {"enabled": True}})
    fill(state, {"memory/2026-03-02.md": OLD_NOTE})
    advice = advised(state, "gateway port", "memory/2026-03-02.md", 3)
    rename = trial(advice, "rename")
    assert rename.helps
    assert rename.renames == ("memory/2026-03-02.md", "memory/2026-03-02-gateway-port.md")


def test_a_setting_is_a_line_to_copy_under_its_key(new_state: NewState) -> None:
    state = new_state("2026.2")
    configure(state, minScore=0.9)
    fill(state, {"memory/gate.md": "The gateway listens on a port of many towns.\n"})
    before = state.config.read_bytes()
    advice = advised(state, "gateway port", "memory/gate.md", 1)
    (lower,) = [each for each in advice.trials if "minimum" in each.sentence]
    assert lower.helps
    assert lower.files == ()
    (line,) = lower.settings
    assert line.place == "agents.defaults.memorySearch.query"
    assert line.line == f'"minScore": {line.after:g}'
    assert (line.before, line.after < 0.9) == (0.9, True)
    assert state.config.read_bytes() == before


def test_settings_that_the_version_does_not_read_are_not_tried(new_state: NewState) -> None:
    state = new_state("2026.9")
    fill(state, {"memory/gate.md": "Far away.\n", **rivals(9, "gateway port")})
    advice = advised(state, "gateway port", "memory/gate.md", 1)
    names = {line.place.rpartition(".")[2] for each in advice.trials for line in each.settings}
    assert names <= {"query"}


def test_two_changes_together_are_tried_where_none_is_enough(new_state: NewState) -> None:
    state = new_state("2026.2")
    configure(state, hybrid={"temporalDecay": {"enabled": True}})
    fill(state, {"memory/2026-07-02.md": "## It listens at home\n", **rivals(40, "port")})
    advice = advised(state, "gateway port", "memory/2026-07-02.md", 1)
    singles = [each for each in advice.trials if len(each.kinds) == 1]
    (pair,) = [each for each in advice.trials if len(each.kinds) == 2]
    assert not any(each.helps for each in singles)
    assert pair.helps
    assert pair == advice.trials[0]
    assert "words" in pair.kinds or "question" in pair.kinds
    assert "rename" in pair.kinds or "setting" in pair.kinds


def test_where_nothing_helps_that_is_said(new_state: NewState) -> None:
    state = new_state("2026.2")
    fill(state, {"memory/far.md": "Nothing.\n", **{f"memory/r{n:02}.md": "gateway" for n in range(150)}})
    advice = advised(state, "gateway", "memory/far.md", 1, asks=False)
    assert not any(each.helps for each in advice.trials)
    assert advice.sentence.startswith(f"None of the {len(advice.trials)} changes tried brings line 1")
    assert {"words", "heading", "file", "memory", "setting"} <= {
        kind for t in advice.trials for kind in t.kinds
    }


def test_a_file_the_agent_has_not_taken_in_yet_needs_nothing_but_that(new_state: NewState) -> None:
    state = new_state("2026.9")
    fill(state, {"memory/gate.md": "Old.\n"})
    (state.workspace() / "memory" / "gate.md").write_text("The gateway listens on a port.\n")
    advice = advised(state, "gateway port", "memory/gate.md", 1)
    assert not advice.before.is_found
    (only,) = advice.trials
    assert (only.kinds, only.helps, only.files) == (("sync",), True, ())


def test_a_file_the_agent_never_looks_at_can_only_give_its_entry_to_another(new_state: NewState) -> None:
    state = new_state("2026.9")
    fill(state, {"memory/b.md": "Hills.\n"})
    (state.workspace() / "SOUL.md").write_text("The gateway listens on a port.\n")
    advice = advised(state, "gateway port", "SOUL.md", 1)
    assert {kind for each in advice.trials if each.helps for kind in each.kinds} == {"memory", "file"}


def test_where_a_changed_text_gets_no_vector_words_alone_are_measured(new_state: NewState) -> None:
    state = new_state("2026.2")
    fill(state, {"memory/gate.md": "It listens.\n", **rivals(9, "gateway port")})
    asked: list[str] = []

    def only_once(text: str, *_: object) -> QuestionVector:
        asked.append(text)
        return QuestionVector(counted(text) if len(asked) == 1 else None, "the model is gone")

    agent = AgentDesk(state.workspace(), lambda: owner_of(state.workspace()), ask=only_once)
    with engine_of(state) as engine, closing(agent):
        desk = AdviceDesk(state.workspace(), agent, engine.desk)
        advice = desk.look(agent.question("gateway port", now=NOW), "memory/gate.md", 1)
    assert advice.keywords_only == "a changed text could not be compared: the model is gone"


def test_a_chosen_change_waits_for_review_with_the_question_as_its_reason(new_state: NewState) -> None:
    state = new_state("2026.9")
    fill(state, {"memory/2026-03-02.md": OLD_NOTE, **rivals(9, "gateway port")})
    made: list[Proposal] = []

    def propose(advice: AdviceDesk, agent: AgentDesk) -> None:
        question = agent.question("gateway listens port", now=NOW)
        found = advice.look(question, "memory/2026-03-02.md", 3)
        made.extend(advice.propose(question, trial(found, "memory"), now=NOW))
        with pytest.raises(UsageError, match="A new name is no proposal"):
            advice.propose(question, trial(found, "rename"), now=NOW)

    at_desk(state, propose)
    assert [proposal.path for proposal in made] == ["MEMORY.md", "memory/2026-03-02.md"]
    assert all("“gateway listens port”" in proposal.reason for proposal in made)
    assert all(proposal.origin.who is Who.PERSON and proposal.waits for proposal in made)
    assert (state.workspace() / "memory" / "2026-03-02.md").read_text() == OLD_NOTE


def test_what_changed_since_it_was_measured_is_not_proposed(new_state: NewState) -> None:
    state = new_state("2026.2")
    fill(state, {"memory/gate.md": "The gateway listens.\n", **rivals(9, "gateway port")})

    def propose(advice: AdviceDesk, agent: AgentDesk) -> None:
        question = agent.question("gateway port", now=NOW)
        found = trial(advice.look(question, "memory/gate.md", 1), "words")
        (state.workspace() / "memory" / "gate.md").write_text("Other.\n")
        with pytest.raises(ConflictError, match="changed since this was measured"):
            advice.propose(question, found, now=NOW)

    at_desk(state, propose)


@pytest.mark.parametrize(
    ("path", "line", "error"), [("memory/gate.md", 2, UsageError), ("memory/no.md", 1, FileGoneError)]
)
def test_a_line_that_holds_nothing_is_refused(
    new_state: NewState, path: str, line: int, error: type[Exception]
) -> None:
    state = new_state("2026.9")
    fill(state, {"memory/gate.md": "The gateway.\n\n"})
    with pytest.raises(error):
        advised(state, "gateway", path, line)


@pytest.mark.parametrize("era", ["2026.2", "2026.9"])
def test_nothing_in_the_state_directory_is_touched(new_state: NewState, era: str) -> None:
    state = new_state(era)
    fill(state, {"memory/gate.md": "It listens.\n", **rivals(9, "gateway port")})
    before = hashes(state.everything())
    advised(state, "gateway port", "memory/gate.md", 1)
    assert hashes(state.everything()) == before


def hashes(everything: Mapping[str, tuple[int, int, str]]) -> str:
    return hashlib.sha256(repr(sorted(everything.items())).encode()).hexdigest()


def test_trying_tells_how_far_it_is_and_can_be_stopped(new_state: NewState) -> None:
    state = new_state("2026.2")
    fill(state, {"memory/gate.md": "The gateway listens on a port.\n", **rivals(8, "gateway port lamp")})
    told: list[int] = []

    def stop_at_the_third(done: int) -> None:
        told.append(done)
        if done == 2:
            raise UsageError("Stopped.")

    def look(advice: AdviceDesk, agent: AgentDesk) -> None:
        question = agent.question("gateway lamp", now=NOW)
        with pytest.raises(UsageError, match="Stopped"):
            advice.look(question, "memory/gate.md", 1, progress=stop_at_the_third)

    at_desk(state, look)
    assert told == [0, 1, 2]
