"""What each leg of an agent's search makes of one chunk, in words and with the numbers."""

from __future__ import annotations

from openclaw_desktop.agent_index.longer_words import longer_word
from openclaw_desktop.agent_index.standings import Standings
from openclaw_desktop.index.rows import ChunkRow
from openclaw_desktop.search import agent_legs

MOST_NAMED = 4
"""So many words are named one by one."""


def by_meaning(standings: Standings, chunk: ChunkRow) -> str:
    """Its place and cosine."""
    if standings.vector is None:
        return "By meaning it was not compared: the agent's model could not be asked."
    found = standings.by_meaning.get(chunk.id)
    if found is None:
        return "By meaning it cannot be found: the agent's index has no vector of it like the question's."
    place, cosine = found
    return f"By meaning it is number {place:,} of {len(standings.by_meaning):,}, with cosine {cosine:.2f}."


def by_words(standings: Standings, chunk: ChunkRow) -> str:
    """Its place among the texts that hold all words, else which word is where."""
    if not standings.has_words:
        return "By words it cannot be found: the agent's index has no table of words."
    if not standings.words:
        return "By words it cannot be found: the question has none."
    if standings.asks_for_all_words and (found := standings.by_all_words.get(chunk.id)):
        return f"By words it is number {found[0]:,}, with BM25 {-found[1]:.2f}."
    held = [word for word in standings.keywords if chunk.id in standings.holders(word)]
    alone = f"alone, {_quoted(held)} {'is' if len(held) == 1 else 'are'} found in it"
    if not standings.asks_for_all_words:
        longest_first = tuple(sorted(standings.keywords, key=len, reverse=True))
        missing = _missing(standings, chunk, longest_first)
        said = f"By words, {alone}" if held else f"By words it is not found: {'; '.join(missing)}"
        return f"{said}."
    missing = _missing(standings, chunk, standings.words)
    sentence = f"By words it is not found: the agent's keyword leg asks for all words: {'; '.join(missing)}"
    return f"{sentence}; but {alone}." if held else f"{sentence}."


def not_found_by(standings: Standings, chunk: ChunkRow, *, keywords_only: str | None) -> list[str]:
    """Why neither leg made it a candidate; empty when that cannot be told."""
    lost: list[str] = []
    wanted = agent_legs.wanted(standings.question.parameters)
    found = standings.by_meaning.get(chunk.id)
    if standings.vector is None:
        lost.append(f"meaning did not count ({keywords_only or 'the question has no vector'})")
    elif found is None:
        lost.append("it has no vector like the question's")
    elif found[0] > wanted:
        lost.append(f"it is not among the {wanted} nearest texts (place {found[0]:,}, cosine {found[1]:.2f})")
    else:
        return []
    place = standings.by_all_words.get(chunk.id)
    if standings.asks_for_all_words and place:
        if place[0] <= wanted:
            return []
        return [*lost, f"it is not among the {wanted} best by words (place {place[0]:,})"]
    words = by_words(standings, chunk)
    return [*lost, words[0].lower() + words.rstrip(".")[1:]]


def is_of_another_model(standings: Standings, chunk: ChunkRow) -> bool:
    """Whether the agent passes it over, since its vector is of another model."""
    form = standings.index.form
    sql = f"SELECT model FROM {form.chunks} WHERE {form.rowid} = ?"
    return standings.index.database.value(sql, (chunk.id,)) != standings.index.model


def _missing(standings: Standings, chunk: ChunkRow, words: tuple[str, ...]) -> list[str]:
    """What is wrong with each word that FTS5 does not find in this chunk."""
    lost = [word for word in words if chunk.id not in standings.holders(word)]
    said = [_where(standings, chunk, word) for word in lost[:MOST_NAMED]]
    more = len(lost) - MOST_NAMED
    return [*said, f"and {more} more words are not in it"] if more > 0 else said


def _where(standings: Standings, chunk: ChunkRow, word: str) -> str:
    longer = longer_word(word, chunk.text)
    if longer is not None and not standings.is_trigram:
        return f"“{word}” is inside a longer word (“{longer}”), which the agent's index takes for one"
    elsewhere = len(standings.holders(word))
    if not elsewhere:
        return f"“{word}” is in no chunk"
    return (
        f"“{word}” is in {elsewhere:,} other {'chunk' if elsewhere == 1 else 'chunks'}, but not in this one"
    )


def _quoted(words: list[str]) -> str:
    return ", ".join(f"“{word}”" for word in words[:MOST_NAMED])
