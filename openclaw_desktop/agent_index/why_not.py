"""Why a file or a line is not among the hits of an agent's own search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from openclaw_desktop.agent_index import in_each_leg
from openclaw_desktop.agent_index.database import AgentDatabase
from openclaw_desktop.agent_index.on_disk import ROOT_FILES
from openclaw_desktop.agent_index.standings import Standings
from openclaw_desktop.index.annotations import INVALID_PROJECT
from openclaw_desktop.index.rows import ChunkRow
from openclaw_desktop.search.filters import excluded_by
from openclaw_desktop.search.ranking import Answer, Below, Hit
from openclaw_desktop.search.why_not import WhyNot
from openclaw_desktop.workspace.agents import Era

Lines = tuple[int, int]
"""The first and the last line, from 1."""


def why_not(
    standings: Standings, answer: Answer, path: str, lines: Lines | None, *, disk: str | None
) -> WhyNot:
    """Follows the best chunk of a file, or of some of its lines, through the agent's search.

    `answer` is the agent's to the same question; `disk` is the hash of the file as it is now, None without
    one.
    """
    index = standings.index
    first, last = lines or (1, 2**31)
    chunks = standings.chunks_of(path, first, last)
    if not chunks:
        return WhyNot(indexed=False, sentence=_not_indexed(index, path, lines, disk))
    excluded = excluded_by(standings.question.where, path, chunks[0].source)
    if excluded:
        return WhyNot(indexed=True, sentence=f"It was not asked: {excluded}.", lost_at="filter")
    lost_at, below, hit = _place_of(answer, [chunk.id for chunk in chunks])
    chunk = next((each for each in chunks if hit and each.id == hit.candidate.chunk_id), None)
    chunk = chunk or max(chunks, key=lambda each: standings.by_meaning.get(each.id, (0, -1.0))[1])
    legs = [in_each_leg.by_words(standings, chunk), in_each_leg.by_meaning(standings, chunk)]
    if not lost_at and hit is not None:
        sentence = f"It is shown, as hit {answer.hits.index(hit) + 1} with score {hit.score:.2f}."
    elif below is not None:
        sentence = f"It is a candidate but not shown: {lost_to(below, answer)}."
    else:
        sentence = _no_candidate(standings, answer, chunk)
    changed = _changed(index, path, chunk.source, disk)
    words, meaning = standings.by_all_words.get(chunk.id), standings.by_meaning.get(chunk.id)
    return WhyNot(
        indexed=True,
        sentence=sentence,
        keyword_rank=words and words[0],
        vector_rank=meaning and meaning[0],
        keyword_score=words and words[1],
        cosine=meaning and meaning[1],
        lost_at=lost_at,
        hit=hit,
        sentences=(*changed, *legs, *_steps(hit)),
    )


def indexed_by(path: str, era: Era) -> bool:
    """Whether an agent of that era indexes this file unasked. OpenClaw: listMemoryFiles."""
    return path in ROOT_FILES[era] or (path.startswith("memory/") and path.endswith(".md"))


def _not_indexed(index: AgentDatabase, path: str, lines: Lines | None, disk: str | None) -> str:
    document = next((each for each in index.documents if each.path == path), None)
    if document is None:
        if not indexed_by(path, index.form.version):
            return "It is not in the agent's index at all: of the workspace it holds its memory alone."
        if disk is None:
            return "It is not in the agent's index at all, and there is no such file."
        return "It is not in the agent's index: the agent has not taken it in since the file is there."
    if changed := _changed(index, path, document.source, disk):
        return changed[0]
    if not document.chunks or lines is None:
        return "It is in the agent's index, but there is no text in it to be found."
    return f"No text of this file in the agent's index holds line {lines[0]}: the line is beyond its end."


def _changed(index: AgentDatabase, path: str, source: str, disk: str | None) -> tuple[str, ...]:
    """A sentence where the index holds another text than the disk."""
    document = next((each for each in index.documents if (each.path, each.source) == (path, source)), None)
    if document is None or source != "memory" or document.hash == disk:
        return ()
    if disk is None:
        return ("The file is gone; the agent's index still holds it.",)
    return (
        "The agent's index holds an older text: the file changed after the agent's last sync"
        " (its hash differs).",
    )


def _place_of(answer: Answer, ids: Sequence[int]) -> tuple[str, Below | None, Hit | None]:
    """What the best of these chunks was lost to; "" when it is shown."""
    for hit in answer.hits:
        if hit.candidate.chunk_id in ids:
            return "", None, hit
    for below in answer.below:
        if below.hit.candidate.chunk_id in ids:
            return below.kind, below, below.hit
    return "candidates", None, None


def lost_to(below: Below, answer: Answer) -> str:
    """Why a candidate is not shown, with the one step that lost it where there is one."""
    hit, parameters = below.hit, answer.question.parameters
    if below.kind == "diversity":
        return f"pushed down by diversity: {below.reason}"
    if below.kind == "limit":
        return f"behind {len(answer.hits)} others: {below.reason}"
    least = parameters.min_score
    for step in hit.steps:
        if step.before >= least > step.after:
            return f"below {least:g} by {step.name}: {step.reason} ({step.before:.2f} → {step.after:.2f})"
    return f"{below.reason} ({'; '.join(step.reason for step in hit.steps)})"


def _no_candidate(standings: Standings, answer: Answer, chunk: ChunkRow) -> str:
    if INVALID_PROJECT in (chunk.project or ""):
        return "The agent never shows it: its project annotation cannot be read."
    if in_each_leg.is_of_another_model(standings, chunk):
        return "It is no candidate: its text was indexed for another model than the one the agent asks now."
    lost = in_each_leg.not_found_by(standings, chunk, keywords_only=answer.keywords_only)
    if not lost:
        return "It is no candidate, and why cannot be told: a leg that is asked for everything holds it."
    return f"It is no candidate: {'; '.join(lost)}."


def _steps(hit: Hit | None) -> list[str]:
    return [f"{s.name}: {s.reason} ({s.before:.2f} → {s.after:.2f})" for s in hit.steps] if hit else []


def without_words(why: WhyNot) -> WhyNot:
    """The same where openclaw.json switches the keyword leg off. OpenClaw 2026.2: hybrid.enabled."""
    off = "Words do not count: openclaw.json switches the keyword leg off (query.hybrid.enabled)."
    return replace(why, keyword_rank=None, keyword_score=None, sentences=(off, *why.sentences))
