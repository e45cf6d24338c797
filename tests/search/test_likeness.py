"""Which lines of a workspace say nearly what another line says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from openclaw_desktop.index.embed import HashEmbedder, Vector
from openclaw_desktop.index.store import Store
from openclaw_desktop.search.likeness import lines_like, lines_with_words


def embed() -> Callable[[str], Vector]:
    embedder = HashEmbedder()
    embedder.open()
    return embedder.embed_query


def test_the_same_statement_elsewhere_is_nearest_and_its_line_is_right(store: Store, root: Path) -> None:
    for path, number in (("memory/2025-03-02.md", 3), ("memory/topics/茶.md", 4), ("MEMORY.md", 4)):
        line = (root / path).read_text(encoding="utf-8").split("\n")[number - 1]
        found = lines_like(store, line, embed())
        assert (found[0].path, found[0].line, found[0].text) == (path, number, line)
        assert found[0].similarity > 0.99


def test_every_line_found_stands_where_it_is_said_to_stand(store: Store, root: Path) -> None:
    for question in ("kiln fired at cone six", "茶"):
        for hit in lines_like(store, question, embed()):
            lines = (root / hit.path).read_text(encoding="utf-8").split("\n")
            assert lines[hit.line - 1].startswith(hit.text.rstrip())


def test_without_vectors_words_alone_find_lines(store: Store) -> None:
    found = lines_like(store, "kiln", lambda _text: None)
    assert found
    assert all("kiln" in hit.text.lower() and hit.similarity == 0 for hit in found)


def test_a_statement_that_stands_elsewhere_is_found_by_its_longest_words(store: Store) -> None:
    for text, place in (
        ("The orchard gate code is 7741.", ("memory/2025-03-02.md", 3)),
        ("铁观音要焙火三次。", ("memory/topics/茶.md", 3)),
        ("- The database moved to POSTGRES_URL on 10.0.0.12.", ("memory/2026-03-01.md", 3)),
    ):
        found = lines_with_words(store, text)
        assert (found[0].path, found[0].line) == place


def test_a_text_without_words_is_like_nothing(store: Store) -> None:
    assert lines_with_words(store, "***") == []
