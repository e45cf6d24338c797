"""Runs the program's model on an old processor: `.venv/bin/python packaging/old_processor.py FOLDER [CPU …]`.

FOLDER holds the frozen program; each CPU is a name that `qemu-x86_64 -cpu help` knows. The vectors must be
those of this processor, to three digits.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from pathlib import Path

import model_child

TEXTS = ("The pooler moved to port 6433 on Monday.", "冬茶每公斤六十三欧元。", "ゲートウェイを再起動する")
USUAL = ("Nehalem", "Haswell")
LEAST_COSINE = 0.999


def main(folder: Path, processors: list[str]) -> None:
    """Compares each processor's vectors with those of this one."""
    with model_child.started(model_child.of_program(folder)) as process:
        here = model_child.vectors(process, TEXTS)
    for name in processors:
        command = ["qemu-x86_64", "-cpu", name, *model_child.of_program(folder)]
        with model_child.started(command) as process:
            there = model_child.vectors(process, TEXTS)
        worst = min(_cosine(a, b) for a, b in zip(here, there, strict=True))
        print(f"{name}: cosine with this processor's vectors {worst:.6f}")
        if worst < LEAST_COSINE:
            raise SystemExit(f"{name} computes something else")


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    product = sum(a * b for a, b in zip(one, other, strict=True))
    return product / (math.hypot(*one) * math.hypot(*other))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or list(USUAL))
