"""Pure: a file that crosses, with this change, what OpenClaw injects of it."""

from __future__ import annotations

from openclaw_desktop.review.risk.finding import Finding, Subject, Weight

NEAR = 0.85
"""Of the limit; from here on a person is told."""


def over_limit(
    path: str, *, chars_before: int | None, chars_after: int | None, limit: int, cut: str
) -> list[Finding]:
    """Whether `path` is still injected whole. Counts are UTF-16 code units as OpenClaw takes them.

    None stands for a file that is not injected; `cut` is the text that would not reach the model.
    """
    if chars_after is None or chars_after <= NEAR * limit:
        return []
    over = f"{chars_after:,} characters, and its limit is {limit:,}"
    was_cut = chars_before is not None and chars_before > limit
    if chars_after <= limit and not cut:
        if chars_before is not None and chars_before > NEAR * limit:
            return []
        sentence = f"{path} comes near its limit: {chars_after:,} of {limit:,} characters."
        return [Finding(Subject.BUDGET, Weight.QUIET, sentence)]
    if was_cut:
        if chars_after <= (chars_before or 0):
            return []
        sentence = f"{path} was cut already and grows: it has {over}."
        return [Finding(Subject.BUDGET, Weight.NORMAL, sentence, cut=cut)]
    sentence = f"{path} will not be injected whole any more: it has {over}."
    return [Finding(Subject.BUDGET, Weight.LOUD, sentence, cut=cut)]
