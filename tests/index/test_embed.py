"""The model's process may die; what a person is doing goes on."""

from __future__ import annotations

import io
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from gguf_writer import write_model

from openclaw_desktop.errors import (
    EmbedderError,
    EmbedderStoppedError,
    ModelMissingError,
    ModelUnusableError,
)
from openclaw_desktop.index.embed import HashEmbedder, LlamaEmbedder
from openclaw_desktop.index.frames import read_frame, write_frame
from openclaw_desktop.index.model_file import inspect
from openclaw_desktop.index.model_process import child_command

CHILD = Path(__file__).with_name("fake_child.py")

Make = Callable[..., LlamaEmbedder]


@pytest.fixture
def starts(tmp_path: Path) -> Callable[[], int]:
    """How often the process was started."""
    return lambda: (tmp_path / "starts").stat().st_size


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Makes embedders whose process begins in some mode; all are closed at the end."""
    made: list[LlamaEmbedder] = []

    def build(mode: str = "well") -> LlamaEmbedder:
        command = [sys.executable, str(CHILD), mode, str(tmp_path / "starts")]
        model = write_model(tmp_path / "m.gguf")
        made.append(LlamaEmbedder(model, threads=1, command=lambda _file, _threads: command, back_off=(0.0,)))
        return made[-1]

    yield build
    for embedder in made:
        embedder.close()


def counts(passages: Sequence[Sequence[object]]) -> list[int]:
    return [len(found) for found in passages]


def test_nothing_is_started_before_it_is_needed(make: Make, tmp_path: Path) -> None:
    make()
    assert not (tmp_path / "starts").exists()


def test_vectors_are_normalised_and_belong_to_their_texts(make: Make, starts: Callable[[], int]) -> None:
    embedder = make()
    info = embedder.open()
    assert (info.name, info.dimensions, info.context, info.pooling) == ("some-e5-model", 2, 512, "mean")
    first, second = embedder.embed_passages(["one", "second"])
    assert [(p.start, p.end) for p in (*first, *second)] == [(0, 3), (0, 6)]
    assert np.allclose(first[0].vector, [0.6, 0.8])
    assert np.allclose(embedder.embed_query("q"), [0.6, 0.8])
    assert embedder.embed_passages([]) == []
    assert starts() == 1


def test_a_text_without_a_vector_has_no_passage(make: Make) -> None:
    embedder = make()
    assert counts(embedder.embed_passages(["a", "NOTHING", "b"])) == [1, 0, 1]
    with pytest.raises(EmbedderError, match="only its words"):
        embedder.embed_query("NOTHING")


def test_a_text_that_kills_the_process_does_not_keep_others_waiting(make: Make) -> None:
    embedder = make()
    assert counts(embedder.embed_passages(["a", "DIE", "b", "DIE too", "c"])) == [1, 0, 1, 0, 1]
    assert counts(embedder.embed_passages(["DIE"])) == [0]
    assert counts(embedder.embed_passages(["d"])) == [1]


def test_a_question_that_kills_the_process_is_refused_and_the_next_answered(make: Make) -> None:
    embedder = make()
    with pytest.raises(EmbedderError, match="only its words"):
        embedder.embed_query("DIE")
    assert embedder.embed_query("fine").shape == (2,)


def test_three_deaths_in_a_row_are_the_end(make: Make, starts: Callable[[], int]) -> None:
    embedder = make("dies of every text")
    with pytest.raises(EmbedderStoppedError, match="stopped three times"):
        embedder.embed_passages(["a", "b"])
    assert starts() == 3
    with pytest.raises(EmbedderStoppedError):
        embedder.embed_query("c")
    assert starts() == 3


def test_dying_while_loading_is_the_end_too_and_says_why(make: Make, starts: Callable[[], int]) -> None:
    with pytest.raises(EmbedderStoppedError, match=r"three times \(GGML_ASSERT\(cheese\) failed\)"):
        make("dies").open()
    assert starts() == 3


def test_a_model_of_nothing_but_unreadable_texts_is_given_up(make: Make) -> None:
    with pytest.raises(EmbedderStoppedError):
        make().embed_passages([f"DIE {number}" for number in range(10)])


def test_a_model_that_cannot_be_loaded_says_so_and_is_not_tried_again(
    make: Make, starts: Callable[[], int]
) -> None:
    embedder = make("unusable")
    for _ in range(2):
        with pytest.raises(ModelUnusableError, match="cheese"):
            embedder.open()
    assert starts() == 1


def test_a_missing_model_starts_nothing(tmp_path: Path) -> None:
    with pytest.raises(ModelMissingError):
        LlamaEmbedder(tmp_path / "none.gguf").open()


def test_a_program_that_cannot_be_started_is_told(tmp_path: Path) -> None:
    model = write_model(tmp_path / "m.gguf")
    embedder = LlamaEmbedder(model, command=lambda _file, _threads: [str(tmp_path / "nothing")])
    with pytest.raises(EmbedderStoppedError, match="cannot be started"):
        embedder.open()


def test_closing_ends_a_request_at_once(make: Make) -> None:
    embedder = make()
    embedder.open()
    failed: list[BaseException] = []
    asking = threading.Event()

    def ask() -> None:
        asking.set()
        try:
            embedder.embed_passages(["HANG"])
        except EmbedderStoppedError as error:
            failed.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    asking.wait(10)
    embedder.close()
    thread.join(20)
    assert not thread.is_alive()
    assert len(failed) == 1


def test_closing_ends_a_wait_before_the_next_start(tmp_path: Path) -> None:
    command = [sys.executable, str(CHILD), "dies", str(tmp_path / "starts")]
    embedder = LlamaEmbedder(
        write_model(tmp_path / "m.gguf"), command=lambda _file, _threads: command, back_off=(0.0, 600.0)
    )
    failed = threading.Event()

    def start() -> None:
        with pytest.raises(EmbedderStoppedError):
            embedder.open()
        failed.set()

    thread = threading.Thread(target=start)
    thread.start()
    embedder.close()
    assert failed.wait(20)
    thread.join(20)


def test_a_closed_embedder_stays_closed(make: Make) -> None:
    embedder = make()
    embedder.open()
    embedder.close()
    embedder.close()
    with pytest.raises(EmbedderStoppedError, match="closed"):
        embedder.embed_query("a")


def test_a_frozen_program_starts_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = inspect(write_model(tmp_path / "m.gguf"))
    arguments = [str(tmp_path / "m.gguf"), "2", "512", "1"]
    module = child_command(file, 2)
    assert module[-6:] == ["-m", "openclaw_desktop.index.embedder_child", *arguments]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert child_command(file, 2) == [sys.executable, "--embedder-child", *arguments]


def test_messages_arrive_as_they_were_sent() -> None:
    pipe = io.BytesIO()
    write_frame(pipe, {"texts": ["half \ud83d", "nul \0", "中"]}, b"\0\1\2")
    write_frame(pipe, {})
    whole = pipe.getvalue()
    pipe.seek(0)
    header, payload = read_frame(pipe)
    assert header["texts"] == ["half \ud83d", "nul \0", "中"]
    assert payload == b"\0\1\2"
    assert read_frame(pipe)[0] == {"bytes": 0}
    for length in range(1, 20):
        with pytest.raises(EOFError):
            read_frame(io.BytesIO(whole[:length]))


def test_hashes_of_alike_texts_are_alike() -> None:
    embedder = HashEmbedder()
    info = embedder.open()
    note = "The gateway moved to the second host on Tuesday and the firewall followed."
    [[passage]] = embedder.embed_passages([note])
    assert (passage.start, passage.end, passage.vector.shape) == (0, len(note), (info.dimensions,))
    alike = float(passage.vector @ embedder.embed_query(note.replace("Tuesday", "Monday")))
    other = float(passage.vector @ embedder.embed_query("Bread needs flour, water, salt and patience."))
    assert alike > 0.8 > other
    for text in ("", "\ud800", "中", "a" * 100_000):
        vector = embedder.embed_query(text)
        assert vector.dtype == np.float32
        assert abs(float(vector @ vector) - 1) < 1e-5
        assert (vector == HashEmbedder().embed_query(text)).all()
