"""Vectors are kept by model and text's hash, apart from every index."""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path

import numpy as np
import pytest

from openclaw_desktop.index.embed import Passage
from openclaw_desktop.index.vector_cache import VectorCache
from openclaw_desktop.sqlite import Database


def hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def passages(count: int, dimensions: int = 8) -> list[Passage]:
    numbers = np.random.default_rng(count)
    return [
        Passage(n * 10, n * 10 + 10, numbers.standard_normal(dimensions).astype(np.float32))
        for n in range(count)
    ]


def test_passages_come_back_as_they_were_after_reopening(tmp_path: Path) -> None:
    kept = {hash_of("one"): passages(1), hash_of("three"): passages(3), hash_of("none"): []}
    with contextlib.closing(VectorCache(tmp_path)) as cache:
        cache.put("model", kept)
    with contextlib.closing(VectorCache(tmp_path)) as cache:
        found = cache.get("model", [*kept, hash_of("unknown")])
    assert found.keys() == kept.keys()
    for key, expected in kept.items():
        assert [(p.start, p.end) for p in found[key]] == [(p.start, p.end) for p in expected]
        for one, other in zip(found[key], expected, strict=True):
            np.testing.assert_array_equal(one.vector, other.vector)


def test_another_model_has_vectors_of_its_own(tmp_path: Path) -> None:
    with contextlib.closing(VectorCache(tmp_path)) as cache:
        cache.put("one", {hash_of("text"): passages(1, 8)})
        cache.put("other", {hash_of("text"): passages(2, 16)})
        assert len(cache.get("one", [hash_of("text")])[hash_of("text")]) == 1
        assert len(cache.get("other", [hash_of("text")])[hash_of("text")]) == 2
        assert cache.get("third", [hash_of("text")]) == {}


def test_it_holds_no_text(tmp_path: Path) -> None:
    with contextlib.closing(VectorCache(tmp_path)) as cache:
        cache.put("model", {hash_of("a secret sentence"): passages(1)})
    assert b"secret" not in (tmp_path / "vectors.db").read_bytes()


def test_the_oldest_are_forgotten_when_it_grows_over_its_cap(tmp_path: Path) -> None:
    with contextlib.closing(VectorCache(tmp_path, cap_bytes=600_000)) as cache:
        for number in range(400):
            cache.put("model", {hash_of(str(number)): passages(1, 1024)})
        kept = [bool(cache.get("model", [hash_of(str(number))])) for number in range(400)]
    assert kept[-1]
    assert not kept[0]
    assert kept == sorted(kept)
    assert 50 < sum(kept) < 200


def test_a_damaged_file_is_emptied(tmp_path: Path) -> None:
    (tmp_path / "vectors.db").write_bytes(b"no database at all, " * 500)
    with contextlib.closing(VectorCache(tmp_path)) as cache:
        assert cache.get("model", [hash_of("text")]) == {}
        cache.put("model", {hash_of("text"): passages(1)})
        assert len(cache.get("model", [hash_of("text")])) == 1


def test_damage_within_the_file_costs_only_time(tmp_path: Path) -> None:
    keys = [hash_of(str(number)) for number in range(200)]
    with contextlib.closing(VectorCache(tmp_path)) as cache:
        cache.put("model", {key: passages(1, 1024) for key in keys})
    with (tmp_path / "vectors.db").open("r+b") as file:
        file.seek(8192 * 3)
        file.write(b"\xff" * 8192 * 40)
    with contextlib.closing(VectorCache(tmp_path)) as cache:
        assert len(cache.get("model", keys)) < 200
        cache.put("model", {keys[0]: passages(1)})
        assert len(cache.get("model", [keys[0]])) == 1


@pytest.mark.parametrize("row", [b"", b"\1\2", bytes(100), b"\1\0\0\0" + b"\xff" * 4000])
def test_a_row_that_is_not_as_it_was_written_is_unknown(tmp_path: Path, row: bytes) -> None:
    """A vector of another length, or of no numbers, would stop the index it is put into."""
    with contextlib.closing(VectorCache(tmp_path)) as cache:
        cache.put("model", {hash_of("hurt"): passages(1), hash_of("well"): passages(1)})
    with contextlib.closing(Database(tmp_path / "vectors.db", with_vectors=False)) as database:
        database.rows("UPDATE vectors SET passages = ? WHERE hash = ?", [row, bytes.fromhex(hash_of("hurt"))])
    with contextlib.closing(VectorCache(tmp_path)) as cache:
        assert cache.get("model", [hash_of("hurt"), hash_of("well")]).keys() == {hash_of("well")}
        cache.put("model", {hash_of("hurt"): passages(1)})
        assert cache.get("model", [hash_of("hurt")])


def test_a_file_without_its_table_is_emptied(tmp_path: Path) -> None:
    VectorCache(tmp_path).close()
    with contextlib.closing(Database(tmp_path / "vectors.db", with_vectors=False)) as database:
        database.rows("DROP TABLE vectors")
    with contextlib.closing(VectorCache(tmp_path)) as cache:
        assert cache.get("model", [hash_of("text")]) == {}


def test_two_windows_share_it(tmp_path: Path) -> None:
    with (
        contextlib.closing(VectorCache(tmp_path)) as one,
        contextlib.closing(VectorCache(tmp_path)) as other,
    ):
        one.put("model", {hash_of("text"): passages(2)})
        assert len(other.get("model", [hash_of("text")])[hash_of("text")]) == 2
        other.put("model", {hash_of("text"): passages(2), hash_of("more"): passages(1)})
        assert len(one.get("model", [hash_of("text"), hash_of("more")])) == 2
