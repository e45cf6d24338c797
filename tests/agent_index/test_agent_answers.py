"""What two versions of OpenClaw itself answered, reproduced out of their own databases."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from openclaw_desktop.agent_index import asking
from openclaw_desktop.agent_index.configured import agent_search
from openclaw_desktop.agent_index.form import places
from openclaw_desktop.agent_index.snapshots import Snapshots
from openclaw_desktop.index.store import Where
from openclaw_desktop.search.question import Question
from openclaw_desktop.search.ranking import Answer, rank
from openclaw_desktop.workspace import config
from openclaw_desktop.workspace.agents import Era

DATA = Path(__file__).parent.parent / "data" / "openclaw"

RUNS: tuple[tuple[str, Era, str], ...] = (
    ("search-2026.2.json", "2026.2", "state-2026.2/openclaw.json"),
    ("search-2026.2-mmr-decay.json", "2026.2", "state-2026.2/openclaw.mmr-decay.json"),
    ("search-2026.9.json", "2026.9", "state-2026.9/openclaw.json"),
)


def recorded() -> Iterator[Any]:
    for file, era, configuration in RUNS:
        run = json.loads((DATA / file).read_text(encoding="utf-8"))
        for search in run["searches"]:
            search.setdefault("now", run["now"])
            yield pytest.param(era, configuration, search, id=f"{file}: {search['name']}")


@pytest.fixture(scope="module")
def snapshots() -> Iterator[Snapshots]:
    kept = Snapshots()
    yield kept
    kept.close()


def argument(search: dict[str, Any], name: str) -> float | None:
    given = search["args"]
    return float(given[given.index(name) + 1]) if name in given else None


def answer(snapshots: Snapshots, era: Era, configuration: str, search: dict[str, Any]) -> Answer:
    values = config.read(DATA / configuration).values
    limit = argument(search, "--max-results")
    parameters = agent_search(values, "main", era).parameters(
        limit=None if limit is None else int(limit), min_score=argument(search, "--min-score")
    )
    question = Question(
        search["query"],
        parameters,
        datetime.fromisoformat(search["now"].replace("Z", "+00:00")),
        Where(sources=frozenset({"memory"})),
    )
    vector = np.array(search["queryVector"], dtype=np.float32)
    with snapshots.opened(places(DATA / f"state-{era}", "main", era)[0]) as index:
        return rank(asking.gather(index, question, vector), parameters)


@pytest.mark.parametrize(("era", "configuration", "search"), list(recorded()))
def test_every_answer_of_the_program_comes_out_the_same(
    snapshots: Snapshots, era: Era, configuration: str, search: dict[str, Any]
) -> None:
    found = answer(snapshots, era, configuration, search)
    hits = [
        (hit.candidate.path, hit.candidate.start_line, hit.candidate.end_line, hit.candidate.snippet)
        for hit in found.hits
    ]
    theirs = search["answer"]["results"]
    assert hits == [(each["path"], each["startLine"], each["endLine"], each["snippet"]) for each in theirs]
    scores = [each["score"] for each in theirs]
    assert [hit.score for hit in found.hits] == pytest.approx(scores, rel=0, abs=1e-6)
    for hit, each in zip(found.hits, theirs, strict=True):
        if "vectorScore" in each:
            assert (hit.candidate.cosine or 0.0) == pytest.approx(each["vectorScore"], abs=1e-6)
        assert hit.steps[-1].after == hit.score
