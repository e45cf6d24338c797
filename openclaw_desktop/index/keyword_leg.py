"""Keyword search: FTS5's BM25, with the work bounded on very large workspaces."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from openclaw_desktop.index.where import Where
from openclaw_desktop.sqlite import Database

Weights = tuple[float, float, float]

EVEN: Weights = (1.0, 1.0, 1.0)

MOST_RANKED = 40_000
"""Rows that are ranked for one question; BM25 costs about 0.5 µs a row."""

MOST_NOMINATED = 500

SAMPLES = 8
SAMPLED_SHARE = 16
"""How common a word is, is counted in eight samples, together a sixteenth of all chunks."""

TELLS_NOTHING = 0.55
"""Above half of all chunks BM25 counts a word for nothing; a little more, because counts are sampled."""

_OPERAND = r'(?:\{[a-z ]+\} : )?"[^"]*"\*?'
_ANY_OF = re.compile(rf"{_OPERAND}(?: OR {_OPERAND})*")
_EACH = re.compile(_OPERAND)
_IN_COLUMNS = re.compile(r"(\{[a-z ]+\} : )\((.*)\)")


@dataclass(frozen=True, slots=True)
class KeywordHit:
    """A chunk that holds words of the question; `bm25` as FTS5 says it: negative, the lower the better."""

    chunk_id: int
    bm25: float


def hits(
    database: Database, expression: str, limit: int, *, where: Where, weights: Weights
) -> list[KeywordHit]:
    """The best chunks, best first.

    Exact as long as no more than `MOST_RANKED` chunks can match. Beyond that, an expression of
    alternatives is answered by its rarer words: those that together occur in no more than `MOST_RANKED`
    chunks choose the candidates, which are then scored by all words; only when they find fewer than
    `limit` do the commoner ones choose too. Of a word that alone is commoner still, the chunks that were
    indexed last are ranked. Words that more than half of all chunks hold are left out, unless there is
    nothing else: BM25 gives them a millionth.
    """
    leg = _Leg(database, where, weights)
    operands = _alternatives(expression)
    if not operands or leg.allowed() <= MOST_RANKED:
        found = leg.best(expression, limit)
    else:
        found = leg.best_by_rare_words(leg.telling(operands), limit)
    return [KeywordHit(chunk, score) for chunk, score in found]


def scores(database: Database, expression: str, ids: Iterable[int], *, weights: Weights) -> dict[int, float]:
    """BM25 of those of these chunks that match; words in more than half of very many chunks do not count."""
    leg = _Leg(database, Where(), weights)
    operands = _alternatives(expression)
    if operands and leg.allowed() > MOST_RANKED:
        expression = " OR ".join(operand for operand, _ in leg.telling(operands))
    return leg.scores(expression, ids)


def rank(database: Database, expression: str, chunk_id: int, *, where: Where, weights: Weights) -> int | None:
    """The place of one chunk among all that match, from 1; None when it does not match."""
    leg = _Leg(database, where, weights)
    score = leg.scores(expression, [chunk_id]).get(chunk_id)
    return None if score is None else leg.better(expression, score) + 1


def counts(database: Database, expressions: Iterable[str]) -> dict[str, int]:
    """How many chunks each of these expressions finds.

    Of very many chunks it is estimated, and expressions that most chunks match are not there.
    """
    leg = _Leg(database, Where(), EVEN)
    if leg.allowed() > MOST_RANKED:
        return dict(leg.telling(expressions))
    every = "SELECT count(*) FROM chunks_fts WHERE chunks_fts MATCH ?"
    return {expression: database.value(every, (expression,)) for expression in expressions}


def _alternatives(expression: str) -> list[str]:
    """The parts of an expression that asks for any of them; empty when it asks for something else."""
    columns = _IN_COLUMNS.fullmatch(expression)
    prefix, inner = columns.groups() if columns else ("", expression)
    if not _ANY_OF.fullmatch(inner) or (prefix and "{" in inner):
        return []
    return [prefix + operand for operand in _EACH.findall(inner)]


def _counted(operand: str) -> str:
    """What to count for a part of an expression: for a word's beginning, the word.

    FTS5 gathers the rows of everything that begins so before it can count a single one. One East Asian
    character begins pairs and is seldom a word of its own, so it is counted as it is.
    """
    word = operand.removesuffix("*")
    return operand if len(word.rpartition(": ")[2]) == len('"x"') else word


@dataclass(frozen=True, slots=True)
class _Leg:
    database: Database
    where: Where
    weights: Weights

    @property
    def ranking(self) -> str:
        return f"bm25({', '.join(f'{weight:g}' for weight in self.weights)})"

    def filter(self) -> tuple[str, list[Any]]:
        """The condition on rows of `chunks_fts`; its `+` keeps FTS5 from being asked row by row."""
        if self.where.is_open:
            return "", []
        condition, values = self.where.of_documents()
        return (
            "AND +chunks_fts.rowid IN (SELECT id FROM chunks WHERE document_id IN"
            f" (SELECT id FROM documents WHERE {condition}))",
            values,
        )

    def allowed(self) -> int:
        """How many chunks the filter lets through."""
        condition, values = self.where.of_documents()
        return self.database.value(f"SELECT ifnull(sum(chunks), 0) FROM documents WHERE {condition}", values)

    def telling(self, operands: Iterable[str]) -> list[tuple[str, int]]:
        """The alternatives that tell chunks apart, the rarest first, with their estimated counts."""
        last: int = self.database.value("SELECT ifnull(max(id), 0) FROM chunks")
        step = max(last // SAMPLES, 1)
        ranges = [(first, first + step // SAMPLED_SHARE) for first in range(1, last + 1, step)]
        among = sum(self._count("SELECT count(*) FROM chunks WHERE id BETWEEN ? AND ?", r) for r in ranges)
        words = "SELECT count(*) FROM chunks_fts WHERE chunks_fts MATCH ? AND rowid BETWEEN ? AND ?"
        shares = {
            operand: sum(self._count(words, (_counted(operand), *r)) for r in ranges) / max(among, 1)
            for operand in operands
        }
        rarest_first = sorted(shares.items(), key=lambda item: item[1])
        kept = [item for item in rarest_first if item[1] <= TELLS_NOTHING] or rarest_first[:1]
        total: int = self.database.value("SELECT ifnull(sum(chunks), 0) FROM documents")
        return [(operand, round(share * total)) for operand, share in kept]

    def _count(self, sql: str, values: Sequence[Any]) -> int:
        return self.database.value(sql, values)

    def best(self, expression: str, limit: int, first: int = 0) -> list[tuple[int, float]]:
        """The best rows whose id is at least `first`.

        With a filter, `+rank` makes SQLite filter first and rank what is left.
        """
        condition, values = self.filter()
        return self.database.rows(
            "SELECT rowid, rank FROM chunks_fts WHERE chunks_fts MATCH ? AND rank MATCH ? AND rowid >= ?"
            f" {condition} ORDER BY {'+' if condition else ''}rank LIMIT ?",
            [expression, self.ranking, first, *values, limit],
        )

    def scores(self, expression: str, ids: Iterable[int]) -> dict[int, float]:
        return dict(
            self.database.rows(
                "SELECT rowid, rank FROM chunks_fts WHERE chunks_fts MATCH ? AND rank MATCH ?"
                " AND +rowid IN (SELECT value FROM json_each(?))",
                [expression, self.ranking, json.dumps(list(ids))],
            )
        )

    def better(self, expression: str, score: float) -> int:
        """How many rows have a lower BM25."""
        condition, values = self.filter()
        return self.database.value(
            "SELECT count(*) FROM chunks_fts WHERE chunks_fts MATCH ? AND rank MATCH ?"
            f" {condition} AND +rank < ?",
            [expression, self.ranking, *values, score],
        )

    def best_by_rare_words(self, counts: Sequence[tuple[str, int]], limit: int) -> list[tuple[int, float]]:
        """`counts` has each alternative with its number of rows, the rarest first."""
        drivers, rest, total = 1, counts[1:], counts[0][1]
        while rest and total + rest[0][1] <= MOST_RANKED:
            total += rest[0][1]
            drivers, rest = drivers + 1, rest[1:]
        rare = " OR ".join(operand for operand, _ in counts[:drivers])
        found = dict(self.best(rare, max(limit, MOST_NOMINATED), self.first_of(total)))
        if rest and found:
            every = " OR ".join(operand for operand, _ in counts)
            twice = self.scores(f"({rare}) AND ({every})", found)  # counts the rare words in both halves
            found = {chunk: twice[chunk] - score for chunk, score in found.items()}
        if rest and len(found) < limit:  # so every row with a rare word is there; the others have none
            found |= {c: s for c, s in self.best_by_rare_words(rest, limit) if c not in found}
        return sorted(found.items(), key=lambda item: item[1])[:limit]

    def first_of(self, total: int) -> int:
        """The id from which on about `MOST_RANKED` of `total` rows lie."""
        if total <= MOST_RANKED:
            return 0
        last = self.database.value("SELECT ifnull(max(id), 0) FROM chunks")
        return round(last * (1 - MOST_RANKED / total))
