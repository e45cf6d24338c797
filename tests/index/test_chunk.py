"""Chunks are those of the agent's own indexer, byte for byte."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openclaw_desktop import utf16
from openclaw_desktop.index.annotations import INVALID_PROJECT, parse_annotations, strip_annotations
from openclaw_desktop.index.chunk import (
    Chunk,
    chunk_document,
    chunk_id,
    chunk_markdown,
)
from openclaw_desktop.weights import weighted_length

PARITY = Path(__file__).parents[1] / "data" / "parity"
VERSIONS: dict[str, Literal["2026.2", "2026.9"]] = {"v2026.2.26": "2026.2", "v2026.9.6": "2026.9"}


def fixture(name: str) -> dict[str, Any]:
    return json.loads((PARITY / name).read_text(encoding="utf-8"))


def as_utf8(text: str) -> bytes:
    """What JavaScript writes: a half character becomes U+FFFD."""
    return re.sub("[\ud800-\udfff]", "\ufffd", text).encode()


def markdown_cases() -> list[Any]:
    return [
        pytest.param(version, data["inputs"][case["name"]], case, id=f"{version}-{case['name']}-{number}")
        for name, version in VERSIONS.items()
        for data in [fixture(f"chunkMarkdown.{name}.json")]
        for number, case in enumerate(data["cases"])
    ]


@pytest.mark.parametrize(("version", "text", "case"), markdown_cases())
def test_a_text_is_cut_as_the_agent_cuts_it(
    version: Literal["2026.2", "2026.9"], text: str, case: dict[str, Any]
) -> None:
    asked = case["chunking"]
    made = chunk_markdown(
        text,
        version=version,
        tokens=asked["tokens"],
        overlap=asked["overlap"],
        per_entry=asked.get("perEntry", False),
    )
    assert [(c.start_line, c.end_line, c.text.encode(), c.hash) for c in made] == [
        (c["startLine"], c["endLine"], as_utf8(c["text"]), c["hash"]) for c in case["output"]
    ]
    assert [(c.entry_start_line, c.entry_end_line) for c in made] == [
        (c.get("entryStartLine"), c.get("entryEndLine")) for c in case["output"]
    ]


@pytest.mark.parametrize("case", fixture("prepareMemoryIndexChunks.v2026.9.6.json")["cases"])
def test_a_document_is_stored_as_the_agent_stores_it(case: dict[str, Any]) -> None:
    made = chunk_document(case["input"]["path"], case["input"]["content"], version="2026.9")
    assert made == [
        Chunk(
            text=c["text"],
            start_line=c["startLine"],
            end_line=c["endLine"],
            hash=c["hash"],
            importance=c["importance"],
            triggers=c["triggers"],
            project=c["projectKey"],
            entry_start_line=c.get("entryStartLine"),
            entry_end_line=c.get("entryEndLine"),
        )
        for c in case["output"]["chunks"]
    ]


@pytest.mark.parametrize("case", fixture("curatedAnnotations.v2026.9.6.json")["cases"])
def test_annotations_are_read_and_taken_out_as_the_agent_does(case: dict[str, Any]) -> None:
    assert strip_annotations(case["input"]) == case["stripped"]
    for curated, key in ((True, "metadata"), (False, "metadataNonCurated")):
        found = parse_annotations([case["input"]], curated=curated)
        expected = case[key]
        assert found.importance == expected["importance"]
        assert found.triggers == expected["triggers"]
        assert found.project == expected["projectKey"]


@pytest.mark.parametrize("case", fixture("chunkId.json")["cases"])
def test_a_chunk_has_the_agents_key(case: dict[str, Any]) -> None:
    asked = case["input"]
    chunk = Chunk(asked["text"], asked["startLine"], asked["endLine"], case["chunkHash"])
    assert hashlib.sha256(asked["text"].encode()).hexdigest() == case["chunkHash"]
    assert chunk_id(asked["source"], asked["path"], chunk, asked["model"]) == case["id"]


@pytest.mark.parametrize("case", fixture("estimateStringChars.v2026.9.6.json")["cases"])
def test_a_text_weighs_what_the_agent_thinks(case: dict[str, Any]) -> None:
    assert weighted_length(case["input"]) == case["output"]
    assert utf16.length(case["input"]) == case["utf16Length"]


def test_white_space_alone_makes_no_chunk() -> None:
    for version in VERSIONS.values():
        assert chunk_document("memory/a.md", "", version=version) == []
        assert chunk_document("memory/a.md", " \n\t\n\u3000\ufeff\n", version=version) == []


def test_a_project_that_cannot_be_read_is_not_taken_for_all_projects() -> None:
    assert parse_annotations(["- a <!-- project: ; -->"]).project == INVALID_PROJECT
    assert parse_annotations(["- a <!-- project: b"]).project == INVALID_PROJECT
    assert (
        parse_annotations(["- a <!-- project: GitHub.com/A/b; GitHub.com/A/b -->"]).project
        == "github.com/A/b"
    )


def test_only_the_root_files_are_cut_by_entry() -> None:
    text = "- one\n- two\n# three\n"
    assert [c.text for c in chunk_document("MEMORY.md", text, version="2026.9")] == [
        "- one",
        "- two",
        "# three\n",
    ]
    assert len(chunk_document("memory/MEMORY.md", text, version="2026.9")) == 1
    assert len(chunk_document("MEMORY.md", text, version="2026.2")) == 1


def test_an_annotation_stays_on_its_line() -> None:
    text = "- a <!-- trigger: x\n-->\n- b <!-- importance: 3 -->\n"
    assert strip_annotations(text) == "- a <!-- trigger: x\n-->\n- b\n"
    chunks = chunk_document("MEMORY.md", text, version="2026.9")
    assert [(c.importance, c.triggers) for c in chunks] == [(None, None), (3, None)]


@pytest.mark.parametrize(
    "text",
    [
        "<!-- trigger:" * 50_000,
        "<!-- trigger:\n" * 50_000 + "-->",
        " " * 500_000 + "<!-- importance: 1 -->" + " \t" * 300_000 + "x",
        "<!--" + " " * 500_000,
    ],
    ids=["openers", "openers on lines", "spaces", "spaces in an opener"],
)
def test_hostile_annotations_take_no_longer_than_others(text: str) -> None:
    assert chunk_document("MEMORY.md", text, version="2026.9")


@settings(max_examples=60)
@given(
    text=st.lists(
        st.sampled_from(["word ", "中文", "😀", "\n", "\n\n", "𠀀", "- ", "# ", "\r\n", "é"]), max_size=300
    ),
    tokens=st.integers(1, 30),
    overlap=st.integers(0, 30),
)
def test_no_text_is_lost_and_no_chunk_is_too_heavy(text: list[str], tokens: int, overlap: int) -> None:
    whole = "".join(text)
    chunks = chunk_markdown(whole, version="2026.9", tokens=tokens, overlap=overlap)
    assert chunk_markdown(whole, version="2026.9", tokens=tokens, overlap=overlap) == chunks
    lines = whole.split("\n")
    assert {n for c in chunks for n in range(c.start_line, c.end_line + 1)} == set(range(1, len(lines) + 1))
    for chunk in chunks:
        assert weighted_length(chunk.text) <= max(32, 4 * tokens)
        for piece in chunk.text.split("\n"):
            assert piece in whole
    bare = chunk_markdown(whole, version="2026.9", tokens=tokens, overlap=0)
    assert "".join(c.text for c in bare).replace("\n", "") == whole.replace("\n", "")
