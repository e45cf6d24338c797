"""Pure: an answer an agent was given once beside today's answer to the same question, hit by hit."""

from __future__ import annotations

from openclaw_desktop.context.recall.answers import RecordedHit
from openclaw_desktop.context.recall.past import Past
from openclaw_desktop.desk.again import Change, Compared, Difference, Today
from openclaw_desktop.desk.same_passage import passages, says
from openclaw_desktop.desk.why_changed import decay, not_a_candidate, rival, score_differences
from openclaw_desktop.index.rows import ChunkRow


def compared(past: Past, today: Today | None, *, gone: frozenset[str]) -> tuple[Compared, ...]:
    """The recorded hits in their order, then those that are new. `gone` are files no longer on disk.

    Without an index only what is gone from disk is known.
    """
    hits = past.call.answer.hits
    if today is None:
        return tuple(Compared(hit, n, differences=_off_disk(hit, gone)) for n, hit in enumerate(hits, 1))
    order = {hit.candidate.chunk_id: number for number, hit in enumerate(today.answer.hits, 1)}
    chunks = passages(hits, today.chunks, order)
    rows = [
        _row(hit, place, chunk, past, today, _off_disk(hit, gone))
        for place, (hit, chunk) in enumerate(zip(hits, chunks, strict=True), 1)
    ]
    known = {chunk.id for chunk in chunks if chunk}
    rivals = [
        Compared(None, None, hit, number, None, decay(hit), (rival(hit, past, today),))
        for number, hit in enumerate(today.answer.hits, 1)
        if hit.candidate.chunk_id not in known
    ]
    return (*rows, *rivals)


def _off_disk(recorded: RecordedHit, gone: frozenset[str]) -> tuple[Difference, ...]:
    if recorded.path not in gone:
        return ()
    return (Difference(Change.GONE_FROM_DISK, "The file is not on disk any more."),)


def _row(
    recorded: RecordedHit,
    place: int,
    chunk: ChunkRow | None,
    past: Past,
    today: Today,
    disk: tuple[Difference, ...],
) -> Compared:
    if chunk is None:
        where = "at these lines" if today.chunks.get(recorded.path) else "of this file"
        missing = Difference(Change.GONE_FROM_INDEX, f"The index has nothing {where} now.")
        return Compared(recorded, place, differences=(*disk, missing))
    found = {hit.candidate.chunk_id: (number, hit) for number, hit in enumerate(today.answer.hits, 1)}
    number, hit = found.get(chunk.id, (None, None))
    below = next((b for b in today.answer.below if b.hit.candidate.chunk_id == chunk.id), None)
    differences = [*disk, *_text_differences(recorded, chunk)]
    if hit is None:
        why = below.reason if below else not_a_candidate(today.answer)
        differences.append(Difference(Change.NOT_FOUND, f"It is not among the hits now: {why}."))
    else:
        differences += score_differences(recorded, hit, past, today, has_changed=bool(differences))
        if number != place:
            differences.append(Difference(Change.PLACE, f"It was at place {place}, and is at {number} now."))
    shown = hit or (below.hit if below else None)
    return Compared(
        recorded,
        place,
        hit,
        number,
        below.hit if below else None,
        decay(shown) if shown else "",
        tuple(differences) or (Difference(Change.SAME, "It is found as it was."),),
    )


def _text_differences(recorded: RecordedHit, chunk: ChunkRow) -> list[Difference]:
    if recorded.start_line is None:
        return []
    lines = f"{chunk.start_line}-{chunk.end_line}"
    if recorded.snippet and not says(recorded, chunk):
        return [Difference(Change.CHANGED, f"The file changed: lines {lines} say something else now.")]
    if chunk.start_line != recorded.start_line:
        return [
            Difference(Change.MOVED, f"The file changed around it: the same text is at lines {lines} now.")
        ]
    if chunk.end_line != recorded.end_line:
        return [Difference(Change.CHANGED, f"The passage begins as it did, and takes lines {lines} now.")]
    return []
