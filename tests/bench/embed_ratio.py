"""Tokens per second through the model's process, against llama.cpp called directly in a loop.

    python tests/bench/embed_ratio.py [--rounds 6] [--threads N]

Both embed the same chunks with the same settings and priority, in turns, so that what else the machine does
hits both; the ratio is that of the best rounds. Then: how long a question takes.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import llama_cpp

from openclaw_desktop import resources
from openclaw_desktop.index.chunk import chunk_document
from openclaw_desktop.index.cores import threads_beside_a_window
from openclaw_desktop.index.embed import LlamaEmbedder
from openclaw_desktop.index.embedder_child import NICENESS
from openclaw_desktop.index.model_file import inspect

NOTES = Path(__file__).parents[1] / "data" / "openclaw" / "state-2026.9" / "workspace"
BATCH = 8


def chunks() -> list[str]:
    """The sample agent's notes in English, Chinese and Japanese, as they are indexed."""
    found = [
        chunk.text
        for path in sorted(NOTES.rglob("*.md"))
        for chunk in chunk_document(
            path.relative_to(NOTES).as_posix(), path.read_text(encoding="utf-8"), version="2026.9"
        )
    ]
    return found[:: max(1, len(found) // 40)]


def seconds(work: Callable[[], object]) -> float:
    """How long `work` takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=6)
    options.add_argument("--threads", type=int, default=threads_beside_a_window())
    arguments = options.parse_args()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    model = inspect(resources.bundled_model())
    texts = chunks()
    direct = llama_cpp.Llama(
        str(model.path),
        embedding=True,
        n_ctx=model.context,
        n_batch=model.context,
        n_ubatch=model.context,
        n_threads=arguments.threads,
        n_threads_batch=arguments.threads,
        flash_attn=True,
        verbose=False,
    )
    tokens = sum(len(direct.tokenize((model.passage_prefix + text).encode())) for text in texts)
    embedder = LlamaEmbedder(model.path, threads=arguments.threads)
    print(f"started in {seconds(embedder.open):.2f} s; {len(texts)} chunks, {tokens:,} tokens a round")

    def through_the_process() -> None:
        for start in range(0, len(texts), BATCH):
            embedder.embed_passages(texts[start : start + BATCH])

    def directly() -> None:
        for text in texts:
            direct.embed(model.passage_prefix + text, normalize=True)

    times = [(seconds(through_the_process), seconds(directly)) for _ in range(arguments.rounds)]
    ours, theirs = (tokens / min(column) for column in zip(*times, strict=True))
    for one, other in times:
        print(f"  process {tokens / one:7,.0f} tokens/s   direct {tokens / other:7,.0f} tokens/s")
    print(f"best: process {ours:,.0f}, direct {theirs:,.0f}, ratio {ours / theirs:.3f}")
    question = "when did we move the gateway service to the second host?"
    waits = [seconds(lambda: embedder.embed_query(question)) * 1000 for _ in range(50)]
    print(f"a question: median {statistics.median(waits):.1f} ms, slowest {max(waits):.1f} ms")
    embedder.close()


if __name__ == "__main__":
    main()
