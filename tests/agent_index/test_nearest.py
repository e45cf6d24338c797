"""Which chunks may be the nearest to a question: never one too few."""

from __future__ import annotations

import numpy as np

from openclaw_desktop.agent_index.nearest import Nearest


def rows(vectors: np.ndarray, source: str = "memory") -> list[tuple[int, str, bytes]]:
    return [(n, source, vector.astype("<f4").tobytes()) for n, vector in enumerate(vectors, 10)]


def test_the_nearest_are_among_them_and_few_others() -> None:
    random = np.random.default_rng(7)
    vectors = random.standard_normal((500, 16)).astype(np.float32)
    asked = random.standard_normal(16).astype(np.float32)
    cosines = vectors @ asked / np.linalg.norm(vectors, axis=1)
    likely = Nearest(rows(vectors)).likely(asked, {"memory"}, 20)
    assert {int(n) + 10 for n in np.argsort(-cosines)[:20]} <= set(likely)
    assert len(likely) < 40


def test_equally_near_ones_are_all_among_them() -> None:
    same = np.ones((50, 4), dtype=np.float32)
    assert len(Nearest(rows(same)).likely(same[0], {"memory"}, 5)) == 50


def test_a_vector_of_zeros_is_among_them_as_sqlite_sorts_it_first() -> None:
    vectors = np.vstack([np.eye(4), np.zeros((1, 4))])
    assert 14 in Nearest(rows(vectors)).likely(np.eye(4, dtype=np.float32)[0], {"memory"}, 1)


def test_other_sources_are_left_out() -> None:
    both = [*rows(np.eye(4)), *((n + 100, "sessions", v) for n, _, v in rows(np.eye(4)))]
    assert set(Nearest(both).likely(np.ones(4, dtype=np.float32), {"sessions"}, 9)) == {110, 111, 112, 113}
    assert Nearest(both).likely(np.ones(4, dtype=np.float32), set(), 2) == []
    assert Nearest([]).likely(np.ones(4, dtype=np.float32), {"memory"}, 2) == []
