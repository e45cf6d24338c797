"""The shipped question set, by words alone: what needs no model. `measure.py` measures all of it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from openclaw_desktop.index.indexer import Indexer
from openclaw_desktop.index.store import Store
from openclaw_desktop.search import presets
from openclaw_desktop.search.query import Question, gather
from openclaw_desktop.search.ranking import rank
from openclaw_desktop.settings import IndexSettings, SearchSettings

FOLDER = Path(__file__).parent.parent / "data" / "cmrc-trial"
NOW = datetime(2026, 3, 10, tzinfo=UTC)
ASKED = 150


def test_words_alone_find_the_right_passage_and_nothing_for_nonsense(tmp_path: Path) -> None:
    store = Store.create(tmp_path / "index.db", chunking="2026.9", model=None)
    for _ in Indexer(FOLDER / "workspace", store, IndexSettings(), None).scan():
        pass
    parameters = presets.parameters("Desktop", SearchSettings())

    def files(query: str) -> list[str]:
        question = Question(query, parameters, NOW)
        answer = rank(gather(store, question, None, keywords_only="no model"), parameters)
        return [hit.candidate.path for hit in answer.hits]

    lines = (FOLDER / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    asked = [json.loads(line) for line in lines[:ASKED]]
    right = sum(files(row["query"])[:1] == row["expect"] for row in asked)
    assert right / len(asked) >= 0.95
    assert not files("嘎嘣哩呼啦嗞")
    assert not files("zxqv blorptang wuggle")
    store.close()
