"""The main job, done at the screen: open the sample, search in two languages, approve a change."""

from __future__ import annotations

import contextlib
import json
from typing import Any

from linux.person import Person
from linux.room import wait_for

QUESTIONS = {"english": "which port does the database pooler use", "chinese": "冬茶的价格"}
PROPOSED = "port 6433"
"""What the first proposal for MEMORY.md writes, and what the file does not say before."""

REVIEW_BUTTON = (25, 211)
"""Where "Review" stands in the rail on the left, in a window that fills the screen."""


def walk(person: Person) -> None:
    """With the program on the screen; leaves with a sentence at the first step that goes wrong."""
    wait_for("a file of the sample in front", lambda: ".md" in person.title(), 60)
    person.picture("1-opened")
    wait_for("the index", lambda: _is_complete(person), pause=3)
    person.picture("2-indexed")
    for language, question in QUESTIONS.items():
        _search(person, language, question)
    _approve(person)


def _search(person: Person, language: str, question: str) -> None:
    """Asks and opens the first hit: its file must be the one the command line finds first."""
    person.keys("ctrl+shift+f")
    wait_for("Search in the title", lambda: person.title().startswith("Search"), 60, pause=0.5)
    person.keys("ctrl+a")
    person.types(question)
    person.keys("Return")
    expected = _asked(person, "search", question)["results"][0]["path"]
    person.picture(f"3-search-{language}")
    wait_for(f"{expected} to be opened", lambda: _opens(person, expected), 120, pause=1)
    print(f"searched for {question!r} and opened {expected}")


def _opens(person: Person, path: str) -> bool:
    """Goes from the question to the hits and opens the first, if they are there yet."""
    person.keys("Down", "Return")
    return person.title().startswith(path.rsplit("/", maxsplit=1)[-1])


def _approve(person: Person) -> None:
    """Looks at what waits and accepts the first of it: the file on disk must be what was proposed."""
    before = {one["id"] for one in _asked(person, "proposals")}
    memory = person.room.inside(f"{person.workspace}/MEMORY.md")
    if PROPOSED in memory.read_text(encoding="utf-8"):
        raise SystemExit("MEMORY.md holds the change before anybody approved it")
    person.clicks(*REVIEW_BUTTON)
    wait_for("Review in the title", lambda: "Review" in person.title(), 60, pause=0.5)
    person.picture("4-review")
    left = wait_for("a decision", lambda: _accepts(person, before), 120)
    person.picture("5-approved")
    if PROPOSED not in memory.read_text(encoding="utf-8"):
        raise SystemExit("what was approved is not in MEMORY.md")
    print(f"approved {len(before) - len(left)} of {len(before)} proposals; MEMORY.md says {PROPOSED!r} now")


def _accepts(person: Person, before: set[str]) -> set[str] | None:
    """Presses the letter for it, which does nothing while the proposal is still being checked.

    Then it waits: pressed once more while the first is being written, the letter would accept the next one.
    """
    person.keys("a")
    with contextlib.suppress(SystemExit):
        return wait_for("a decision", lambda: _fewer(person, before), 10, pause=1)
    return None


def _fewer(person: Person, before: set[str]) -> set[str] | None:
    now = {one["id"] for one in _asked(person, "proposals")}
    return now if len(now) < len(before) else None


def _is_complete(person: Person) -> bool:
    status = _asked(person, "status")
    return (
        bool(status["chunks"])
        and status["chunks_with_vectors"] >= status["chunks"]
        and not status["outdated"]
    )


def _asked(person: Person, command: str, *more: str) -> Any:
    """What a command of the program's answers about the sample."""
    return json.loads(
        person.room.ask(person.command, command, "--json", "--workspace", person.workspace, *more)
    )
