"""A session that goes while somebody looks at it."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from session_values import Sessions


@pytest.mark.parametrize("listed", [True, False])
def test_a_session_that_goes_while_it_is_shown_stays_and_it_is_said(
    sessions: Sessions, state: Path, qtbot: QtBot, listed: bool
) -> None:
    sessions.open("607e")
    path = next((state / "agents" / "main" / "sessions").glob("607e*.jsonl"))
    names, data = path.with_name("sessions.json"), path.read_bytes()
    path.unlink()
    if not listed:
        names.unlink()
    sessions.page.refresh()
    remarks = sessions.page.session.remarks
    qtbot.waitUntil(lambda: "still shown" in " ".join(remarks.sentences), timeout=10_000)
    assert sessions.page.session.timeline.isVisible()
    path.write_bytes(data)
    sessions.page.refresh()
    qtbot.waitUntil(lambda: "still shown" not in " ".join(remarks.sentences), timeout=10_000)
