"""The process of the model is given the way to the package only where it needs it."""

from __future__ import annotations

import sys

import pytest

from openclaw_desktop.index.model_process import ModelProcess

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
