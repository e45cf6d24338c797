"""Stands in for the model's process: `fake_child.py MODE COUNTER`, where each start adds a byte to COUNTER.

It leaves on texts that hold DIE, waits for ever on HANG, has no vector for NOTHING. MODE is how it begins.
"""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

import numpy as np

from openclaw_desktop.index.frames import read_frame, write_frame


def main(mode: str, counter: str) -> None:
    with Path(counter).open("ab") as file:
        file.write(b".")
    if mode == "unusable":
        write_frame(sys.stdout.buffer, {"unusable": "The model is made of cheese."})
        return
    if mode == "dies":
        print("GGML_ASSERT(cheese) failed", file=sys.stderr)
        os._exit(3)
    write_frame(sys.stdout.buffer, {"dimensions": 2})
    while True:
        request, _ = read_frame(sys.stdin.buffer)
        texts = request["texts"]
        if any("DIE" in text for text in texts) or mode == "dies of every text":
            os._exit(3)
        if any("HANG" in text for text in texts):
            write_frame(sys.stderr.buffer, {})
            threading.Event().wait()
        embedded = [text for text in texts if "NOTHING" not in text]
        vectors = np.array([[3.0, 4.0] for _ in embedded], np.float32)
        spans = [[[0, len(text)]] if text in embedded else [] for text in texts]
        write_frame(sys.stdout.buffer, {"spans": spans}, vectors.tobytes())


if __name__ == "__main__":
    main(*sys.argv[1:])
