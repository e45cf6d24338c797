"""What every test of an agent's own index may ask for."""

from __future__ import annotations

from pathlib import Path

import pytest
from agent_states import NewState, State


@pytest.fixture
def new_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> NewState:
    """Makes the state directory that OpenClaw is found in."""

    def make(era: str) -> State:
        state = State(tmp_path / "state", era)
        monkeypatch.setenv("OPENCLAW_STATE_DIR", str(state.folder))
        return state

    return make
