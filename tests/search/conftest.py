"""A small index in four languages, with vectors that tell alike texts from others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.index.indexer import Indexer
from openclaw_desktop.index.store import Store, Where
from openclaw_desktop.search import presets
from openclaw_desktop.search.query import Question, gather
from openclaw_desktop.search.ranking import Answer, rank
from openclaw_desktop.settings import IndexSettings, SearchSettings

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)

FILES = {
    "MEMORY.md": "# Memory\n\n- The kiln is fired on Fridays. <!-- importance: 9 -->\n- Rent is due soon.\n",
    "AGENTS.md": "# Rules\n\nAsk before anything is thrown away.\n",
    "memory/2026-03-01.md": "# Sunday\n\n- The database moved to POSTGRES_URL on 10.0.0.12.\n- Wei called.\n",
    "memory/2025-03-02.md": "# A year ago\n\n- The orchard gate code is 7741.\n",
    "memory/2026-02-11-glaze.md": "# Glaze\n\nCeladon needs firing.\nTicket #1234 is about cones.\n",
    "memory/topics/茶.md": "# 茶\n\n铁观音要焙火三次。\n龙井不要焙。\n",
    "memory/topics/data.md": "# データ\n\nデータベースは別の箱にある。\n",
    "memory/topics/long.md": "".join(f"Line {n} is about nothing much at all.\n" for n in range(200)),
}


@pytest.fixture(scope="session")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workspace that `store` indexes."""
    workspace = tmp_path_factory.mktemp("search") / "workspace"
    for path, text in FILES.items():
        (workspace / path).parent.mkdir(parents=True, exist_ok=True)
        (workspace / path).write_text(text, encoding="utf-8")
    (workspace / "memory" / "data.bin.md").write_bytes(b"\xff\xfe\x00\x01")
    return workspace


@pytest.fixture(scope="session")
def store(root: Path) -> Iterator[Store]:
    embedder = HashEmbedder()
    model = embedder.open()
    store = Store.create(root.parent / "index.db", chunking="2026.9", model=model)
    indexer = Indexer(root, store, IndexSettings(), None)
    for _ in indexer.scan():
        pass
    while indexer.embed(embedder, model):
        pass
    for _ in indexer.measure_floor(embedder, model):
        pass
    yield store
    store.close()


Ask = Callable[..., Answer]


@pytest.fixture(scope="session")
def question() -> Callable[..., Question]:
    def make(text: str, preset: str = "Desktop", where: Where | None = None, **values: Any) -> Question:
        parameters = presets.parameters(preset, SearchSettings(**values))
        return Question(text, parameters, NOW, where or Where())

    return make


@pytest.fixture
def ask(store: Store, question: Callable[..., Question]) -> Ask:
    """Asks the small index; `vectors=False` leaves meaning out."""

    def answer(text: str, preset: str = "Desktop", *, vectors: bool = True, **values: Any) -> Answer:
        asked = question(text, preset, **values)
        vector = HashEmbedder().embed_query(text) if vectors else None
        reason = None if vectors else "the model is away"
        return rank(gather(store, asked, vector, keywords_only=reason), asked.parameters)

    return answer
