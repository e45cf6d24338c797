"""Pure: takes secrets out of a text that is no longer the one they were found in, and puts them back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from openclaw_desktop.review.risk.finding import Finding
from openclaw_desktop.review.risk.secrets import redacted, scan

STAND_IN = re.compile(r"\[redacted: [^\]\n]*\]")
"""What stands where a secret was taken out."""


@dataclass(frozen=True, slots=True)
class Redactions:
    """What was taken out of one text.

    `behind` is what stood where each of the text's stand-ins stands now, in their order; None for one that
    was there before. `values` are the secrets that findings are about.
    """

    behind: tuple[str | None, ...] = ()
    values: tuple[tuple[Finding, str], ...] = ()

    @property
    def findings(self) -> frozenset[Finding]:
        """Those whose secret is taken out."""
        return frozenset(finding for finding, _ in self.values)

    def value_of(self, finding: Finding) -> str:
        """The secret it is about."""
        return next(value for known, value in self.values if known == finding)

    def line_of(self, text: str, finding: Finding) -> int:
        """The first line (1-based) of `text` in which something stands in for it; 0 when none does."""
        value = self.value_of(finding)
        places = zip(STAND_IN.finditer(text), self._behind(text), strict=True)
        at = next((place.start() for place, behind in places if behind == value), None)
        return 0 if at is None else text.count("\n", 0, at) + 1

    def _behind(self, text: str) -> tuple[str | None, ...]:
        """What is behind the stand-ins of `text`; nothing is known once a person took or made one."""
        count = len(STAND_IN.findall(text))
        return self.behind if count == len(self.behind) else (None,) * count

    def take_out(
        self, text: str, finding: Finding, *, proposed: str, others: Iterable[Finding]
    ) -> tuple[str, Redactions]:
        """`text` without the secret that was found in `proposed`, wherever it stands now.

        What a person ticked or typed may have moved it to other lines, or taken it out already. `others` are
        findings that may be about the same secret. About a second a megabyte.
        """
        known = _secrets_of(proposed)
        meant = known.get((finding.line, finding.span))
        there = [secret for secret in scan(text) if meant and text[secret.start : secret.end] == meant]
        before = zip(STAND_IN.finditer(text), self._behind(text), strict=True)
        places = [(place.start(), value) for place, value in before]
        places += [(secret.start, meant) for secret in there]
        same = [f for f in (finding, *others) if meant and known.get((f.line, f.span)) == meant]
        about = dict.fromkeys(f for f in same if f not in self.findings)
        return redacted(text, there), Redactions(
            tuple(value for _, value in sorted(places, key=lambda place: place[0])),
            (*self.values, *((one, meant or "") for one in about)),
        )

    def put_back(self, text: str, finding: Finding) -> tuple[str, Redactions] | None:
        """`text` with a secret where it was; None where nothing stands in for it any more."""
        value = self.value_of(finding)
        behind = self._behind(text)
        if value not in behind:
            return None
        known = iter(behind)

        def written(place: re.Match[str]) -> str:
            return value if next(known) == value else place[0]

        return STAND_IN.sub(written, text), Redactions(
            tuple(stood for stood in behind if stood != value),
            tuple(pair for pair in self.values if pair[1] != value),
        )


NONE = Redactions()


def _secrets_of(text: str) -> dict[tuple[int | None, tuple[int, int] | None], str]:
    """The secrets of a text by their line and span, as findings give them."""
    return {(secret.line, secret.span): text[secret.start : secret.end] for secret in scan(text)}
