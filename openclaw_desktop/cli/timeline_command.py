"""`openclaw-desktop timeline SESSION`: how the window filled, what left it, and what other rules would do."""

from __future__ import annotations

import argparse
import json

from openclaw_desktop.cli import timeline_json, timeline_text
from openclaw_desktop.cli.session_account import account
from openclaw_desktop.engine import Engine


def run(options: argparse.Namespace, engine: Engine) -> int:
    """Prints the account of one session."""
    found = account(options, engine)
    if options.json:
        print(json.dumps(timeline_json.as_json(found), ensure_ascii=False))
    else:
        print("\n".join(timeline_text.lines(found)))
    return 0
