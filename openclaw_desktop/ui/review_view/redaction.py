"""Pure: takes a secret out of a text that is no longer the one it was found in."""

from __future__ import annotations

from openclaw_desktop.review.risk.finding import Finding
from openclaw_desktop.review.risk.secrets import redacted, scan


def taken_out(text: str, finding: Finding, *, proposed: str) -> str:
    """`text` without the secret that was found in `proposed`, wherever it stands now.

    What a person ticked or typed may have moved it to other lines, or taken it out already. About a second
    a megabyte.
    """
    meant = {
        proposed[secret.start : secret.end]
        for secret in scan(proposed)
        if (secret.line, secret.span) == (finding.line, finding.span)
    }
    return redacted(text, [secret for secret in scan(text) if text[secret.start : secret.end] in meant])
