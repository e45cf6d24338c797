"""Sessions of a database that cannot be read, from a shell."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from openclaw_desktop.cli import run

STATE = Path(__file__).parents[1] / "data" / "openclaw" / "state-2026.9"


def test_a_session_that_is_not_found_may_be_in_what_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    state = tmp_path / "state"
    shutil.copytree(STATE, state)
    root = state / "workspace"
    config = {"agents": {"list": [{"id": "main", "workspace": str(root)}]}}
    (state / "openclaw.json").write_text(json.dumps(config), encoding="utf-8")
    (state / "agents" / "main" / "agent" / "openclaw-agent.sqlite").write_bytes(b"no database" * 500)
    monkeypatch.setenv("OPENCLAW_STATE_DIR", str(state))
    assert run(["timeline", "607e", "--workspace", str(root)]) == 2
    said = capsys.readouterr().err
    assert "there is no session '607e'" in said
    assert "openclaw-agent.sqlite is damaged" in said
