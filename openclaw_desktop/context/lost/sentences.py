"""Pure: the sentences of a text, without what no person would call one: code, logs, tables, data."""

from __future__ import annotations

import re
from collections.abc import Iterator

LONGEST = 600
"""Characters; a longer line without a full stop is data, not a sentence."""

_FENCE = re.compile(r"^\s{0,3}(`{3,}|~{3,})")
_END = re.compile(
    r"(?<=[。！？])(?![」』”’）)])"
    r"|(?<=[.!?])(?<!\b[A-Z]\.)(?<!\bDr\.)(?<!\bMr\.)(?<!\bMs\.)(?<!\bMrs\.)(?<!\bno\.)(?<!\bNo\.)(?<!e\.g\.)(?<!i\.e\.)"
    r"(?<!\bp\.)(?<!\bpp\.)(?<!\bvs\.)(?<!\bca\.)(?<!\bSt\.)(?<!\bapprox\.)"
    r"[\"'”’)*_]*\s+(?=[\"'“‘(*_`\[]*[A-Z0-9\u3040-\u30ff\u4e00-\u9fff])"
)
_LEAD = re.compile(r"^\s*(?:[-*+•>]\s+|#{1,6}\s+|\d{1,3}[.)]\s+|\[[ xX]\]\s+)+")
_MACHINE = re.compile(
    r"^\s*(?:"
    r"\[?\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}"  # a log's time
    r"|\[?\d{1,2}:\d{2}:\d{2}"
    r"|[A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2}"
    r"|\[(?:info|debug|warn|warning|error|trace)\]"
    r"|(?:INFO|DEBUG|WARN|WARNING|ERROR|TRACE|FATAL)\b"
    r"|\$ |>>> |@@ |\+\+\+ |--- [ab]/|diff --git|commit [0-9a-f]{7,}"
    r"|at \S+\(.*\)$|File \"|Traceback "
    r"|[dl-][rwxst-]{9}|\d+(?:\.\d+)?[KMG]\s+\S+\s*$|\w+=\S+\s+\w+="
    r"|[{}\[\]<|]|\||Current time:"
    r")",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")


def sentences(text: str) -> Iterator[str]:
    """The sentences of prose in `text`, without the marks of lists and headings."""
    fence = ""
    for line in text.split("\n"):
        if match := _FENCE.match(line):
            fence = "" if fence and match[1].startswith(fence) else fence or match[1]
            continue
        if fence or is_machine_line(line):
            continue
        for piece in _END.split(_LEAD.sub("", line)):
            sentence = piece.strip()
            if sentence and len(sentence) <= LONGEST:
                yield sentence


def is_machine_line(line: str) -> bool:
    """Whether a program wrote the line for programs: a log, a table's row, data, a part of a listing."""
    if not line.strip() or _MACHINE.match(line):
        return True
    if line.count(",") > 4 or line.count("\t") > 2 or line.count("|") > 2:
        digits = len(_DIGIT.findall(line))
        return digits * 4 > len(line) or line.count("|") > 2 or line.count("\t") > 2
    return False
