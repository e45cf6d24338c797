"""A past search beside the same one today: what the program answered then comes out again, or why not."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import apsw
import numpy as np
import pytest

from openclaw_desktop.agent_index.question_vector import QuestionVector
from openclaw_desktop.context.recall.past import Past
from openclaw_desktop.desk.again import Again, Change, Compared
from openclaw_desktop.desk.agent_desk import AgentDesk
from openclaw_desktop.desk.past_desk import PastDesk
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import TranscriptError
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import Places
from openclaw_desktop.settings import Settings

DATA = Path(__file__).parents[1] / "data" / "openclaw"
RUNS = {"2026.2": DATA / "search-2026.2.json", "2026.9": DATA / "search-2026.9.json"}
DATABASES = {"2026.2": "memory/main.sqlite", "2026.9": "agents/main/agent/openclaw-agent.sqlite"}


def run_of(era: str) -> list[dict[str, Any]]:
    """What the program itself was asked and answered, each with its time."""
    run = json.loads(RUNS[era].read_text(encoding="utf-8"))
    return [{"now": run["now"], **search} for search in run["searches"]]


def argument(search: dict[str, Any], name: str) -> float | None:
    given = search["args"]
    return float(given[given.index(name) + 1]) if name in given else None


class Session:
    """A session in which an agent asks its memory, and is answered, again and again."""

    def __init__(self, state: Path, name: str = "asked") -> None:
        self.path = state / "agents" / "main" / "sessions" / f"{name}.jsonl"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.number = 0
        self._write({"type": "session", "version": 3, "id": name, "cwd": "/home/sam/.openclaw/workspace"})

    def _write(self, record: dict[str, Any]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record, ensure_ascii=False) + "\n")

    def _say(self, at: str, message: dict[str, Any]) -> None:
        self.number += 1
        previous = f"{self.path.stem}{self.number - 1}" if self.number > 1 else None
        entry = {"id": f"{self.path.stem}{self.number}", "parentId": previous, "timestamp": at}
        self._write({"type": "message", **entry, "message": message})

    def ask(self, at: str, arguments: Any, answer: Any, tool: str = "memory_search") -> None:
        call = f"call{self.number}"
        self._say(at, {"role": "user", "content": "?"})
        block = {"type": "toolCall", "id": call, "name": tool, "arguments": arguments}
        self._say(at, {"role": "assistant", "content": [block]})
        said = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
        text = [{"type": "text", "text": said}]
        self._say(at, {"role": "toolResult", "toolCallId": call, "toolName": tool, "content": text})


@pytest.fixture
def era() -> str:
    return "2026.9"


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, era: str) -> Path:
    state = tmp_path / "state"
    shutil.copytree(DATA / f"state-{era}", state)
    config = state / "openclaw.json"
    text = config.read_text(encoding="utf-8").replace("/home/sam/.openclaw", str(state))
    config.write_text(text, encoding="utf-8")
    monkeypatch.setenv("OPENCLAW_STATE_DIR", str(state))
    return state


@pytest.fixture
def engine(state: Path) -> Iterator[Engine]:
    made = Engine(
        state / "workspace",
        settings=Settings(),
        places=Places.of_user(),
        report=lambda _: None,
        embedder=HashEmbedder,
    )
    yield made
    made.close()


@pytest.fixture
def past(engine: Engine, tmp_path: Path, era: str) -> Iterator[PastDesk]:
    """The desk, where the agent's model answers as it did when the program was asked."""
    vectors = {search["query"]: search["queryVector"] for search in run_of(era)}

    def ask(text: str, *_: object) -> QuestionVector:
        if text not in vectors:
            return QuestionVector(None, "nobody knows the model")
        return QuestionVector(np.array(vectors[text], dtype=np.float32))

    agent = AgentDesk(engine.root, lambda: engine.desk.owner, ask=ask)
    yield PastDesk(engine.root, engine.sessions, agent, cache=tmp_path / "cache")
    agent.close()


def written(state: Path, search: dict[str, Any], answer: Any = None) -> None:
    """The program's own search, as if an agent had made it."""
    arguments: dict[str, Any] = {"query": search["query"]}
    if (limit := argument(search, "--max-results")) is not None:
        arguments["maxResults"] = int(limit)
    if (least := argument(search, "--min-score")) is not None:
        arguments["minScore"] = least
    Session(state, "asked").ask(search["now"], arguments, answer or search["answer"])


def asked_of(desk: PastDesk, session: str = "asked") -> Past:
    (found,) = [each for each in desk.past().pasts if each.session.id == session]
    return found


def first(era: str) -> dict[str, Any]:
    """A search with several hits, of different files."""
    searches = (s for s in run_of(era) if len({hit["path"] for hit in s["answer"]["results"]}) > 2)
    return next(searches)


def changes(row: Compared) -> list[Change]:
    return [each.change for each in row.differences]


@pytest.mark.parametrize("era", ["2026.2", "2026.9"])
def test_every_answer_of_the_program_comes_out_as_it_was(state: Path, past: PastDesk, era: str) -> None:
    searches = run_of(era)
    for number, search in enumerate(searches):
        arguments: dict[str, Any] = {"query": search["query"]}
        for name, key in (("--max-results", "maxResults"), ("--min-score", "minScore")):
            if (value := argument(search, name)) is not None:
                arguments[key] = value
        Session(state, f"n{number}").ask(search["now"], arguments, search["answer"])
    by_session = {each.session.id: each for each in past.past().pasts}
    for number, search in enumerate(searches):
        again = past.again(by_session[f"n{number}"])
        assert (again.why_not, again.notes) == (None, ()), search["name"]
        assert [changes(row) for row in again.rows] == [[Change.SAME]] * len(search["answer"]["results"])
        for place, row in enumerate(again.rows, 1):
            assert (row.place, row.recorded_place) == (place, place)
            assert row.recorded is not None
            assert row.hit is not None
            assert row.hit.score == pytest.approx(row.recorded.score, abs=1e-6)


def again_after(state: Path, past: PastDesk, era: str, change: Callable[[apsw.Connection], object]) -> Again:
    """A search that was answered before the index was changed so."""
    written(state, first(era))
    connection = apsw.Connection(str(state / DATABASES[era]))
    change(connection)
    connection.close()
    return past.again(asked_of(past))


def top(era: str) -> dict[str, Any]:
    return first(era)["answer"]["results"][0]


def test_a_file_that_says_something_else_now_is_named(state: Path, past: PastDesk, era: str) -> None:
    hit = top(era)

    def rewrite(db: apsw.Connection) -> None:
        db.execute(
            "UPDATE memory_index_chunks SET text = 'Something else.' WHERE path = ? AND start_line = ?",
            (hit["path"], hit["startLine"]),
        )

    row = again_after(state, past, era, rewrite).rows[0]
    assert changes(row)[0] is Change.CHANGED
    assert "say something else now" in row.differences[0].sentence


def test_the_same_text_at_other_lines_has_moved(state: Path, past: PastDesk, era: str) -> None:
    hit = top(era)

    def move(db: apsw.Connection) -> None:
        db.execute(
            "UPDATE memory_index_chunks SET start_line = start_line + 40, end_line = end_line + 40"
            " WHERE path = ?",
            (hit["path"],),
        )

    row = again_after(state, past, era, move).rows[0]
    assert changes(row) == [Change.MOVED]
    assert row.hit is not None
    assert row.hit.candidate.start_line == hit["startLine"] + 40


def test_what_the_index_has_no_more_is_gone_and_others_stand_in_its_place(
    state: Path, past: PastDesk, era: str
) -> None:
    path = top(era)["path"]
    again = again_after(
        state, past, era, lambda db: db.execute("DELETE FROM memory_index_chunks WHERE path = ?", (path,))
    )
    assert changes(again.rows[0]) == [Change.GONE_FROM_INDEX]
    assert again.rows[0].hit is None
    new = [row for row in again.rows if row.recorded is None]
    assert new
    assert all(changes(row) == [Change.RIVAL] for row in new)
    assert (
        "others stood before it" in new[0].differences[0].sentence
        or "made anew" in new[0].differences[0].sentence
    )


def test_a_file_that_is_gone_from_disk_is_said_to_be(state: Path, past: PastDesk, era: str) -> None:
    path = top(era)["path"]
    (state / "workspace" / path).unlink()
    row = again_after(state, past, era, lambda _: None).rows[0]
    assert changes(row)[0] is Change.GONE_FROM_DISK
    assert row.hit is not None  # the index still has it


def test_a_rival_is_one_whose_file_is_newer_than_the_search(state: Path, past: PastDesk, era: str) -> None:
    search = first(era)
    results = search["answer"]["results"]
    missed = results[0]
    written(state, search, {"results": results[1:]})
    connection = apsw.Connection(str(state / DATABASES[era]))
    at = datetime.fromisoformat(search["now"].replace("Z", "+00:00")) + timedelta(days=2)
    connection.execute(
        "UPDATE memory_index_sources SET mtime = ? WHERE path = ?", (at.timestamp() * 1000, missed["path"])
    )
    connection.close()
    again = past.again(asked_of(past))
    (rival,) = [row for row in again.rows if row.recorded is None and row.place == 1]
    assert rival.differences[0].sentence.endswith("its file was written after the search.")
    assert Change.PLACE in changes(again.rows[0])


def test_a_score_that_differs_says_by_how_much_and_which_step_made_it(
    state: Path, past: PastDesk, era: str
) -> None:
    search = first(era)
    hit = {**top(era)}
    hit["score"] += 0.1
    hit["vectorScore"] += 0.2
    written(state, search, {"results": [hit, *search["answer"]["results"][1:]]})
    row = past.again(asked_of(past)).rows[0]
    assert changes(row) == [Change.SCORE]
    assert "(-0.100)" in row.differences[0].sentence
    assert "vector score changed by -0.200, of the same text" in row.differences[0].sentence


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"results": [], "disabled": True}, "the memory did not answer"),
        ("Ask again later, memory/none.md is busy", "the answer in words does not name it"),
        ({"results": []}, "it was in the index, and scored too little"),
    ],
)
def test_a_hit_that_nothing_stood_for_then_says_why(
    state: Path, past: PastDesk, era: str, answer: object, why: str
) -> None:
    search = {**first(era), "now": "2027-06-01T09:00:00Z"}  # later than anything in the index
    written(state, search, answer)
    rows = [row for row in past.again(asked_of(past)).rows if row.recorded is None]
    assert rows
    assert {row.differences[0].sentence for row in rows} == {f"It was not among the hits then: {why}."}


def test_what_age_took_away_at_that_moment_is_said(state: Path, past: PastDesk, era: str) -> None:
    search = next(s for s in run_of(era) if any("/2026-" in hit["path"] for hit in s["answer"]["results"]))
    written(state, search)
    rows = past.again(asked_of(past)).rows
    dated = [row for row in rows if row.recorded and "/2026-" in row.recorded.path]
    assert all("half-life" in row.decay for row in dated)


def test_without_the_model_the_comparison_says_what_it_lacks(state: Path, past: PastDesk, era: str) -> None:
    search = {**first(era), "query": "rain"}  # nobody has the vector of this one
    written(state, search)
    again = past.again(asked_of(past))
    assert again.answer is not None
    assert again.answer.keywords_only is not None
    assert again.notes[0].startswith("The comparison lacks meaning: ")


def test_an_index_of_another_model_is_said(state: Path, past: PastDesk, era: str) -> None:
    written(state, first(era), {**first(era)["answer"], "model": "another-model"})
    assert any("another-model" in note for note in past.again(asked_of(past)).notes)


def test_where_there_is_no_index_the_recorded_hits_are_still_shown(
    state: Path, past: PastDesk, era: str
) -> None:
    written(state, first(era))
    (state / DATABASES[era]).unlink()
    (state / "workspace" / top(era)["path"]).unlink()
    again = past.again(asked_of(past))
    assert again.answer is None
    assert again.why_not is not None
    assert "no index" in again.why_not
    assert len(again.rows) == len(first(era)["answer"]["results"])
    assert changes(again.rows[0]) == [Change.GONE_FROM_DISK]


def test_a_damaged_index_is_a_sentence(state: Path, past: PastDesk, era: str) -> None:
    written(state, first(era))
    found = asked_of(past)
    (state / DATABASES[era]).write_bytes(b"no database " * 1000)
    again = past.again(found)
    assert again.answer is None
    assert again.why_not


@pytest.mark.parametrize(
    ("arguments", "said"),
    [({}, "not on record"), ({"query": "  "}, "not on record"), ({"query": "x", "corpus": "wiki"}, "“wiki”")],
)
def test_what_cannot_be_asked_again_says_why(
    state: Path, past: PastDesk, arguments: dict[str, Any], said: str
) -> None:
    Session(state).ask("2026-10-01T09:00:00Z", arguments, {"results": []})
    again = past.again(asked_of(past))
    assert again.answer is None
    assert said in (again.why_not or "")


def test_an_answer_that_was_cut_off_or_came_from_a_server_is_noted(
    state: Path, past: PastDesk, era: str
) -> None:
    Session(state).ask(
        "2026-10-01T09:00:00Z",
        {"query": first(era)["query"]},
        first(era)["answer"],
        "mcp__other__memory_search",
    )
    found = asked_of(past)
    cut = replace(found, call=replace(found.call, answer=replace(found.call.answer, cut=True), at=None))
    notes = past.again(cut).notes
    assert [
        any(word in note for note in notes) for word in ("“other”", "only the beginning", "does not say when")
    ] == [
        True,
        True,
        True,
    ]


@pytest.mark.parametrize(
    ("path", "text", "change", "said"),
    [
        ("MEMORY.md", None, Change.SAME, "the same"),
        ("MEMORY.md", "# Other\n", Change.CHANGED, "something else"),
        ("memory/gone.md", "# Gone\n", Change.GONE_FROM_DISK, "not on disk"),
        ("memory/gone.md", "", Change.SAME, "was not there"),
        ("MEMORY.md", "", Change.CHANGED, "nothing to read then"),
    ],
)
def test_a_file_that_was_read_is_held_against_what_it_says_now(
    state: Path, past: PastDesk, path: str, text: str | None, change: Change, said: str
) -> None:
    on_disk = (state / "workspace" / "MEMORY.md").read_text(encoding="utf-8")
    answer = {"path": path, "text": on_disk if text is None else text}
    Session(state).ask("2026-10-01T09:00:00Z", {"path": path}, answer, "memory_get")
    (row,) = past.again(asked_of(past)).rows
    assert changes(row) == [change]
    assert said in row.differences[0].sentence


def test_a_read_outside_the_workspace_is_not_made_again(state: Path, past: PastDesk) -> None:
    Session(state).ask("2026-10-01T09:00:00Z", {"path": "../openclaw.json"}, {"text": "x"}, "memory_get")
    again = past.again(asked_of(past))
    assert again.why_not
    assert again.rows[0].differences == ()


# from the timeline and back


def test_a_mark_of_the_timeline_leads_to_its_search_and_back(past: PastDesk) -> None:
    pasts = past.past().pasts
    (found,) = [each for each in pasts if each.call.question == "battery cold behaviour"]
    opened, place = past.open(found)
    assert opened.chain[place].id == found.call.entry
    (mark,) = [mark for mark in opened.ledger.marks if past.of_mark(pasts, opened, mark)]
    assert mark.index == place
    assert past.of_mark(pasts, opened, mark) == found


def test_a_session_that_is_gone_is_a_sentence(state: Path, past: PastDesk) -> None:
    Session(state).ask("2026-10-01T09:00:00Z", {"query": "x"}, {"results": []})
    found = asked_of(past)
    (state / "agents" / "main" / "sessions" / "asked.jsonl").unlink()
    with pytest.raises(TranscriptError, match="is gone"):
        past.open(found)


def test_a_workspace_of_nobody_has_no_past(tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    engine = Engine(folder, settings=Settings(), places=Places.of_user(), report=lambda _: None)
    assert engine.past.past().pasts == ()
    engine.close()
