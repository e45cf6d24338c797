"""Files that a question names."""

from __future__ import annotations

from openclaw_desktop.index.store import Store
from openclaw_desktop.search.openclaw_2026_9 import path_matcher
from openclaw_desktop.search.question import MOST_CANDIDATES, Question

LONGEST_NAME = 255
MOST_NAMED = 5
"""Files one question may name: of many a `README.md` none is what somebody looks for."""


def named(store: Store, question: Question) -> list[int]:
    """The first chunk of each file whose path, name or name without ending the question is."""
    words = question.text.strip().replace('"', " ").replace("\0", " ")
    if len(words) > LONGEST_NAME:
        return []
    tier = path_matcher(question.text)
    hits = store.keyword_hits(f'{{path}} : "{words}"', MOST_CANDIDATES, question.where)
    rows = store.chunks(hit.chunk_id for hit in hits)
    paths = sorted({row.path for row in rows.values() if tier(row.path)}, key=lambda p: (-tier(p), p))
    return [store.chunk_ids(path)[0] for path in paths[:MOST_NAMED]]
