"""`openclaw-desktop search`: one question, or a file of them."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any, cast

from openclaw_desktop import settings
from openclaw_desktop.cli.progress import Progress, everything_complete, keywords_complete
from openclaw_desktop.cli.reading import named, text_of
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import DesktopError, SettingsError, UsageError
from openclaw_desktop.events import IndexPhase, IndexState
from openclaw_desktop.search import explain
from openclaw_desktop.search.ranking import Answer

SNIPPET_LENGTH = 200


def run(options: argparse.Namespace, engine: Engine, progress: Progress) -> int:
    """Searches once every file can be found by its words, with the vectors there are."""
    if (options.query is None) == (options.batch is None):
        raise UsageError("search takes a question, or --batch FILE")
    overrides = _overrides(options)
    now = moment(options.now) if options.now else datetime.now(UTC)
    batch = None if options.batch is None else questions(options.batch)
    wanted = [(options.query, None)] if batch is None else batch.asked
    _check(engine, options.preset, overrides, now)
    for problem in batch.problems if batch else ():
        print(f"openclaw-desktop: {problem}", file=sys.stderr)
    failed = batch is not None and bool(batch.problems)
    if failed and not wanted:
        return DesktopError.exit_code
    engine.start(watch=False)
    state = progress.wait(keywords_complete)
    if state.phase is IndexPhase.STOPPED:
        raise DesktopError(state.sentence)
    if not everything_complete(state):
        print(f"openclaw-desktop: {_incomplete(state)}", file=sys.stderr)
    for text, asked in wanted:
        question = engine.question(text, now=asked or now, preset=options.preset, **overrides)
        answer = engine.search(question)
        if options.json or batch is not None:
            print(json.dumps(explain.as_json(answer), ensure_ascii=False), flush=True)
        else:
            print_answer(answer, explained=options.explain)
    return DesktopError.exit_code if failed else 0


def _overrides(options: argparse.Namespace) -> dict[str, Any]:
    given: dict[str, Any] = {"limit": options.limit, "min_score": options.min_score}
    overrides = {key: value for key, value in given.items() if value is not None}
    known = search_keys()
    keys = ", ".join(known)
    for pair in cast("list[str]", options.set):
        key, separator, value = pair.partition("=")
        if not separator:
            raise UsageError(f"--set takes KEY=VALUE, not {pair!r}; the keys are {keys}")
        name = key.strip().removeprefix("search.")
        if name not in known:
            raise UsageError(f"--set knows no search setting {name!r}; the keys are {keys}")
        overrides[name] = value.strip()
    return overrides


def search_keys() -> list[str]:
    """What --set takes; the preset has an option of its own."""
    keys = (option.key for option in settings.options() if option.key.startswith("search."))
    return sorted(key.removeprefix("search.") for key in keys if key != "search.preset")


def moment(text: str) -> datetime:
    """A date, or a date and time; without a zone it is UTC."""
    try:
        if len(text) == len("2026-03-01"):
            return datetime.combine(date.fromisoformat(text), time(), UTC)
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise UsageError(f"{text!r} is no date like 2026-03-01 or 2026-03-01T12:00:00Z") from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _check(engine: Engine, preset: str | None, overrides: dict[str, Any], now: datetime) -> None:
    """Refuses what makes no question before anything is started."""
    try:
        engine.question("", now=now, preset=preset, **overrides)
    except SettingsError as error:
        raise UsageError(str(error)) from error


@dataclass(frozen=True, slots=True)
class Batch:
    """Questions, each with its time if it has one, and a sentence for each line that is none."""

    asked: list[tuple[str, datetime | None]]
    problems: list[str]


def questions(source: str) -> Batch:
    """Every line of a file or of standard input. Raises UsageError where it cannot be read."""
    batch = Batch([], [])
    for number, line in enumerate(text_of(source, option="--batch").split("\n"), 1):
        try:
            if line.strip():
                batch.asked.append(_asked(line, f"{named(source)}:{number}"))
        except UsageError as error:
            batch.problems.append(str(error))
    return batch


def _asked(line: str, where: str) -> tuple[str, datetime | None]:
    try:
        row: Any = json.loads(line)
        text, now = row["query"], row.get("now")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UsageError(f'{where} is no JSON object with a "query"') from error
    if not isinstance(text, str):
        raise UsageError(f'{where} has a "query" that is no text')
    try:
        return text, None if now is None else moment(str(now))
    except UsageError as error:
        raise UsageError(f"{where}: {error}") from error


def _incomplete(state: IndexState) -> str:
    if state.keywords_only:
        return state.sentence
    return f"meaning is known of {state.vectors_done:,} of {state.vectors_total:,} passages so far"


def print_answer(answer: Answer, *, explained: bool) -> None:
    """The hits for a person, each with what made its score; `explained`: step by step, and what is below."""
    if answer.nothing_relevant:
        print(answer.nothing_relevant)
    for number, hit in enumerate(answer.hits, 1):
        found = hit.candidate
        print(f"{number:>2}  {hit.score:.3f}  {found.path} · {found.start_line}-{found.end_line}")
        parts = "  ".join(f"{part.name} {part.amount:+.3f}" for part in explain.bars(hit))
        print(f"    {parts}")
        if explained:
            for sentence in explain.waterfall(answer, hit):
                print(f"      {sentence}")
        else:
            print(f"    {' '.join(found.text.split())[:SNIPPET_LENGTH]}")
    if explained:
        for below in answer.below:
            found = below.hit.candidate
            place = f"{found.path} · {found.start_line}-{found.end_line}"
            print(f" –  {below.hit.score:.3f}  {place}  {below.reason}")
