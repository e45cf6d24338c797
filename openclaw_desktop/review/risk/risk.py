"""Pure: what a reviewer should notice about a change, put together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from openclaw_desktop.review.proposal import Who
from openclaw_desktop.review.risk.budget import budget
from openclaw_desktop.review.risk.departures import departures, departures_summary
from openclaw_desktop.review.risk.duplicates import duplicates
from openclaw_desktop.review.risk.finding import Finding, Subject, Weight, counted
from openclaw_desktop.review.risk.hidden import hidden
from openclaw_desktop.review.risk.injection import injection
from openclaw_desktop.review.risk.machine import machine
from openclaw_desktop.review.risk.past_notes import shrinks
from openclaw_desktop.review.risk.secrets import Secret, scan
from openclaw_desktop.review.risk.secrets import redacted as _redacted

__all__ = [
    "Finding",
    "Subject",
    "Weight",
    "budget",
    "departures",
    "departures_summary",
    "duplicates",
    "findings",
    "ordered",
    "redacted",
    "summary",
]

_LOUDEST_FIRST = (Weight.LOUD, Weight.NORMAL, Weight.QUIET)

_NAMES = {
    Subject.SECRET: ("secret", "secrets"),
    Subject.HIDDEN: ("hidden text", "hidden texts"),
    Subject.INJECTION: ("doubtful wording", "doubtful wordings"),
    Subject.DUPLICATE: ("duplicate", "duplicates"),
    Subject.CONTRADICTION: ("contradiction", "contradictions"),
    Subject.LEFT: ("departure", "departures"),
    Subject.SHRINKS: ("past note shrinks", "past notes shrink"),
    Subject.MACHINE: ("machine-owned part", "machine-owned parts"),
    Subject.BUDGET: ("over its limit", "over its limit"),
}


def findings(
    before: str | None, after: str | None, *, path: str, origin: Who, now_date: date, muted: frozenset[str]
) -> list[Finding]:
    """All that needs no index: new secrets and hidden text, doubtful wording, lost records, machine's parts.

    None stands for no such file; `muted` holds the subjects a person does not want to hear of for this file.
    """
    found = [
        *(_secrets(before, after) if after is not None else ()),
        *(hidden(before, after) if after is not None else ()),
        *shrinks(before, after, path=path, now_date=now_date),
        *machine(before, after, origin=origin),
        *(injection(before, after, origin=origin) if after is not None else ()),
    ]
    return ordered(finding for finding in found if finding.subject not in muted)


def ordered(found: Iterable[Finding]) -> list[Finding]:
    """The loudest first; within a weight as they came, so that groups stay together."""
    return sorted(found, key=lambda finding: _LOUDEST_FIRST.index(finding.weight))


def redacted(text: str, finding: Finding) -> str:
    """`text` with the secret that `finding` is about taken out; unchanged when it is not there any more."""
    if finding.subject is not Subject.SECRET:
        return text
    return _redacted(text, [s for s in scan(text) if (s.line, s.span) == (finding.line, finding.span)])


def summary(found: Sequence[Finding]) -> tuple[Weight | None, str]:
    """The heaviest weight, and a short text for a row of the queue: "1 secret, 12 departures"."""
    if not found:
        return None, ""
    worst = min((finding.weight for finding in found), key=_LOUDEST_FIRST.index)
    told = [finding for finding in found if not finding.members or finding.subject is not Subject.LEFT]
    parts: list[str] = []
    for subject in Subject:
        number = sum(finding.subject is subject for finding in told)
        if number:
            name = _NAMES[subject]
            parts.append(name[0] if subject is Subject.BUDGET else counted(number, *name))
    return worst, ", ".join(parts)


def _secrets(before: str | None, after: str) -> list[Finding]:
    """The secrets of `after` that `before` has nowhere."""
    known = before or ""
    return [_secret(secret) for secret in scan(after) if after[secret.start : secret.end] not in known]


def _secret(secret: Secret) -> Finding:
    if secret.certain:
        sentence = (
            f"This is {_a(secret.kind)}: {secret.masked}. Once accepted it stays in the history of versions,"
            " even after it is deleted: redact it, and replace it where it is used."
        )
    else:
        sentence = (
            f"This looks like {_a(secret.kind)}: {secret.masked}. If it is, redact it; the history keeps it."
        )
    weight = Weight.LOUD if secret.certain else Weight.NORMAL
    return Finding(Subject.SECRET, weight, sentence, line=secret.line, span=secret.span)


def _a(kind: str) -> str:
    """The kind with its article, by its first sound: "an API key", "an SSH key", "a GitHub token"."""
    spelled = kind.split(maxsplit=1)[0].isupper()
    vowel = kind[0] in "AEFHILMNORSX" if spelled else kind[0].lower() in "aeio"
    return f"{'an' if vowel else 'a'} {kind}"
