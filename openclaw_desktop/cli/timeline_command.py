"""`openclaw-desktop timeline SESSION`: how the window filled, what left it, and what other rules would do."""

from __future__ import annotations

import argparse
import json
from datetime import UTC, datetime
from pathlib import Path

from openclaw_desktop.atomic import write_atomically
from openclaw_desktop.cli import timeline_json, timeline_text
from openclaw_desktop.cli.session_account import Account, account
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import WriteFailedError, reason_of


def run(options: argparse.Namespace, engine: Engine) -> int:
    """Prints the account of one session, and draws it where a picture is asked for."""
    found = account(options, engine)
    if options.png:
        _draw(found, options.png)
    if options.json:
        picture = {"png": str(options.png)} if options.png else {}
        print(json.dumps({**timeline_json.as_json(found), **picture}, ensure_ascii=False))
        return 0
    print("\n".join(timeline_text.lines(found)))
    if options.png:
        print(f"\nthe picture is in {options.png}")
    return 0


def _draw(found: Account, path: Path) -> None:
    from openclaw_desktop.ui.app import timeline_picture  # here, because Qt takes half a second to load

    data = timeline_picture(
        found.opened,
        found.own.rules if found.own else None,
        missed=found.missed,
        played=found.tried,
        now=datetime.now(UTC).astimezone(),
    )
    try:
        write_atomically(path, data)
    except OSError as error:
        raise WriteFailedError(str(path), f"{path} could not be written: {reason_of(error)}.") from error
