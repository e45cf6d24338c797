"""The bundled model in its own process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from openclaw_desktop import resources
from openclaw_desktop.errors import ModelUnusableError
from openclaw_desktop.index.embed import LlamaEmbedder
from openclaw_desktop.index.embedder_child import has_tiles
from openclaw_desktop.index.frames import read_frame, write_frame
from openclaw_desktop.index.model_file import ModelFile, inspect
from openclaw_desktop.index.model_process import child_command

pytestmark = pytest.mark.model

WITH_PID = """
import os, runpy, sys
open(sys.argv.pop(1), "a").write(f"{os.getpid()}\\n")
runpy.run_module("openclaw_desktop.index.embedder_child", run_name="__main__")
"""


class Watched:
    """An embedder whose processes write down their numbers."""

    def __init__(self, folder: Path, model: Path) -> None:
        self._list = folder / "pids"

        def command(file: ModelFile, threads: int) -> list[str]:
            return [sys.executable, "-P", "-c", WITH_PID, str(self._list), *child_command(file, threads)[4:]]

        self.embedder = LlamaEmbedder(model, threads=1, command=command, back_off=(0.0,))

    @property
    def pids(self) -> list[int]:
        return [int(line) for line in self._list.read_text().split()]


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    made = Watched(tmp_path_factory.mktemp("model"), resources.bundled_model())
    yield made
    made.embedder.close()


@pytest.fixture
def embedder(watched: Watched) -> LlamaEmbedder:
    return watched.embedder


def test_the_model_says_what_it_is(embedder: LlamaEmbedder) -> None:
    info = embedder.open()
    assert (info.dimensions, info.context, info.pooling) == (384, 512, "mean")
    assert info.key == inspect(resources.bundled_model()).key()


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When did we move the gateway?", "The gateway was moved to the second host on 3 March."),
        ("网关什么时候迁移的？", "三月三日，网关服务迁移到了第二台主机。"),
        ("Who likes tea?", "Aiko trinkt am liebsten grünen Tee."),
    ],
)
def test_an_answer_is_nearer_to_its_question_than_other_text(
    embedder: LlamaEmbedder, question: str, answer: str
) -> None:
    vector = embedder.embed_query(question)
    [[right], [wrong]] = embedder.embed_passages([answer, "Bread needs flour, water, salt and patience."])
    assert float(vector @ vector) == pytest.approx(1, abs=1e-5)
    assert vector @ right.vector > vector @ wrong.vector + 0.03


def test_many_texts_at_once_are_the_same_as_one_by_one(embedder: LlamaEmbedder) -> None:
    texts = ["short", "部署方案", "A longer note about the deployment. " * 20, "x" * 700, ""]
    together = embedder.embed_passages(texts)
    for text, passages in zip(texts, together, strict=True):
        [alone] = embedder.embed_passages([text])
        for one, other in zip(alone, passages, strict=True):
            assert np.abs(one.vector - other.vector).max() < 1e-3


def test_a_long_text_is_embedded_to_its_end_in_passages_of_whole_lines(embedder: LlamaEmbedder) -> None:
    text = "".join(f"Line {n}: the pressure sensor read {n * 7 % 1013} hPa.\n" for n in range(200))
    [passages] = embedder.embed_passages([text])
    assert len(passages) > 3
    assert "".join(text[p.start : p.end] for p in passages) == text
    assert all(text[p.end - 1] == "\n" for p in passages)


def test_a_long_question_is_cut(embedder: LlamaEmbedder) -> None:
    question = "When was the pressure sensor replaced? " * 500
    vector = embedder.embed_query(question)
    assert vector @ embedder.embed_query(question[:500]) > 0.9


HOSTILE = [
    "",
    " \n\t ",
    "\0" * 500,
    "a\0b",
    "\ud83d",
    "😀" * 600,
    "👨‍👩‍👧‍👦" * 100,
    "e" + "\u0301" * 1000,
    "\u202e\u200b\ufeff" * 300,
    "</s><s><pad><unk>[CLS][SEP]<mask>" * 20,
    "x" * 9_000,
    "中" * 2_000,
    " " * 100_000,
    "".join(map(chr, range(1, 0x1000))),
    "".join(chr(c) for c in range(0x20000, 0x20100)),
    bytes(range(256)).decode("latin-1") * 4,
    "\\x00\\xff" * 300,
    "\n" * 50_000,
    "ﷺ" * 200,
]


def test_no_text_ends_the_process(watched: Watched) -> None:
    watched.embedder.open()
    before = watched.pids
    for text, passages in zip(HOSTILE, watched.embedder.embed_passages(HOSTILE), strict=True):
        assert [p.start for p in passages[1:]] == [p.end for p in passages[:-1]]
        assert (passages[0].start, passages[-1].end) == (0, len(text))
        assert all(np.isfinite(p.vector).all() for p in passages)
        watched.embedder.embed_query(text)
    assert watched.pids == before


def test_a_killed_process_is_replaced(watched: Watched) -> None:
    vector = watched.embedder.embed_query("the same question")
    os.kill(watched.pids[-1], signal.SIGKILL)
    assert np.allclose(watched.embedder.embed_query("the same question"), vector, atol=1e-5)
    os.kill(watched.pids[-1], signal.SIGKILL)
    assert [len(found) for found in watched.embedder.embed_passages(["a", "b"])] == [1, 1]


def test_a_file_that_only_looks_like_a_model_is_refused_by_llama(tmp_path: Path) -> None:
    data = bytearray(resources.bundled_model().read_bytes())
    place = data.index(b"blk.3.attn_q.weight")
    data[place : place + 3] = b"XXX"
    model = tmp_path / "m.gguf"
    model.write_bytes(data)
    watched = Watched(tmp_path, model)
    with pytest.raises(ModelUnusableError, match="damaged or of an unknown kind"):
        watched.embedder.open()
    assert len(watched.pids) == 1


def test_the_process_ends_with_its_parent_also_in_the_middle_of_work() -> None:
    command = child_command(inspect(resources.bundled_model()), 1)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert read_frame(process.stdout)[0]["dimensions"] == 384  # type: ignore[arg-type]
        texts = ["A note about the weather station. " * 60] * 2000
        write_frame(process.stdin, {"texts": texts, "prefix": "", "whole": False})  # type: ignore[arg-type]
        process.stdin.close()
        assert process.wait(60) == 0


def test_what_is_printed_never_reaches_the_messages() -> None:
    script = (
        "import ctypes, os\n"
        "from openclaw_desktop.index import embedder_child, frames\n"
        "output = embedder_child._own_output()\n"
        "print('from Python', flush=True)\n"
        "os.write(1, b'from the system')\n"
        "frames.write_frame(output, {'said': 1})\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout[4:] == b'{"said": 1, "bytes": 0}'
    assert b"from Python" in done.stderr
    assert b"from the system" in done.stderr


def test_a_processor_that_multiplies_tiles_is_recognised(tmp_path: Path) -> None:
    told = tmp_path / "cpuinfo"
    told.write_text("flags\t\t: fpu avx512_fp16 amx_tile amx_int8\n")
    assert has_tiles(told)
    told.write_text("flags\t\t: fpu avx2\n")
    assert not has_tiles(told)
    assert not has_tiles(tmp_path / "none")
