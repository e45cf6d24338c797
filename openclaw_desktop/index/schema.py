"""The tables of a workspace's index, and the version they are of."""

from __future__ import annotations

import re

from openclaw_desktop.errors import IndexDamagedError, IndexingError
from openclaw_desktop.sqlite import Database

APPLICATION_ID = 0x0C1A_D35C
VERSION = 1

TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE documents (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    read_ns INTEGER NOT NULL,  -- when it was read, by this machine's clock
    day INTEGER NOT NULL,  -- the date in its path as 20260301; 0 when there is none
    urgency INTEGER NOT NULL,  -- documents of a higher one get their vectors first
    chunks INTEGER NOT NULL,
    embedded INTEGER NOT NULL  -- chunks that have their vectors
);
CREATE INDEX documents_waiting ON documents (urgency DESC) WHERE embedded < chunks;
CREATE TABLE chunks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,  -- a deleted chunk's id is never another's
    document_id INTEGER NOT NULL,
    start_line INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    hash TEXT NOT NULL,
    importance INTEGER,
    triggers TEXT,
    project TEXT,
    embedded INTEGER NOT NULL
);
CREATE INDEX chunks_of_document ON chunks (document_id, embedded);
CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT NOT NULL);  -- apart, so that chunks stay narrow
CREATE TABLE passages (
    id INTEGER PRIMARY KEY,
    chunk_id INTEGER NOT NULL,
    "start" INTEGER NOT NULL,
    "end" INTEGER NOT NULL
);
CREATE INDEX passages_of_chunk ON passages (chunk_id);
CREATE TABLE skipped (path TEXT PRIMARY KEY, reason TEXT NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE chunks_fts USING fts5(
    text, cjk, path,
    content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);
"""

_NAMES = frozenset(re.findall(r"^CREATE (?:VIRTUAL )?(?:TABLE|INDEX) ([a-z_]+)", TABLES, re.MULTILINE))

SOURCES = ("memory", "workspace", "extra")
"""A source's place here is its number beside the vectors."""


def create(database: Database, *, chunking: str) -> None:
    """Makes the tables in an empty database, in one transaction."""
    with database.transaction():
        database.rows(f"PRAGMA application_id = {APPLICATION_ID}")
        database.rows(f"PRAGMA user_version = {VERSION}")
        database.rows(TABLES)
        database.rows("INSERT INTO meta VALUES ('chunking', ?)", (chunking,))


def create_vectors(database: Database, dimensions: int) -> None:
    """Makes the table of vectors: exact, float32, by cosine; a passage's source and day filter them."""
    database.rows(
        f"CREATE VIRTUAL TABLE vectors USING vec0("
        f"vector float[{dimensions}] distance_metric=cosine, source integer, day integer)"
    )


def check(database: Database) -> None:
    """Refuses what is no index of this version.

    Raises IndexDamagedError, which means it may be made anew; IndexingError for one of a newer version,
    which is to be left alone.
    """
    version = database.value("PRAGMA user_version")
    application = database.value("PRAGMA application_id")
    if application != APPLICATION_ID or version < VERSION:
        raise IndexDamagedError(f"{database.path.name} is no index this program can use.")
    names = {name for (name,) in database.rows("SELECT name FROM sqlite_schema")}
    if version == VERSION and not names.issuperset(_NAMES):
        raise IndexDamagedError(f"A part of {database.path.name} is missing.")
    if version > VERSION:
        raise IndexingError(
            f"{database.path.name} was written by a newer version of this program, so it is left alone;"
            " update this one."
        )
