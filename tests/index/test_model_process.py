"""The model's process: what it is given to find the package by, and how a conversation with it ends."""

from __future__ import annotations

import sys

import pytest

from openclaw_desktop.index import model_process
from openclaw_desktop.index.model_process import ModelProcess, ProcessDiedError

TELLS_ITS_PATH = (
    "import json, os, struct, sys\n"
    "body = json.dumps({'path': os.environ.get('PYTHONPATH'), 'bytes': 0}).encode()\n"
    "sys.stdout.buffer.write(struct.pack('>I', len(body)) + body)\n"
)


def path_of_child() -> str | None:
    process = ModelProcess([sys.executable, "-c", TELLS_ITS_PATH])
    try:
        return process.receive()[0]["path"]
    finally:
        process.end()


def test_a_frozen_program_holds_its_package_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    assert path_of_child() is None


def test_what_a_person_put_into_the_path_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.setenv("PYTHONPATH", "/somewhere")
    assert path_of_child() == "/somewhere"


def test_an_answer_nobody_waited_for_is_never_taken_for_the_next_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    process = ModelProcess([sys.executable, "-c", TELLS_ITS_PATH])

    def twice() -> None:  # what was sent already may still be read
        process.receive()
        process.receive()

    try:
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(model_process, "read_frame", interrupted)
            with pytest.raises(KeyboardInterrupt):
                process.receive()
        with pytest.raises(ProcessDiedError):
            twice()
    finally:
        process.end()
