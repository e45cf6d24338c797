"""The process that embeds, spoken to directly: of the frozen program or of this checkout."""

from __future__ import annotations

import array
import contextlib
import subprocess
import sys
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any, cast

from openclaw_desktop import resources
from openclaw_desktop.index.frames import read_frame, write_frame
from openclaw_desktop.index.model_process import CHILD_OPTION
from project import NAME

MODEL = (str(resources.bundled_model()), "1", "512", "1")
"""The bundled model, on one thread, with 512 tokens and the mean of them."""

OF_CHECKOUT = [sys.executable, "-P", "-m", "openclaw_desktop.index.embedder_child", *MODEL]


def of_program(folder: Path) -> list[str]:
    """The command that starts the process of the program in `folder`."""
    return [str(folder / NAME), CHILD_OPTION, *MODEL]


@contextlib.contextmanager
def started(command: Sequence[str]) -> Generator[subprocess.Popen[bytes]]:
    """A running process whose model is loaded; leaves with a sentence when it cannot be."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        header, _ = read_frame(cast("Any", process.stdout))
        if "unusable" in header:
            raise SystemExit(header["unusable"])
        yield process
    except EOFError:
        raise SystemExit(f"{command[0]} died with exit code {process.wait()}") from None
    finally:
        process.kill()
        process.wait()


def vectors(process: subprocess.Popen[bytes], texts: Sequence[str]) -> list[array.array[float]]:
    """One vector a text, of its beginning."""
    request = {"texts": list(texts), "prefix": "passage: ", "whole": True}
    write_frame(cast("Any", process.stdin), request)
    payload = array.array("f", read_frame(cast("Any", process.stdout))[1])
    width = len(payload) // len(texts)
    return [payload[start : start + width] for start in range(0, len(payload), width)]
