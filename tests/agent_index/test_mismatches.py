"""An index that was made by other settings than the agent has now: what is different, and what that does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from openclaw_desktop.agent_index.configured import agent_search
from openclaw_desktop.agent_index.identity import Contents, Identity
from openclaw_desktop.agent_index.meta import Meta
from openclaw_desktop.agent_index.mismatches import Mismatch, mismatches
from openclaw_desktop.workspace.agents import Era

OPENAI_AT_18555 = "a4da6fa1cc7ff04d2ec38a16ebd4486f764784a441d35b34ffeb251d91129afa"
NO_EXTRAS = "e861c1d291b583b9f4bf96233b72b9e6984cc92320671a0805e1063946e4b1a1"
"""Both as two versions of OpenClaw wrote them."""

MADE = Meta(
    provider="openai",
    model="m",
    sources=("memory",),
    chunk_tokens=400,
    chunk_overlap=80,
    dims=384,
)


def identity(era: Era, meta: Meta | None, vectors: dict[int, int] | None = None) -> Identity:
    if meta is not None and era == "2026.9":
        meta = replace(meta, chunking_version=meta.chunking_version or 5, provenance_version=1)
    contents = Contents((), 0, 0, 0, vectors or {384: 7}, 0)
    return Identity(era, 0, meta, "m", True, "unicode61", None, contents)


def found(era: Era, meta: Meta | None, **search: Any) -> tuple[Mismatch, ...]:
    section = {"provider": "openai", "model": "m", "sources": ["memory"], **search}
    values = {"agents": {"defaults": {"memorySearch": section}}, "memory": {"search": section}}
    return mismatches(identity(era, meta), agent_search(values, "main", era))


ERAS: tuple[Era, ...] = ("2026.2", "2026.9")


@pytest.mark.parametrize("era", ERAS)
def test_an_index_made_as_configured_has_none(era: Era) -> None:
    assert found(era, MADE) == ()


@pytest.mark.parametrize(
    ("code", "search"),
    [
        ("model", {"model": "other"}),
        ("provider", {"provider": "voyage"}),
        ("sources", {"sources": ["memory", "sessions"], "experimental": {"sessionMemory": True}}),
    ],
)
def test_2026_2_makes_it_anew_and_2026_9_pauses_its_search_by_meaning(
    code: str, search: dict[str, Any]
) -> None:
    [old] = found("2026.2", MADE, **search)
    [new] = found("2026.9", MADE, **search)
    assert old.code == new.code == code
    assert "anew" in old.effect
    assert "memory index --force" in new.effect
    assert new.owner == "configuration"


def test_2026_2_finds_nothing_by_meaning_among_chunks_of_another_model() -> None:
    [mismatch] = found("2026.2", MADE, model="other")
    assert "chunks of other only" in mismatch.effect


def test_a_prefix_that_only_names_the_provider_is_no_other_model() -> None:
    assert found("2026.2", MADE, model="openai/m") == ()


def test_what_is_chosen_when_the_agent_starts_is_no_mismatch() -> None:
    assert found("2026.2", replace(MADE, model="gemini-embedding-001"), provider="auto", model=None) == ()


def test_chunks_of_other_sizes_count_where_they_can_be_configured() -> None:
    [mismatch] = found("2026.2", MADE, chunking={"tokens": 200, "overlap": 40})
    assert mismatch.sentence == (
        "The index has chunks of tokens and overlap 400 and 80, the configuration 200 and 40."
    )
    assert found("2026.9", MADE, chunking={"tokens": 200}) == ()


@pytest.mark.parametrize("era", ERAS)
def test_another_address_of_the_provider_is_told_by_the_key(era: Era) -> None:
    meta = replace(MADE, model="multilingual-e5-small", provider_key=OPENAI_AT_18555)
    search = {"model": "multilingual-e5-small", "remote": {"baseUrl": "http://127.0.0.1:18555/v1"}}
    assert found(era, meta, **search) == ()
    [mismatch] = found(era, meta, **search | {"remote": {"baseUrl": "http://elsewhere/v1"}})
    assert mismatch.code == "provider_settings"


def test_an_address_that_only_a_variable_names_is_no_mismatch() -> None:
    assert found("2026.9", replace(MADE, provider_key="x"), remote={"baseUrl": "${BASE}"}) == ()


def test_other_extra_paths_are_another_scope() -> None:
    meta = replace(MADE, scope=NO_EXTRAS)
    assert found("2026.9", meta) == ()
    [mismatch] = found("2026.9", meta, extraPaths=["/srv/notes"])
    assert mismatch.code == "scope"


def test_an_older_way_of_cutting_renews_itself_and_words_are_found_meanwhile() -> None:
    [mismatch] = found("2026.9", replace(MADE, chunking_version=4))
    assert (mismatch.code, mismatch.owner) == ("chunking_version", "openclaw")
    assert mismatch.effect.startswith("The agent makes the index anew by itself")
    assert "words go on being found" in mismatch.effect


def test_a_newer_way_of_cutting_stays_paused() -> None:
    [mismatch] = found("2026.9", replace(MADE, chunking_version=6))
    assert mismatch.effect == "An agent of version 2026.9 does not search by meaning until it is updated."


def test_words_cut_by_another_tokenizer_pause_2026_9() -> None:
    [mismatch] = found("2026.9", MADE, store={"fts": {"tokenizer": "trigram"}})
    assert mismatch.code == "fts_tokenizer"


def test_vectors_of_an_unknown_length_are_a_mismatch_where_there_are_any() -> None:
    meta = replace(MADE, dims=None)
    [mismatch] = found("2026.2", meta)
    assert mismatch.code == "vector_dims"
    none = agent_search(
        {"agents": {"defaults": {"memorySearch": {"provider": "openai", "model": "m"}}}}, "main", "2026.2"
    )
    assert mismatches(identity("2026.2", meta, {0: 7}), none) == ()


def test_an_index_that_says_nothing_is_missing_its_identity() -> None:
    [mismatch] = found("2026.9", None)
    assert mismatch.code == "metadata_missing"
