"""Pure: what a change brings that a person does not see in the rendered text, while a model reads it."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Sequence

from openclaw_desktop.review.risk.added_lines import added_lines, fenced
from openclaw_desktop.review.risk.finding import Finding, Subject, Weight, excerpt
from openclaw_desktop.review.risk.invisible import invisible
from openclaw_desktop.review.risk.lookalikes import foreign_letters, is_foreign, lookalikes
from openclaw_desktop.review.risk.secret_patterns import entropy
from openclaw_desktop.review.risk.secrets import quoted, scan

LONGEST_ANNOTATION = 300
"""Characters; OpenClaw's own comments are shorter by far."""

LONG_BASE64 = 500
SHORT_BASE64 = 40

_OWN_COMMENT = re.compile(
    r"\s*(?:(?:trigger|importance|project)\s*:[^\n]*|openclaw[\w-]*:[\w:./-]+|openclaw-memory-promotion:[^\n]*"
    r"|openclaw:dreaming:backfill-entry\b[^\n]*|openclaw-root-memory-merge source=\S+ archived=\S+"
    r"|observed\s*:\s*[\w-]+\s*\|\s*status\s*:\s*\w+)\s*",
    re.IGNORECASE,
)
_DIRECTIVE = re.compile(
    r"\s*(?:/?(?:markdownlint|prettier|textlint|vale|cspell|toc|doctoc|eslint|remark|lint|spell-?checker)\b[\w\s:/.,-]*"
    r"|more|break|newpage|pagebreak|(?:begin|end|start)[\s:_-][\w-]+|[\w-]+[\s:_-](?:begin|end|start|stop)|-*)\s*",
    re.IGNORECASE,
)
_CODE = re.compile(r"(?<!`)(`{1,3})(?!`)(.+?)(?<!`)\1(?!`)")
_REFERENCE = re.compile(
    r" {0,3}\[(?://|comment|_|#|\.|note|hidden)\]:\s*(?:#|<>)?\s*[\"'(]?(.*)", re.IGNORECASE
)
_TAG = re.compile(r"<[A-Za-z][A-Za-z0-9-]*(?:\s[^<>]{0,2000}+)?>")
_UNSEEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0*\d)?\s*(?:[;\"']|$)"
    r"|font-size\s*:\s*0?(?:\.\d+)?(?:px|pt|em|rem|%)?\s*(?:[;\"']|$)|font-size\s*:\s*[01](?:px|pt)"
    r"|(?<![-\w])color\s*:\s*(?:white|transparent|#f{3}(?:f{3})?|rgba\([^)]*,\s*0\))"
    r"|(?:left|top|text-indent)\s*:\s*-\d{3,}|clip\s*:\s*rect\(0|(?:max-)?height\s*:\s*0(?![.\d])",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'|\{[^}]*\}")
_HIDDEN_ATTRIBUTE = re.compile(r"\shidden(?=[\s=/>])", re.IGNORECASE)
_UNSEEN_TAG = re.compile(r"<(?:template|script|style|iframe|object|embed|noscript|meta)\b", re.IGNORECASE)
_DATA = re.compile(r"data:([a-z]+/[a-z0-9.+-]+)?(?:;[a-z0-9=-]+)*,[A-Za-z0-9+/%=_-]{16,}", re.IGNORECASE)
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{40,}+={0,2}")
_FAR = re.compile(r"\S[ \t\u00a0\u2000-\u200a\u3000]{120,}+(?=[^\s|])")


def hidden(before: str | None, after: str) -> list[Finding]:
    """A loud finding for each hidden thing that `after` has and `before` has not, in the order of lines."""
    lines = after.split("\n")
    is_code = fenced(lines)
    foreign = is_foreign(after)
    found = list(_comments(before or "", lines, is_code))
    for number, line in added_lines(before, after):
        found += _unseen_characters(number, line)
        found += _disguised_words(number, line, foreign)
        found += _encoded(number, line)
        if not is_code[number - 1]:
            found += _unseen_markup(number, line)
    return sorted(found, key=lambda finding: finding.line or 0)


def _finding(weight: Weight, sentence: str, line: int, span: tuple[int, int]) -> Finding:
    return Finding(Subject.HIDDEN, weight, sentence, line=line, span=span)


def _comments(before: str, lines: Sequence[str], is_code: Sequence[bool]) -> Iterator[Finding]:
    """Comments of HTML that `before` has not, but those of OpenClaw itself and of formatting programs."""
    row, column = 0, 0
    while row < len(lines):
        start = -1 if is_code[row] else _without_code(lines[row]).find("<!--", column)
        if start < 0:
            row, column = row + 1, 0
            continue
        end_row, end = row, lines[row].find("-->", start + 4)
        while end < 0 and end_row + 1 < len(lines):
            end_row += 1
            end = lines[end_row].find("-->")
        body = "\n".join((*lines[row:end_row], lines[end_row][: end if end >= 0 else None]))[start + 4 :]
        if end_row == row:
            body = lines[row][start + 4 : end if end >= 0 else None]
        span = (start, end + 3 if end_row == row and end >= 0 else len(lines[row]))
        if end < 0:
            rest = len(lines) - row
            sentence = (
                f"A comment begins here and never ends: it hides the rest of the file ({rest:,} lines)."
            )
            if lines[row] not in before:
                yield _finding(Weight.LOUD, sentence, row + 1, span)
            return
        if body not in before and (finding := _comment(body, row + 1, span)):
            yield finding
        row, column = end_row, end + 3


def _comment(body: str, line: int, span: tuple[int, int]) -> Finding | None:
    if _OWN_COMMENT.fullmatch(body):
        if len(body) <= LONGEST_ANNOTATION:
            return None
        sentence = f"An annotation of {len(body):,} characters, which a reader does not see: {quoted(body)}."
        return _finding(Weight.NORMAL, sentence, line, span)
    if len(body) < LONGEST_ANNOTATION and _DIRECTIVE.fullmatch(body):
        return None
    return _finding(Weight.LOUD, f"A comment that a reader does not see says {quoted(body)}.", line, span)


def _without_code(line: str) -> str:
    """`line` with what stands in backticks struck out, of the same length."""
    return _CODE.sub(lambda code: "`" * len(code[0]), line) if "`" in line else line


def _unseen_characters(number: int, line: str) -> Iterator[Finding]:
    for one in invisible(line):
        weight = Weight.NORMAL if one.harmless else Weight.LOUD
        yield _finding(weight, f"{one.what[0].upper()}{one.what[1:]}.", number, (one.start, one.end))


def _disguised_words(number: int, line: str, foreign: bool) -> Iterator[Finding]:
    for start, end, like in lookalikes(line, text_is_foreign=foreign):
        sentence = f"“{line[start:end]}” only looks like “{like}”: {foreign_letters(line[start:end])}."
        yield _finding(Weight.LOUD, sentence, number, (start, end))


def _unseen_markup(number: int, line: str) -> Iterator[Finding]:
    line = _without_code(line)
    if (
        (match := _REFERENCE.match(line))
        and match[1].strip()
        and not _DIRECTIVE.fullmatch(match[1].strip("\"')"))
    ):
        sentence = f"A link that leads nowhere hides {quoted(match[1])}."
        yield _finding(Weight.LOUD, sentence, number, match.span())
    if "<" in line:
        for tag in _TAG.finditer(line):
            if _hides(tag[0]):
                sentence = (
                    f"{excerpt(tag[0], 40)} hides text from a reader: {quoted(line[tag.end() :] or tag[0])}."
                )
                yield _finding(Weight.LOUD, sentence, number, tag.span())
                break
    if match := _FAR.search(line):
        blanks = match.end() - match.start() - 1
        sentence = f"Far to the right, behind {blanks} blanks, stands {quoted(line[match.end() :])}."
        yield _finding(Weight.LOUD, sentence, number, (match.end(), len(line)))


def _hides(tag: str) -> bool:
    if _UNSEEN_TAG.match(tag) or _HIDDEN_ATTRIBUTE.search(_QUOTED.sub("", tag)):
        return True
    return _UNSEEN_STYLE.search(tag) is not None


def _encoded(number: int, line: str) -> Iterator[Finding]:
    """Data in the text: what it says when it is text, else only that it is there when it is long."""
    if len(line) < SHORT_BASE64:
        return
    if match := _DATA.search(line):
        is_image = (match[1] or "").lower().startswith("image/") and "svg" not in match[1].lower()
        weight = Weight.NORMAL if is_image else Weight.LOUD
        yield _finding(
            weight, f"A file is written into this line: {excerpt(match[0], 40)}", number, match.span()
        )
        return
    known = None
    for match in _BASE64.finditer(line):
        says = _decoded(match[0])
        if not says and (len(match[0]) < LONG_BASE64 or entropy(match[0]) < 4.8):
            continue
        known = scan(line) if known is None else known
        if any(secret.span[0] <= match.start() < secret.span[1] for secret in known):
            continue
        what = f"reads {quoted(says)}" if says else f"of {len(match[0]):,} characters reads as no text"
        yield _finding(Weight.LOUD, f"Base64 {what}.", number, match.span())


def _decoded(value: str) -> str:
    """The text that `value` is in base64, its beginning; empty when it is none."""
    part = value[: 4 * (min(len(value), 800) // 4)].replace("-", "+").replace("_", "/")
    try:
        data = base64.b64decode(part, validate=True)
    except binascii.Error:
        return ""
    text = data.decode("utf-8", "ignore")
    readable = sum(c.isalpha() or c in " .,:;'\"-\n!?，。" for c in text)
    is_text = len(text.encode()) > 0.97 * len(data) and readable >= 0.9 * len(text)
    return text if is_text and (" " in text.strip() or not text.isascii()) else ""
