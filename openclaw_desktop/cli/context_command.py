"""`openclaw-desktop context`: what the model is given of the workspace's files, and what is cut."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

from openclaw_desktop.context import outlook_words as words
from openclaw_desktop.context.budget import FileBudget
from openclaw_desktop.context.outlook import Outlook, Row, Session, Terms
from openclaw_desktop.desk import outlooks
from openclaw_desktop.desk.outlooks import Own
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import DesktopError, UsageError

TRIED = "from the command line"


def run(options: argparse.Namespace, engine: Engine) -> int:
    """Prints the outlook, or what is injected of one file."""
    session = _session(engine)
    own = _own(options, engine, session)
    found = outlooks.outlook(engine.context, own.terms, session)
    if options.show is not None:
        return _show(options, engine, found)
    if options.json:
        print(json.dumps(as_json(found, own), ensure_ascii=False))
    else:
        print("\n".join(_lines(found, own)))
    return 0


def _session(engine: Engine) -> Session | None:
    """The session that changed last of those OpenClaw measured sizes in."""
    rows = engine.sessions.catalogue().rows
    found = (outlooks.measured(row, row.session.key or "unnamed") for row in rows)
    return next(filter(None, found), None)


def _own(options: argparse.Namespace, engine: Engine, session: Session | None) -> Own:
    """The agent's own terms with what the options change."""
    profile = words.profile_of(options.profile) if options.profile else None
    own = outlooks.within(outlooks.own_terms(engine.context, engine.settings, profile), session)
    kind = words.kind_of(options.session_kind) or own.terms.session_kind
    own = replace(own, terms=replace(own.terms, session_kind=kind))
    if options.window:
        own = replace(own, terms=replace(own.terms, window=options.window), window_from=TRIED)
    return replace(own, profile_from=TRIED) if profile else own


def as_json(found: Outlook, own: Own) -> dict[str, Any]:
    """Every number of an outlook; what is not known is null."""
    terms = asdict(found.terms)
    return {
        **terms,
        "from": {
            "profile": own.profile_from,
            "per_file": own.per_file_from,
            "total": own.total_from,
            "window": own.window_from,
            "encoding": own.encoding_from,
        },
        "session": found.session,
        "files": [_file(row, cost) for row in found.rows if (cost := row.cost)],
        "left_out": [_left_out(row) for row in found.rows if not row.cost],
        "raw_chars": found.raw_chars,
        "injected_chars": found.injected_chars,
        "dropped_chars": found.dropped_chars,
        "tokens": found.tokens,
        "near_limit": found.near_limit,
        "parts": [{**asdict(part), "of": _share(part.tokens, found.terms)} for part in found.slices],
        "known_tokens": found.known,
        "unknown": found.unknown,
        "rest_tokens": found.rest,
        "takes_effect": found.takes_effect,
        "notes": [asdict(note) for note in words.notes(found)],
    }


def _share(tokens: int | None, terms: Terms) -> float | None:
    return tokens / terms.window if tokens is not None and terms.window else None


def _file(row: Row, cost: FileBudget) -> dict[str, Any]:
    return {
        **asdict(cost),
        "state": words.state(row),
        "about": words.about(row),
        "share": row.share,
        "in_session": row.in_session,
        "leaks": row.leaks,
        "given": _given(row),
        "cuts": [asdict(cut) for cut in row.cuts],
    }


def _left_out(row: Row) -> dict[str, Any]:
    return {
        "name": row.name,
        "path": row.path,
        "raw_chars": row.raw_chars,
        "raw_tokens": row.raw_tokens,
        "reason": row.reason,
        "given": _given(row),
    }


def _given(row: Row) -> dict[str, Any]:
    return {kind: given and asdict(given) for kind, given in row.given.items()}


def _lines(found: Outlook, own: Own) -> Iterator[str]:
    terms, limits = found.terms, found.terms.limits
    size = f"{terms.window:,} tokens" if terms.window else "unknown (--window N)"
    said = f" ({own.window_from})" if terms.window else ""
    yield f"version   {words.PROFILES[terms.profile]} ({own.profile_from})"
    yield f"session   {words.KINDS[terms.session_kind].lower()}"
    yield (
        f"limits    {limits.per_file:,} characters a file ({own.per_file_from}),"
        f" {limits.total:,} in all ({own.total_from})"
    )
    yield f"window    {size}{said}"
    yield f"tokens    {words.ESTIMATES[terms.encoding]}"
    yield f"measured  {f'in {found.session}' if found.session else 'nothing: no session has measured sizes'}"
    yield ""
    yield from _table(found)
    yield ""
    yield from _parts(found)
    for row in found.rows:
        if not row.cost:
            yield f"left out  {row.name}: {row.reason}"
    for note in words.notes(found):
        yield f"{'warning' if note.loud else 'note':<8}  {note.sentence}"


def _table(found: Outlook) -> Iterator[str]:
    rows = [("file", "on disk", "injected", "cut", "tokens", "share", "limit", "")]
    rows += [_cells(row, cost) for row in found.rows if (cost := row.cost)]
    total = (found.raw_chars, found.injected_chars, found.dropped_chars, found.tokens)
    share = _percent(_share(found.tokens, found.terms))
    rows.append(("total", *(f"{number:,}" for number in total), share, f"{found.terms.limits.total:,}", ""))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, widths, strict=True)
        aligned = [
            cell.rjust(width) if 0 < at < len(row) - 1 else cell.ljust(width)
            for at, (cell, width) in enumerate(cells)
        ]
        yield "  ".join(aligned).rstrip()


def _cells(row: Row, cost: FileBudget) -> tuple[str, ...]:
    numbers = (cost.raw_chars, cost.injected_chars, cost.dropped_chars, cost.tokens)
    unknown = row.refused and not cost.raw_chars
    shown = ["unknown" if unknown and not number else f"{number:,}" for number in numbers]
    return (
        row.name,
        *shown,
        _percent(row.share),
        f"{cost.limit:,}",
        words.state(row),
    )


def _percent(share: float | None) -> str:
    return "unknown" if share is None else f"{share:.1%}"


def _parts(found: Outlook) -> Iterator[str]:
    """The window but for the files, which the table has."""
    for part in found.slices:
        if part.kind != "bootstrap":
            size = "unknown" if part.tokens is None else f"{part.tokens:,} tokens"
            yield f"{part.name:<14}{size}"
    if found.rest is not None:
        yield f"{'left over':<14}{found.rest:,} tokens{' for what is unknown' if found.unknown else ''}"
    yield ""


def _show(options: argparse.Namespace, engine: Engine, found: Outlook) -> int:
    """Prints what is injected of a file; where it is cut goes to standard error, and not into a pipe."""
    names = {row.name.lower(): row for row in found.rows}
    row = found.row(options.show) or names.get(options.show.lower())
    if row is None:
        raise UsageError(
            f"{options.show!r} is none of the files: {', '.join(row.name for row in found.rows)}"
        )
    text = outlooks.injected(engine.context, found.terms, row.name)
    if text is None or row.cost is None:
        raise DesktopError(words.about(row))
    if options.json:
        print(json.dumps({**_file(row, row.cost), "injected": text}, ensure_ascii=False))
        return 0
    print(text)
    sys.stdout.flush()
    for line in (words.about(row), *(f"cut here: {words.place(cut)}" for cut in row.cuts)):
        print(line, file=sys.stderr)
    return 0
