"""Pure: where an agent's memory failed it, each place with a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from openclaw_desktop.context.recall.answers import Outcome
from openclaw_desktop.context.recall.calls import Call
from openclaw_desktop.context.recall.past import Failing, Past, Trouble
from openclaw_desktop.context.recall.repeats import earlier_alike, words


def failings(pasts: Sequence[Past]) -> list[tuple[Failing, ...]]:
    """The troubles of each of these calls, which come in the order of asking."""
    searches = [past for past in pasts if past.call.kind == "search" and past.call.question]
    before = earlier_alike([words(past.call.question) for past in searches])
    repeats = {
        past.id: searches[earlier]
        for past, earlier in zip(searches, before, strict=True)
        if earlier is not None
    }
    return [(*_alone(past.call), *_again(past, repeats.get(past.id))) for past in pasts]


def _alone(call: Call) -> Iterator[Failing]:
    """What is wrong with a call by itself."""
    answer = call.answer
    if answer.outcome is Outcome.NOTHING and call.kind == "search":
        yield Failing(Trouble.NOTHING, "It found nothing.")
    elif answer.outcome is Outcome.NOTHING:
        yield Failing(Trouble.NOTHING, "The file was not there, or it was empty.")
    elif answer.outcome in (Outcome.UNAVAILABLE, Outcome.FAILED):
        why = f": {answer.error.rstrip('.')}." if answer.error else "; it does not say why."
        yield Failing(Trouble.UNAVAILABLE, f"The memory did not answer{why}")
    elif call.kind == "search" and _is_unread(call):
        yield Failing(
            Trouble.UNREAD,
            "None of the files it found was read in the same turn: what the answer quotes had to do, or"
            " nobody used it.",
        )


def _is_unread(call: Call) -> bool:
    files = {hit.path for hit in call.answer.hits if hit.source != "sessions" and hit.path.endswith(".md")}
    return bool(files) and files.isdisjoint(call.reads)


def _again(past: Past, other: Past | None) -> Iterator[Failing]:
    """That the same was asked before."""
    if other is None:
        return
    here = "in this session" if other.session.id == past.session.id else "in another session"
    when = ""
    if past.call.at and other.call.at:
        when = f" {_span(past.call.at - other.call.at)} earlier"
    sentence = f"The same was asked{when} {here}."
    if _plain(other.call.question) != _plain(past.call.question):
        sentence = f"Nearly the same was asked{when} {here}: “{other.call.question}”."
    yield Failing(Trouble.REPEATED, sentence, other.id)


def _plain(question: str) -> str:
    return " ".join(question.casefold().split())


def _span(passed: timedelta) -> str:
    """A span in its largest unit."""
    seconds = max(0, int(passed.total_seconds()))
    for unit, size in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if (count := seconds // size) > 0:
            return f"{count:,} {unit}{'' if count == 1 else 's'}"
    return "moments"
