"""Which model file may answer for an index: where it is found, and whether it proves to be the one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from openclaw_desktop.agent_index.local_model import LocalModels, model_files, same_name
from openclaw_desktop.agent_index.question_vector import IndexModel, Sample
from openclaw_desktop.errors import EmbedderStoppedError, ModelUnusableError
from openclaw_desktop.index.embed import HashEmbedder, Vector

TEXTS = ("The gateway runs on port 18789.", "Rain gauge: tipping bucket, replaced in February.")


def samples(slant: float = 0.0) -> tuple[Sample, ...]:
    """What the embedder of these tests makes of texts, or nearly so."""
    made = [(text, HashEmbedder().embed_query(text).astype(np.float64)) for text in TEXTS]
    return tuple(Sample(text, vector + slant * np.abs(vector).max()) for text, vector in made)


def of_index(*, dims: int | None = 64, found: tuple[Sample, ...] | None = None) -> IndexModel:
    return IndexModel("m", "local", dims, samples() if found is None else found)


class Counting(HashEmbedder):
    asked: list[str]

    def __init__(self) -> None:
        self.asked = []

    def embed_query(self, text: str) -> Vector:
        self.asked.append(text)
        return super().embed_query(text)


def test_a_model_that_gives_the_index_s_own_vectors_answers_and_is_proven_once(tmp_path: Path) -> None:
    embedder = Counting()
    models = LocalModels(lambda _: embedder)
    for question in ("where?", "when?"):
        models.vector(tmp_path, question, of_index(), unproven=False)
    assert embedder.asked == [*TEXTS, "where?", "when?"]


@pytest.mark.parametrize(
    ("model", "told"),
    [
        (of_index(found=samples(slant=0.5)), "gives other vectors than the index has"),
        (of_index(dims=384), "gives vectors of 64 numbers, and the index has 384"),
        (of_index(found=()), "no text that shows whether"),
    ],
)
def test_another_model_does_not_answer(tmp_path: Path, model: IndexModel, told: str) -> None:
    models = LocalModels(lambda _: HashEmbedder())
    with pytest.raises(ModelUnusableError, match=told):
        models.vector(tmp_path / "m.gguf", "where?", model, unproven=False)


def test_the_agent_s_own_file_answers_also_where_nothing_proves_it(tmp_path: Path) -> None:
    models = LocalModels(lambda _: HashEmbedder())
    assert models.vector(tmp_path, "where?", of_index(found=()), unproven=True).size == 64


def test_a_downloaded_file_is_known_by_the_end_of_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "models"
    folder.mkdir()
    (folder / "hf_ggml-org_embeddinggemma-300m-Q8_0.gguf").touch()
    (folder / "other.gguf").touch()
    found = model_files(
        "hf:ggml-org/repo/embeddinggemma-300m-q8_0.gguf", [folder, tmp_path / "none"], tmp_path
    )
    assert [each.name for each in found] == ["hf_ggml-org_embeddinggemma-300m-Q8_0.gguf"]
    assert not [*model_files("hf:ggml-org/repo", [folder], tmp_path)]


def test_a_path_is_taken_from_the_home_or_the_folder_of_models(tmp_path: Path) -> None:
    (tmp_path / "a.gguf").touch()
    assert [*model_files("~/a.gguf", [], tmp_path)] == [tmp_path / "a.gguf"]
    assert [*model_files("a.gguf", [tmp_path], tmp_path / "home")] == [tmp_path / "a.gguf"]
    assert not [*model_files("b.gguf", [tmp_path], tmp_path)]


@pytest.mark.parametrize(
    ("named", "same"),
    [
        ("multilingual-e5-small", True),
        ("intfloat/multilingual-e5-small", True),
        ("C:\\models\\Multilingual-E5-Small.gguf", True),
        ("multilingual-e5-small-q8_0.gguf", False),
        ("multilingual-e5-base", False),
    ],
)
def test_only_the_very_name_is_the_same_model(named: str, same: bool) -> None:
    assert same_name(named, "multilingual-e5-small") == same


def test_once_closed_no_other_model_is_begun(tmp_path: Path) -> None:
    begun: list[Path] = []

    def new(path: Path) -> HashEmbedder:
        begun.append(path)
        return HashEmbedder()

    models = LocalModels(new)
    models.close()
    with pytest.raises(EmbedderStoppedError):
        models.vector(tmp_path / "a.gguf", "x", of_index(), unproven=True)
    assert begun == []
