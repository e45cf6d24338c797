"""Vectors by model and text's hash, for all workspaces of one user: nothing is embedded twice.

A file of its own in the cache folder, so that it survives a rebuilt, swapped or deleted index. It holds no
text. Whatever is wrong with it only costs time: a damaged row counts as unknown, a damaged file is emptied
or done without.
"""

from __future__ import annotations

import contextlib
import struct
import zlib
from collections.abc import Generator, Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np

from openclaw_desktop.errors import IndexDamagedError, IndexingError, sentence_of
from openclaw_desktop.index.embed import Passage
from openclaw_desktop.sqlite import Database, remove_database

VERSION = 2
CAP_BYTES = 2 * 2**30
PRUNED_SHARE = 0.1

_TABLES = (
    "CREATE TABLE vectors (id INTEGER PRIMARY KEY, model TEXT NOT NULL, hash BLOB NOT NULL,"
    " passages BLOB NOT NULL)",
    "CREATE UNIQUE INDEX vectors_by_hash ON vectors (hash, model)",
)


class VectorCache:
    """The cache in `folder`, for one thread; other processes may use the same file."""

    def __init__(self, folder: Path, *, cap_bytes: int = CAP_BYTES) -> None:
        """Opens it, makes it when it is not there or not usable; raises IndexingError when it cannot."""
        self.path = folder / "vectors.db"
        self._cap = cap_bytes
        folder.mkdir(parents=True, exist_ok=True)
        try:
            self._database = _open(self.path)
        except IndexDamagedError:
            remove_database(self.path)
            self._database = _open(self.path)

    def close(self) -> None:
        """Lets go of the file."""
        self._database.close()

    def get(self, model_key: str, hashes: Iterable[str]) -> dict[str, list[Passage]]:
        """The passages of those hashes it knows."""
        found: dict[str, list[Passage]] = {}
        with self._emptied_when_damaged(), self._database.guarded():
            for hash_ in hashes:
                data = self._database.value(
                    "SELECT passages FROM vectors WHERE model = ? AND hash = ?",
                    (model_key, bytes.fromhex(hash_)),
                )
                if data is not None and (passages := _unpacked(data)) is not None:
                    found[hash_] = passages
        return found

    def put(self, model_key: str, items: Mapping[str, Sequence[Passage]]) -> None:
        """Keeps the passages of these hashes; forgets the oldest when it grows over its cap."""
        with self._emptied_when_damaged(), self._database.guarded():
            with self._database.transaction():
                self._database.many(
                    "INSERT OR REPLACE INTO vectors (model, hash, passages) VALUES (?, ?, ?)",
                    [(model_key, bytes.fromhex(hash_), _packed(items[hash_])) for hash_ in items],
                )
            if self._bytes() > self._cap:
                self._prune()

    @contextlib.contextmanager
    def _emptied_when_damaged(self) -> Generator[None]:
        """What a damaged file knew is made again; what was done within is not repeated."""
        try:
            yield
        except IndexDamagedError:
            self._database.close()
            try:
                remove_database(self.path)
            except OSError as error:  # another process has it open, where that matters
                raise IndexingError(f"{sentence_of(error)}.") from error
            self._database = _open(self.path)

    def _bytes(self) -> int:
        """The bytes in use, without pages that are free for reuse."""
        pages, free, size = (
            self._database.value(f"PRAGMA {name}") for name in ("page_count", "freelist_count", "page_size")
        )
        return (pages - free) * size

    def _prune(self) -> None:
        with self._database.transaction():
            self._database.rows(
                "DELETE FROM vectors WHERE id IN (SELECT id FROM vectors ORDER BY id"
                " LIMIT (SELECT CAST(1 + count(*) * ? AS INTEGER) FROM vectors))",
                (PRUNED_SHARE,),
            )


def _open(path: Path) -> Database:
    database = Database(path, with_vectors=False)
    try:
        with database.transaction():
            version = database.value("PRAGMA user_version")
            if version == 0:
                for statement in _TABLES:
                    database.rows(statement)
                database.rows(f"PRAGMA user_version = {VERSION}")
            elif version != VERSION or not database.rows("PRAGMA table_info(vectors)"):
                raise IndexDamagedError(f"{path.name} is of another version.")
    except BaseException:
        database.close()
        raise
    return database


_CHECKSUM = struct.Struct("<I")
_COUNT = struct.Struct("<I")
_SPAN = np.dtype("<u4")
_NUMBER = np.dtype("<f4")


def _packed(passages: Sequence[Passage]) -> bytes:
    spans = np.array([(p.start, p.end) for p in passages], _SPAN)
    vectors = np.array([p.vector for p in passages], _NUMBER)
    packed = _COUNT.pack(len(passages)) + spans.tobytes() + vectors.tobytes()
    return _CHECKSUM.pack(zlib.crc32(packed)) + packed


def _unpacked(row: bytes) -> list[Passage] | None:
    """The passages of a row; None when it is not as it was written."""
    data = row[_CHECKSUM.size :]
    if row[: _CHECKSUM.size] != _CHECKSUM.pack(zlib.crc32(data)):
        return None
    (count,) = _COUNT.unpack_from(data)
    if not count:
        return []
    end = _COUNT.size + count * 2 * _SPAN.itemsize
    spans = np.frombuffer(data[_COUNT.size : end], _SPAN).reshape(count, 2).tolist()
    vectors = np.frombuffer(data[end:], _NUMBER).reshape(count, -1)
    return [Passage(span[0], span[1], vector) for span, vector in zip(spans, vectors, strict=True)]
