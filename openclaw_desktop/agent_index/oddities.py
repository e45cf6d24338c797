"""Pure: sentences about what is odd in an agent's index, and what that does to its search."""

from __future__ import annotations

from collections.abc import Iterator

from openclaw_desktop.agent_index.drift import Drift
from openclaw_desktop.agent_index.identity import FTS_ONLY, Identity


def oddities(found: Identity, drift: Drift) -> Iterator[str]:
    """What a person should know before believing its answers; nothing of a sound index."""
    lengths = found.contents.vector_lengths
    known = sorted(length for length in lengths if length)
    if len(known) > 1:
        counted = " and ".join(f"{lengths[length]:,} of {length:,} numbers" for length in known)
        yield (
            f"Its vectors have different lengths: {counted}. A question's vector fits one of them only, so"
            " the other chunks are found by their words alone."
        )
    if lengths.get(0) and known:
        yield f"{lengths[0]:,} of {found.contents.chunks:,} chunks have no vector: only words find them."
    if found.model == FTS_ONLY:
        yield "The index holds no vectors: the agent finds by words alone."
    if found.contents.without_text:
        yield f"{found.contents.without_text:,} chunks hold no text: they can be found, and say nothing."
    if found.vectors in ("incomplete", "unverified"):
        yield f"Its table of vectors is {found.vectors}: the agent fills it anew before it trusts it."
    if not found.contents.chunks:
        yield "The index is empty: the agent finds nothing."
    if drift.is_foreign:
        yield (
            "Nothing of this index is in this workspace as it was indexed, and some files are not here: it"
            " may be the index of another agent, or of a workspace that was moved."
        )
