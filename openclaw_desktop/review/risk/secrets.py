"""Pure: finds keys, tokens and passwords in text, and takes them out.

The patterns of `detect-secrets` are used for the vendors it knows; those of `secret_patterns` for the others
and where its own would cut a token short. Nothing is configured or verified: its settings are global, and
some of its checks call the vendor over the network.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import cast

from openclaw_desktop.review.risk import secret_patterns as own
from openclaw_desktop.review.risk.finding import excerpt
from openclaw_desktop.review.risk.secret_patterns import Check, Pattern

LONGEST_LINE = 2_000
OVERLAP = 300
"""Characters. Longer lines are looked at in pieces, since some of the library's patterns are quadratic."""

LONGEST_BLOCK = 20_000

_BLANKS = re.compile(" {4,}")  # more of them make some of the library's patterns cubic
_TOKEN_LONG = re.compile("[A-Za-z0-9+/_-]{20}")
_OTHER = re.compile(r"[^\x00-\x7f]")
_KEY_BEGINS = re.compile(r"-----BEGIN ([A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?)-----|PuTTY-User-Key-File-[23]:")
_KEY_LINES = re.compile(r"(?:[ \t>]*[A-Za-z0-9+/=]{16,}[ \t\r]*(?:\n|\Z))*")
_PUTTY_ENDS = re.compile(r"Private-MAC: *[0-9a-fA-F]+")
_JWT = re.compile(r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{5,}+\.[A-Za-z0-9_-]{5,}+(?:\.[A-Za-z0-9_-]*+)?")
_BASE64 = re.compile(r"[A-Za-z0-9+/]")


@dataclass(frozen=True, slots=True)
class Secret:
    """Where a secret stands, and of what kind it is; never the secret itself.

    `line` is 1-based, `span` is characters within it; `start` and `end` are of the whole text, since a key
    may go over many lines.
    """

    kind: str
    line: int
    span: tuple[int, int]
    start: int
    end: int
    masked: str  # its first characters and its length
    certain: bool  # False: only the word before it tells


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    end: int
    kind: str
    certain: bool = True


def scan(text: str) -> list[Secret]:
    """The secrets in `text` in their order; where two kinds fit, the more telling one.

    About half a second a megabyte.
    """
    plain = text if text.isascii() else _OTHER.sub(" ", text)
    found = [
        *_key_blocks(plain),
        *_by_pattern(plain),
        *_by_library(plain),
        *_by_word(text),
        *_bare_keys(text),
    ]
    if not found:
        return []
    breaks = [match.start() for match in re.finditer("\n", text)]
    return [_secret(text, breaks, place) for place in _without_overlaps(found)]


def redacted(text: str, secrets: Sequence[Secret]) -> str:
    """`text` with `[redacted: GitHub token]` in the place of each of `secrets`, found in this very text."""
    parts: list[str] = []
    end = 0
    for secret in sorted(secrets, key=lambda secret: secret.start):
        parts += (text[end : secret.start], f"[redacted: {secret.kind}]")
        end = secret.end
    return "".join(parts) + text[end:]


def quoted(text: str) -> str:
    """The beginning of `text` in quotes for a sentence, without the secrets in it."""
    return f"“{excerpt(redacted(text, scan(text)))}”"


def _secret(text: str, breaks: Sequence[int], place: _Found) -> Secret:
    row = bisect_right(breaks, place.start - 1)
    begin = breaks[row - 1] + 1 if row else 0
    line_end = breaks[row] if row < len(breaks) else len(text)
    value = text[place.start : place.end]
    return Secret(
        kind=place.kind,
        line=row + 1,
        span=(place.start - begin, min(place.end, line_end) - begin),
        start=place.start,
        end=place.end,
        masked=f"{value[:4] if len(value) > 16 else ''}… ({len(value)} characters)",
        certain=place.certain,
    )


def _without_overlaps(found: Sequence[_Found]) -> list[_Found]:
    """In order of place; of those that overlap, the one found by the more telling rule, which comes first."""
    ranked = sorted(enumerate(found), key=lambda pair: (pair[1].start, pair[0]))
    kept: list[tuple[int, _Found]] = []
    for rank, place in ranked:
        if kept and place.start < kept[-1][1].end:
            if rank < kept[-1][0]:
                kept[-1] = (rank, place)
            continue
        kept.append((rank, place))
    return [place for _, place in kept]


def _key_blocks(text: str) -> Iterator[_Found]:
    """Private keys, each as a whole; a header without a key below it is none."""
    position = 0
    while match := _KEY_BEGINS.search(text, position):
        position = end = match.end()
        if match[1]:
            closing = text.find(f"-----END {match[1]}-----", end, end + LONGEST_BLOCK)
            lines = _KEY_LINES.match(text, text.find("\n", end) + 1 or end)
            end = closing + len(match[1]) + 14 if closing >= 0 else lines.end() if lines else end
        elif mac := _PUTTY_ENDS.search(text, end, end + LONGEST_BLOCK):
            end = mac.end()
        body = text[match.end() : end]
        if len(_BASE64.findall(body)) >= 100 and own.entropy(body) > 4 and "..." not in body:
            yield _Found(match.start(), end, "private key")
            position = end


def _by_pattern(text: str) -> Iterator[_Found]:
    yield from _all_of(own.IN_URLS, text)
    for match in _JWT.finditer(text) if "eyJ" in text else ():
        if _is_jwt(match[0]):
            yield _Found(*match.span(), "JSON Web Token")
    for pattern in own.VENDORS:
        yield from _all_of(pattern, text)


def _all_of(pattern: Pattern, text: str) -> Iterator[_Found]:
    if any(hint in text for hint in pattern.hints):
        for match in pattern.regex.finditer(text):
            if pattern.check(match[match.lastindex or 0]):
                yield _Found(*match.span(match.lastindex or 0), pattern.kind)


def _by_library(text: str) -> Iterator[_Found]:
    for offset, piece in _pieces(_BLANKS.sub(lambda blanks: "\0" * len(blanks[0]), text)):
        for kind, regex, group, check in _library():
            for match in regex.finditer(piece):
                start, end = match.span(group)
                inside = piece[start - 1 : start].isalnum() or piece[end : end + 1].isalnum()
                if not inside and check(match[group]):
                    yield _Found(offset + start, offset + end, kind)


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """The lines that may hold a token, each with its place; long ones in pieces that overlap."""
    start = 0
    for line in text.split("\n"):
        if _TOKEN_LONG.search(line):
            for begin in range(0, max(1, len(line) - OVERLAP), LONGEST_LINE - OVERLAP):
                yield start + begin, line[begin : begin + LONGEST_LINE]
        start += len(line) + 1


def _by_word(text: str) -> Iterator[_Found]:
    """What stands behind "password:" and "token ="."""
    for match in own.AFTER_PASSWORD.finditer(text):
        start, end = _trimmed(text, *match.span("value"))
        if own.is_password(text[start:end], quoted=bool(match["quote"]), in_cell=bool(match["cell"])):
            yield _Found(start, end, "password", certain=False)
    for match in own.AFTER_TOKEN.finditer(text):
        start, end = _trimmed(text, *match.span("value"))
        if own.is_token(text[start:end]):
            yield _Found(start, end, "token or key", certain=False)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Without the marks of the sentence or the Markdown around it."""
    value = text[start:end].rstrip(".:*_)]}\\")
    return start, start + len(value)


def _bare_keys(text: str) -> Iterator[_Found]:
    """64 hexadecimal digits on a line that speaks of a private key, and phrases of twelve words and more."""
    for match in own.HEX_KEY.finditer(text):
        begin = text.rfind("\n", 0, match.start()) + 1
        before = text[max(begin, match.start() - LONGEST_LINE) : match.start()]
        if own.SAYS_KEY.search(before) and not own.is_placeholder(match[0]):
            yield _Found(*match.span(), "private key")
    for match in own.SEED_PHRASE.finditer(text):
        if len(set(match[1].split())) > 9:
            yield _Found(*match.span(1), "seed phrase")


def _is_mixed(value: str) -> bool:
    """Random, and of small and capital letters: words in capitals are not."""
    return own.is_random(value) and not value.isupper()


@cache
def _library() -> tuple[tuple[str, re.Pattern[str], int, Check], ...]:
    """Kind, pattern, group of the value, a check of it. Imported late: the library loads an HTTP client."""
    from detect_secrets.plugins import (
        artifactory,
        aws,
        azure_storage_key,
        cloudant,
        discord,
        gitlab_token,
        ibm_cloud_iam,
        ibm_cos_hmac,
        mailchimp,
        pypi_token,
        sendgrid,
        slack,
        softlayer,
        square_oauth,
    )

    detectors = (
        ("Artifactory token", artifactory.ArtifactoryDetector, 0, _is_mixed),
        ("AWS access key", aws.AWSKeyDetector, -1, own.is_drawn),
        ("Azure storage key", azure_storage_key.AzureStorageKeyDetector, 0, own.is_random),
        ("Cloudant key", cloudant.CloudantDetector, -1, own.is_random),
        ("Discord bot token", discord.DiscordBotTokenDetector, 0, own.is_random),
        ("GitLab token", gitlab_token.GitLabTokenDetector, 0, own.is_drawn),
        ("IBM Cloud key", ibm_cloud_iam.IbmCloudIamDetector, -1, own.is_random),
        ("IBM Cloud key", ibm_cos_hmac.IbmCosHmacDetector, -1, own.is_random),
        ("Mailchimp key", mailchimp.MailchimpDetector, 0, own.is_random),
        ("PyPI token", pypi_token.PypiTokenDetector, 0, own.is_random),
        ("SendGrid key", sendgrid.SendGridDetector, 0, own.is_random),
        ("Slack webhook", slack.SlackDetector, 0, own.is_random),
        ("SoftLayer key", softlayer.SoftlayerDetector, -1, own.is_random),
        ("Square secret", square_oauth.SquareOAuthDetector, 0, own.is_random),
    )
    return tuple(
        (kind, regex, min(regex.groups, 1) if group < 0 else group, check)
        for kind, detector, group, check in detectors
        for regex in cast("Sequence[re.Pattern[str]]", detector.denylist)
    )


def _is_jwt(value: str) -> bool:
    from detect_secrets.plugins.jwt import JwtTokenDetector

    return JwtTokenDetector.is_formally_valid(value)
