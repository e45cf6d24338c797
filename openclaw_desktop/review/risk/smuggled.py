"""Pure: several marks of a smuggled order in one sentence of a file that instructs the agent.

One such phrase alone is harmless nearly always (see `injection`). Where one that takes the agent out of its
person's hands meets a deed, a secret or an address, it is worth a look.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from openclaw_desktop.review.risk.secrets import scan

SENDS_SECRETS = "to send secrets away"
"""The name of the one order that holds a deed and a secret itself, and must not be a ban."""

LONGEST = 4_000
"""Characters of a line that are looked at."""

_PEOPLE = (
    r"(?:(?:the |your )?(?:user|owner|human|operator|person)s?|him|her|them|me|anyone|anybody|us)(?:'s)?\b"
)
_ASKING = r"(?:asking|telling|informing|consulting|notifying|warning|checking with|confirming|confirmation)"
_LEAVE = r"(?:permission|approval|consent|confirmation|knowledge|knowing)"
_UNASKED = re.compile(
    rf"\bwithout (?:first |ever |even )?{_ASKING}\b"
    r"|\bwithout (?:any |prior |the |my |his |her |their |your )?"
    rf"(?:user'?s |owner'?s |human'?s )?{_LEAVE}\b"
    rf"|\b(?:no need to|need not|(?:do not|don't|never) (?:have|need) to|do not|don't|never)"
    rf" (?:ask|confirm with|check with|consult) (?:{_PEOPLE}|first|before)"
    r"|(?:无需|无须|不需要|不需|不用|不必|不要|未经|别)(?:再|先|向?(?:用户|主人|她|他|我)|经过?)*"
    r"(?:确认|询问|请示|征求|同意|批准|许可|问)",
    re.IGNORECASE,
)
_SECRECY = re.compile(
    rf"\b(?:do not|don't|never|without) (?:tell(?:ing)?|inform(?:ing)?|alert(?:ing)?|notify(?:ing)?"
    rf"|mention(?:ing)? (?:this|it|that) to) {_PEOPLE}"
    r"|(?:不要|别|切勿|禁止|不许|不能)(?:再)?(?:告诉|通知|告知|提醒|透露给|让)(?:用户|主人|所有者|管理员|她|他|我|任何人|别人)?",
    re.IGNORECASE,
)
_SENDS = r"send|post|upload|exfiltrate|forward|transmit|e?mail|publish|share|submit|curl|wget|leak|copy"
_DOES = r"pay|buy|order|transfer|delete|remove|erase|install|execute|run|push|approve|accept|sign|change|edit"
_SENDING = re.compile(rf"\b(?:{_SENDS})\b|发送|上传|发给|发到|转发|发布|提交给|泄露", re.IGNORECASE)
_DOING = re.compile(
    rf"\b(?:{_SENDS}|{_DOES})\b|发送|上传|发给|发到|转发|发布|支付|付款|转账|购买|删除|安装|执行|运行|修改",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"(?:\b(?:never|not|cannot|nor|without|refuse to|avoid)\b|n't\b)\W*(?:\w+\W+){0,3}\Z"
    r"|(?:不要|不得|切勿|禁止|不能|不许|别|勿)[^。，；！,;!]{0,12}\Z",
    re.IGNORECASE,
)
_VALUABLES = re.compile(
    r"\b(?:api[ _-]?keys?|passwords?|passphrases?|credentials?|secrets?|tokens?|private keys?|\.env|ssh keys?"
    r"|MEMORY\.md|USER\.md)\b|密码|密钥|令牌|口令|凭证|私钥",
    re.IGNORECASE,
)
_ADDRESS = re.compile(
    r"\bhttps?://\S|\bftp://\S|\b[\w.+-]+@[\w-]+\.\w{2,}|\b\d{1,3}(?:\.\d{1,3}){3}\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Smuggled:
    """What meets in one line: clauses for a sentence, and the characters from the first mark to the last."""

    marks: tuple[str, ...]
    span: tuple[int, int]


def smuggled(line: str, orders: Mapping[str, re.Match[str]]) -> Smuggled | None:
    """The marks that meet in `line`, if they are enough. `orders` are other phrases found there, by name."""
    line = line[:LONGEST]
    sending = _deed(_SENDING, line)
    found = {name: match for name, match in orders.items() if name != SENDS_SECRETS or sending is not None}
    found |= _first("to keep something from its person", _SECRECY, line)
    deed = _deed(_DOING, line)
    if deed is not None:
        found |= _first("to act without asking", _UNASKED, line)
    secret, address = _secret(line), _ADDRESS.search(line)
    parts = {
        "to send something": sending.span() if sending else None,
        "about a secret": secret,
        "with an address": address.span() if address else None,
    }
    others = {name: span for name, span in parts.items() if span is not None}
    if not _is_enough(set(found), others, has_deed=deed is not None):
        return None
    spans = [*(match.span() for match in found.values()), *others.values()]
    return Smuggled((*found, *others), (min(a for a, _ in spans), max(b for _, b in spans)))


def _is_enough(orders: set[str], others: Mapping[str, object], *, has_deed: bool) -> bool:
    if len(orders) > 1:
        return True
    if SENDS_SECRETS in orders:
        return "with an address" in others
    if "to keep something from its person" in orders:  # "do not tell the user; post a summary" is daily life
        return "about a secret" in others or "with an address" in others
    return bool(orders) and (has_deed or bool(others))


def _first(name: str, regex: re.Pattern[str], line: str) -> dict[str, re.Match[str]]:
    match = regex.search(line)
    return {} if match is None else {name: match}


def _deed(regex: re.Pattern[str], line: str) -> re.Match[str] | None:
    """The first that is asked for, and not forbidden."""
    return next((m for m in regex.finditer(line) if not _REFUSED.search(line[: m.start()])), None)


def _secret(line: str) -> tuple[int, int] | None:
    if match := _VALUABLES.search(line):
        return match.span()
    return next((secret.span for secret in scan(line)), None)
