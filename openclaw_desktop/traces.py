"""Pure: what may be written down of an error nobody caught.

Its message may quote what it failed at: a person's text, which belongs into no log and no report.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterator

LEFT_OUT = "…"
LONGEST_MESSAGE = 200

OF_PROGRAMS = (AttributeError, ImportError, NameError, TypeError)
"""What these quote are names in a program."""

_QUOTED = re.compile(r"['\"“‘`](?:.*['\"”’`]|.*)")
_AND_THEN = "\nThat led to:\n\n"


def trace(error: BaseException) -> str:
    """Where `error` and what led to it were raised, the last one last; without what their messages quote."""
    return _AND_THEN.join(reversed([_one(each) for each in _chain(error)]))


def _chain(error: BaseException) -> Iterator[BaseException]:
    """`error`, and what led to it, as Python would tell it."""
    seen = set[int]()
    following: BaseException | None = error
    while following is not None and id(following) not in seen:
        seen.add(id(following))
        yield following
        context = None if following.__suppress_context__ else following.__context__
        following = following.__cause__ or context


def _one(error: BaseException) -> str:
    places = "".join(traceback.format_tb(error.__traceback__))
    head = f"Traceback (most recent call last):\n{places}" if places else ""
    within: tuple[BaseException, ...] = getattr(error, "exceptions", ())  # of a group
    parts = [f"{trace(each)}\nIt was one of:\n\n" for each in within]
    return "".join([*parts, head, _last_line(error), "\n"])


def _last_line(error: BaseException) -> str:
    """ "ValueError: …": of what it says the first line, with a gap from the first quotation to the last."""
    kind, colon, said = traceback.format_exception_only(error)[0].strip().partition(": ")
    if not isinstance(error, OF_PROGRAMS):
        said = _QUOTED.sub(LEFT_OUT, said.split("\n")[0])
    return kind + colon + (said if len(said) <= LONGEST_MESSAGE else said[:LONGEST_MESSAGE] + LEFT_OUT)
