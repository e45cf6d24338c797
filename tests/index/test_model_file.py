"""A model file says what it is, and one that is none is refused before anything is started."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from gguf_writer import write_gguf, write_model

from openclaw_desktop import resources
from openclaw_desktop.errors import ModelMissingError, ModelUnusableError
from openclaw_desktop.index.model_file import inspect


def test_the_bundled_model_is_known() -> None:
    found = inspect(resources.bundled_model())
    assert (found.name, found.dimensions, found.context, found.pooling_name) == (
        "multilingual-e5-small",
        384,
        512,
        "mean",
    )
    assert (found.query_prefix, found.passage_prefix) == ("query: ", "passage: ")
    assert found.key() == inspect(resources.bundled_model()).key()


@pytest.mark.parametrize(
    ("name", "architecture", "query", "passage"),
    [
        ("multilingual-e5-large", "bert", "query: ", "passage: "),
        ("E5 Base V2", "bert", "query: ", "passage: "),
        ("multilingual-e5-large-instruct", "bert", "Instruct: ", ""),
        ("bge-small-en-v1.5", "bert", "Represent this sentence", ""),
        ("bge-base-zh-v1.5", "bert", "为这个句子", ""),
        ("bge-m3", "bert", "", ""),
        ("nomic-embed-text-v1.5", "nomic-bert", "search_query: ", "search_document: "),
        ("gte-base", "bert", "", ""),
        ("embeddinggemma-300M", "gemma-embedding", "task: search result | query: ", "title: none | text: "),
        ("Qwen3 Embedding 0.6B", "qwen3", "Instruct: ", ""),
        ("mxbai-embed-large-v1", "bert", "Represent this sentence", ""),
        ("all-MiniLM-L6-v2", "bert", "", ""),
        ("code5-something", "bert", "", ""),
    ],
)
def test_a_model_gets_the_prefixes_it_was_trained_with(
    tmp_path: Path, name: str, architecture: str, query: str, passage: str
) -> None:
    found = inspect(write_model(tmp_path / "m.gguf", name, architecture))
    assert found.query_prefix.startswith(query)
    assert bool(found.query_prefix) == bool(query)
    assert found.passage_prefix == passage


def test_a_model_that_reads_much_is_given_512_tokens(tmp_path: Path) -> None:
    assert inspect(write_model(tmp_path / "m.gguf")).context == 512
    small = write_model(tmp_path / "s.gguf", bert__context_length=256)
    assert inspect(small).context == 256


def test_pooling_is_the_files_or_the_kinds(tmp_path: Path) -> None:
    assert inspect(write_model(tmp_path / "a.gguf", bert__pooling_type=2)).pooling_name == "cls"
    assert inspect(write_model(tmp_path / "b.gguf", bert__pooling_type=0)).pooling_name == "mean"
    qwen = write_model(tmp_path / "c.gguf", "Qwen3-Embedding", "qwen3", qwen3__pooling_type=0)
    assert inspect(qwen).pooling_name == "last"


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"architecture": "llama", "name": "Some Chat", "llama__pooling_type": 0}, "language model"),
        ({"bert__pooling_type": 4}, "re-ranking"),
        ({"split__count": 3}, "several files"),
        ({"bert__context_length": 8}, "too few"),
        ({"general__architecture": ""}, "does not say"),
        ({"general__alignment": 0}, "damaged"),
    ],
)
def test_what_is_no_embedding_model_is_refused(
    tmp_path: Path, more: dict[str, int | str], sentence: str
) -> None:
    with pytest.raises(ModelUnusableError, match=sentence):
        inspect(write_model(tmp_path / "m.gguf", **more))  # type: ignore[arg-type]


def test_a_missing_file_is_missing(tmp_path: Path) -> None:
    with pytest.raises(ModelMissingError, match=r"no model at"):
        inspect(tmp_path / "nowhere.gguf")


@pytest.mark.parametrize(
    "content", [b"", b"GG", b"PK\x03\x04 not a model", b"GGUF\x01\0\0\0", b"GGUF" + b"\xff" * 64]
)
def test_another_kind_of_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(content)
    with pytest.raises(ModelUnusableError):
        inspect(path)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelUnusableError):
        inspect(tmp_path)


def test_a_file_cut_short_anywhere_is_refused(tmp_path: Path) -> None:
    whole = write_gguf(tmp_path / "m.gguf", {"general.architecture": "bert"}, tensor_bytes=1).read_bytes()
    cut = tmp_path / "cut.gguf"
    for length in range(len(whole)):
        cut.write_bytes(whole[:length])
        with pytest.raises(ModelUnusableError):
            inspect(cut)


def test_damage_is_refused_or_harmless(tmp_path: Path) -> None:
    whole = write_model(tmp_path / "m.gguf").read_bytes()
    dice = random.Random(7)
    damaged = tmp_path / "damaged.gguf"
    for _ in range(400):
        data = bytearray(whole)
        for _ in range(dice.randint(1, 4)):
            data[dice.randrange(len(data))] = dice.randrange(256)
        damaged.write_bytes(data)
        try:
            inspect(damaged)
        except ModelUnusableError:
            continue


def test_a_model_larger_than_memory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = write_model(tmp_path / "m.gguf")
    monkeypatch.setattr("os.sysconf", lambda _name: 10)
    with pytest.raises(ModelUnusableError, match="memory"):
        inspect(model)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of Unix")
def test_a_pipe_is_no_model(tmp_path: Path) -> None:
    """Opening it would wait for somebody who writes."""
    os.mkfifo(tmp_path / "model.gguf")
    with pytest.raises(ModelUnusableError, match="is no file"):
        inspect(tmp_path / "model.gguf")
