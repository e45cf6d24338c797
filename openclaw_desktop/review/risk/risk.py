"""Pure: what a reviewer should notice about a change by itself, put together."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from openclaw_desktop.review.proposal import Who
from openclaw_desktop.review.risk.finding import Finding, Subject, Weight
from openclaw_desktop.review.risk.hidden import hidden
from openclaw_desktop.review.risk.injection import injection
from openclaw_desktop.review.risk.machine import machine
from openclaw_desktop.review.risk.past_notes import shrinks
from openclaw_desktop.review.risk.secrets import Secret, scan
from openclaw_desktop.workspace.layout import FileKind, kind_of

_LOUDEST_FIRST = (Weight.LOUD, Weight.NORMAL, Weight.QUIET)


def findings(
    before: str | None, after: str | None, *, path: str, origin: Who, now_date: date
) -> list[Finding]:
    """All that needs no index: new secrets and hidden text, doubtful wording, lost records, machine's parts.

    None stands for no such file.
    """
    instructs = kind_of(path) is FileKind.BOOTSTRAP
    found = [
        *(_secrets(before, after) if after is not None else ()),
        *(hidden(before, after) if after is not None else ()),
        *shrinks(before, after, path=path, now_date=now_date),
        *machine(before, after, origin=origin),
        *(injection(before, after, origin=origin, instructs=instructs) if after is not None else ()),
    ]
    return ordered(found)


def ordered(found: Iterable[Finding]) -> list[Finding]:
    """The loudest first; within a weight as they came, so that groups stay together."""
    return sorted(found, key=lambda finding: _LOUDEST_FIRST.index(finding.weight))


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
