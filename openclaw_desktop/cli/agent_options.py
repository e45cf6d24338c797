"""What can be typed after the commands that look into an agent's own index."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path


def add_agent_commands(add: Callable[..., argparse.ArgumentParser], *, named: Callable[[str], Path]) -> None:
    """Adds both commands; `named` reads a path."""
    index = add(
        "agent-index",
        help="the agent's own index: what it is made of, and what it lacks",
        description="Says of the agent whose workspace it is: which model made its index, what is in it, what"
        " is on disk and not in it, where it was made otherwise than configured, and every parameter of its"
        " search. Nothing of OpenClaw's is written or locked.",
    )
    index.add_argument("place", nargs="?", type=named, metavar="PATH", help="as --workspace")
    index.add_argument(
        "--key",
        metavar="FILE",
        help="keep the key for the setting agent.endpoint in the system's keyring, or with an empty file take"
        " it away; - is standard input",
    )

    search = add(
        "agent-search",
        help="ask the agent's own index, as the agent does",
        description="Answers a question out of the index of the agent whose workspace it is, as the agent's"
        " own memory_search does: by the rules of its version and by its openclaw.json.",
    )
    search.add_argument("query", metavar="QUERY", help="the question")
    search.add_argument("--max-results", type=int, metavar="N", help="how many hits (default as configured)")
    search.add_argument(
        "--min-score", type=float, metavar="X", help="hits under this are left out (default as configured)"
    )
    search.add_argument(
        "--corpus",
        choices=("memory", "sessions", "all"),
        help="where it looks (default as the agent: 2026.9 into memory, 2026.2 into all it has indexed)",
    )
    search.add_argument("--now", metavar="TIME", help="when it is asked, for the decay (default now)")
    search.add_argument("--explain", action="store_true", help="say step by step how each score came about")
