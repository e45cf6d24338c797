"""What llama.cpp for any processor costs: `.venv/bin/python packaging/portable_cost.py FOLDER`.

FOLDER holds the frozen program; it is compared with this checkout's llama.cpp, which is compiled for this
processor alone. Processor time for the same texts, turn by turn, the best of each; 5 % may be lost.
"""

from __future__ import annotations

import sys
from pathlib import Path

import model_child
from processor_time import processor_seconds

ROUNDS = 10
TEXTS_A_ROUND = 6
MOST_LOST = 0.05


def main(folder: Path) -> None:
    """Prints both times and the share that is lost."""
    line = (
        "The stock database is stockbook, on pantry-b, port 6432. 冬茶每公斤六十三欧元，一月十五日前回复。\n"
    )
    texts = [f"{number} {line * 12}" for number in range(TEXTS_A_ROUND)]
    best = dict[str, float]()
    with (
        model_child.started(model_child.OF_CHECKOUT) as own,
        model_child.started(model_child.of_program(folder)) as portable,
    ):
        for _ in range(ROUNDS):
            for name, process in (("this processor", own), ("any processor", portable)):
                of_kernel = Path("/proc", str(process.pid))
                before = processor_seconds(of_kernel)
                model_child.vectors(process, texts)
                used = processor_seconds(of_kernel) - before
                best[name] = min(used, best.get(name, used))
    for name, seconds in best.items():
        print(f"llama.cpp for {name}: {1000 * seconds / TEXTS_A_ROUND:.1f} ms a text of 512 tokens")
    lost = best["any processor"] / best["this processor"] - 1
    print(f"lost: {100 * lost:.1f} %")
    if lost > MOST_LOST:
        raise SystemExit(f"more than {100 * MOST_LOST:.0f} % is lost")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
