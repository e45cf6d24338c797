"""Pure: wording like that of instructions smuggled into a text, as a quiet hint.

On forty real workspaces every one of thirty such phrases was harmless: lists of attacks, rules against them,
filters. So it is never more than a hint, none for what a person wrote, and none where the line speaks about
attacks. Only where several marks of it meet in one line of a file that instructs the agent it is more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from openclaw_desktop.review.proposal import Who
from openclaw_desktop.review.risk.added_lines import added_lines, fenced
from openclaw_desktop.review.risk.finding import Finding, Subject, Weight
from openclaw_desktop.review.risk.secrets import quoted
from openclaw_desktop.review.risk.smuggled import SENDS_SECRETS, Smuggled, smuggled

MOST = 3
"""So many are shown one by one; the rest is counted."""

_ORDERS = (
    r"(?:all |any |the |your |my |these |those |of |previous |prior |earlier |above |existing |system ){1,4}"
    r"(?:instructions?|prompts?|rules?|guidelines?|directives?|safety|training)"
)
_PERSON = r"(?:the |your )?(?:user|owner|human|operator)s?"
_VALUABLES = r"(?:api keys?|passwords?|credentials?|secrets?|tokens?|private keys?|\.env|MEMORY\.md|SOUL\.md)"
_PATTERNS = {
    "to set aside its instructions": (
        rf"\b(?:ignore|disregard|forget|override|bypass)\s+{_ORDERS}\b",
        r"(?:忽略|无视|忘记|绕过)掉?(?:之前|以上|上面|先前|所有|全部|一切|你)的?(?:所有|全部|系统)?的?"
        r"(?:指令|指示|规则|提示词?|设定|限制)",
    ),
    "to keep something from its person": (
        rf"\b(?:do not|don't|never) (?:tell|inform|mention (?:this|it) to|alert|notify|show) {_PERSON}\b",
        r"(?:不要|别|切勿|禁止)(?:告诉|通知|提醒|告知|让)(?:用户|主人|所有者|管理员)",
    ),
    "to give its instructions away": (
        r"\b(?:reveal|print|output|repeat|leak|show|send)\s+(?:me )?(?:your|the)\s+"
        r"(?:full |entire |hidden )?system prompt\b",
        r"(?:泄露|输出|显示|打印|告诉我|复述)(?:你的|完整的?)*系统(?:提示词?|指令)",
    ),
    "to be somebody else": (
        r"\byou are now (?:an? |in )?"
        r"(?:unrestricted|jailbroken|dan\b|developer mode|root|free from|no longer bound)",
        r"你现在(?:是|进入)了?(?:一个)?(?:不受限制|没有限制|开发者模式|越狱)",
    ),
    SENDS_SECRETS: (
        r"\b(?:send|post|upload|exfiltrate|forward|transmit|e?mail)\b[^.\n]{0,60}\b"
        rf"{_VALUABLES}\b[^.\n]{{0,60}}(?:https?://|@)",
        r"(?:把|将)[^。\n]{0,30}(?:密码|密钥|令牌|口令|凭证)[^。\n]{0,20}(?:发送|上传|发给|发到|转发)",
    ),
    "with the marks of another speaker": (
        r"<\|(?:im_start|im_end|system|endoftext)\|>|\[/?INST\]|<</?SYS>>",
    ),
}
_COMPILED = tuple(
    (re.compile("|".join(patterns), re.IGNORECASE), what) for what, patterns in _PATTERNS.items()
)

_ABOUT = re.compile(
    r"\b(?:inject\w*|attack\w*|malicious|untrusted|phishing|jailbreak\w*|adversar\w+|suspicious|poison\w*"
    r"|red flags?|refuse|reject|detect\w*|block(?:ed|s)?|scan\w*|filter\w*|sanitiz\w+|e\.g\.|such as"
    r"|for example|phrases? like|if (?:a|any|some|the) \w+ (?:says?|asks?|tells?|contains?|claims?)"
    r"|attempts? to|tries to|trying to|never follow|test(?:ed|s)?)"
    r"|注入|攻击|恶意|钓鱼|越狱|例如|比如|拒绝|检测|可疑|诸如|测试|拦截|过滤",
    re.IGNORECASE,
)
_QUOTES = re.compile(r"[\"“‘'`「『][^\"”’'`」』\n]{0,40}\Z")
_ROLE = re.compile(r"\s*(?:[-*>]\s*)?\**(?:system|assistant|user|human|tool)\**\s*:", re.IGNORECASE)


def injection(before: str | None, after: str, *, origin: Who, instructs: bool = False) -> list[Finding]:
    """Hints at new lines that speak to an agent as its person would; none when a person wrote them.

    `instructs`: the agent is given this file as instructions.
    """
    if origin in (Who.PERSON, Who.IMPORT):
        return []
    lines = after.split("\n")
    is_code = fenced(lines)
    warnings: list[Finding] = []
    hints: list[Finding] = []
    for number, line in added_lines(before, after):
        if is_code[number - 1] or _ABOUT.search(line):
            continue
        orders = _orders(line)
        if instructs and (met := smuggled(line, orders)):
            warnings.append(_warning(number, line, met, origin))
        elif orders:
            what, match = next(iter(orders.items()))
            hints.append(_hint(number, line, match, what, origin))
    return [*_first_of(warnings), *_first_of(hints)]


def _orders(line: str) -> dict[str, re.Match[str]]:
    """What the line orders, by the names of _PATTERNS; what it only quotes is none."""
    found = ((what, regex.search(line)) for regex, what in _COMPILED)
    return {what: match for what, match in found if match and not _QUOTES.search(line[: match.start()])}


def _first_of(found: Sequence[Finding]) -> list[Finding]:
    return [*found] if len(found) <= MOST else [*found[:MOST], _more(found[MOST:])]


def _warning(number: int, line: str, met: Smuggled, origin: Who) -> Finding:
    said = quoted(line[met.span[0] : met.span[1]])
    marks = ", ".join(met.marks)
    sentence = f"Several marks of a smuggled order meet here ({marks}): {said}. {_source(line, origin)}"
    return Finding(Subject.INJECTION, Weight.NORMAL, sentence, line=number, span=met.span)


def _hint(number: int, line: str, match: re.Match[str], what: str, origin: Who) -> Finding:
    sentence = f"Reads like an order to an agent {what}: {quoted(match[0])}. {_source(line, origin)}"
    return Finding(Subject.INJECTION, Weight.QUIET, sentence, line=number, span=match.span())


def _source(line: str, origin: Who) -> str:
    if _ROLE.match(line):
        return "It stands in an excerpt of a conversation."
    if origin is Who.OUTSIDE:
        return "It comes from outside."
    return "An agent wrote it down, perhaps from something it read."


def _more(rest: Sequence[Finding]) -> Finding:
    sentence = f"{len(rest):,} more lines read like orders to an agent."
    return Finding(
        Subject.INJECTION, rest[0].weight, sentence, line=rest[0].line, span=rest[0].span, members=len(rest)
    )
