"""Pure: what keys, tokens and passwords look like where the library has no pattern, or one too coarse.

Patterns are bounded or possessive, so that no text makes them slow. They are run over text in which every
character outside ASCII is a blank, except those for words of other languages.
"""

from __future__ import annotations

import base64
import binascii
import math
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

Check = Callable[[str], bool]

_PLACEHOLDER = re.compile(
    r"x{4,}|\*{2,}|\.{3}|…|[<>{}]|\$\(|^\$|^%|your|example|change[-_ ]?me|placeholder|dummy|redacted|sample"
    r"|insert|todo|replace|fake|mock|not[-_]?a?[-_]?real|1234567|abcdef|qwerty|0{6,}|(.)\1{7,}"
    r"|password|passwd|secret(?!s?$)|hunter2|foobar|test[-_]?(?:key|token)|(?:key|token)[-_]?here",
    re.IGNORECASE,
)
_RUN = re.compile(r"[A-Za-z0-9]{12,}")
_LETTER = re.compile(r"[A-Za-z]")
_DIGIT = re.compile(r"[0-9]")


def entropy(value: str) -> float:
    """Shannon's, in bits a character."""
    return -sum(n / len(value) * math.log2(n / len(value)) for n in Counter(value).values())


def is_placeholder(value: str) -> bool:
    """Whether `value` stands for a secret instead of being one: "your_key_here", "xxxx", "${TOKEN}"."""
    return _PLACEHOLDER.search(value) is not None


def is_random(value: str) -> bool:
    """Whether `value` looks drawn, not written: both letters and digits in one run, and no pattern in it."""
    if is_placeholder(value) or len(set(value)) < 8 or entropy(value) < 3.0:
        return False
    return any(len(_DIGIT.findall(run)) > 1 and _LETTER.search(run) for run in _RUN.findall(value))


def is_drawn(value: str) -> bool:
    """The same, less strictly: for what follows a prefix that only one vendor uses."""
    if is_placeholder(value) or len(set(value)) < 8 or entropy(value) < 3.0:
        return False
    return bool(_DIGIT.search(value)) or not (value[4:].islower() or value[4:].isupper())


def is_credentials(value: str) -> bool:
    """Whether `value` is "name:password" in base64."""
    try:
        decoded = base64.b64decode(value + "=" * (-len(value) % 4), validate=True).decode("utf-8")
    except (binascii.Error, ValueError):
        return False
    _, colon, secret = decoded.partition(":")
    return bool(colon) and decoded.isprintable() and len(secret) >= 4 and not is_placeholder(secret)


def is_hex(value: str) -> bool:
    """Whether what follows a two-letter prefix is hexadecimal and not of one digit."""
    return re.fullmatch("[0-9a-f]+", value[2:]) is not None and not is_placeholder(value)


@dataclass(frozen=True, slots=True)
class Pattern:
    """One kind of secret. One of `hints` is in every text that holds one; the last group is the value."""

    kind: str
    hints: tuple[str, ...]
    regex: re.Pattern[str]
    check: Check = is_random


def _token(kind: str, prefix: str, body: str, *hints: str, check: Check = is_drawn) -> Pattern:
    """A token that says by its beginning whose it is."""
    regex = re.compile(rf"(?<![A-Za-z0-9_]){prefix}{body}+(?![A-Za-z0-9])")
    return Pattern(kind, hints or (prefix,), regex, check)


_URL_SAFE = "[A-Za-z0-9_-]"
_PLAIN = "[A-Za-z0-9]"

VENDORS = (
    _token("Anthropic key", "sk-ant-", _URL_SAFE + "{24,}"),
    _token("OpenRouter key", "sk-or-", _URL_SAFE + "{24,}"),
    _token("OpenAI key", "sk-(?:proj|svcacct|admin)-", _URL_SAFE + "{24,}", "sk-"),
    _token("API key (sk-)", "sk-", _URL_SAFE + "{20,}", check=is_random),
    _token("Google API key", "AIza", _URL_SAFE + "{35}"),
    _token("Google OAuth secret", "GOCSPX-", _URL_SAFE + "{28}"),
    _token("Google access token", r"ya29\.", _URL_SAFE + "{40,}", "ya29."),
    _token("GitHub token", "github_pat_", "[A-Za-z0-9_]{40,}"),
    _token("GitHub token", "gh[opusr]_", _PLAIN + "{36,}", "ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
    _token("Slack token", "(?:xox[abeoprs]|xapp)-", "[A-Za-z0-9-]{20,}", "xox", "xapp-"),
    _token("Hugging Face token", "hf_", _PLAIN + "{30,}"),
    _token("npm token", "npm_", _PLAIN + "{36}"),
    _token("Stripe key", "(?:[rsp]k_(?:live|test)|whsec)_", _PLAIN + "{20,}", "k_live_", "k_test_", "whsec_"),
    _token("Telegram bot token", "[0-9]{8,10}:", _URL_SAFE + "{35}", ":AA"),
    _token("Groq key", "gsk_", _PLAIN + "{40,}"),
    _token("xAI key", "xai-", _PLAIN + "{40,}"),
    _token("Perplexity key", "pplx-", _PLAIN + "{40,}"),
    _token("Replicate token", "r8_", _PLAIN + "{30,}"),
    _token("Cerebras key", "csk-", _PLAIN + "{40,}"),
    _token("Tavily key", "tvly-", _URL_SAFE + "{20,}"),
    _token("Brave Search key", "BSA", _URL_SAFE + "{24,}", check=is_random),
    _token("Firecrawl key", "fc-", "[0-9a-f]{32}"),
    _token("Jina key", "jina_", _URL_SAFE + "{40,}"),
    _token("Notion token", "(?:ntn|secret)_", _PLAIN + "{40,}", "ntn_", "secret_"),
    _token("Linear key", "lin_api_", _PLAIN + "{32,}"),
    _token("Supabase token", "sbp_", "[0-9a-f]{40}"),
    _token("DigitalOcean token", "do[opr]_v1_", "[0-9a-f]{64}", "_v1_"),
    _token("Vercel token", "vc[apkr]_", _PLAIN + "{24,}", "vca_", "vcp_", "vck_", "vcr_"),
    _token("Shopify token", "shp(?:at|ca|pa|ss)_", "[0-9a-fA-F]{32}", "shp"),
    _token("Tailscale key", "tskey-[a-z]{2,10}-", _URL_SAFE + "{20,}", "tskey-"),
    _token("Twilio key", "(?:AC|SK)", "[0-9a-f]{32}", "AC", "SK", check=is_hex),
    _token("age secret key", "AGE-SECRET-KEY-1", "[A-Z0-9]{50,}"),
    _token(
        "agent network key", "[a-z]{3,12}_(?:sk|key)_", _URL_SAFE + "{24,}", "_sk_", "_key_", check=is_random
    ),
    Pattern("npm token", ("_authToken",), re.compile(r":_authToken=[ \t]*+([A-Za-z0-9_-]{36,}+)"), is_drawn),
    Pattern(
        "Discord webhook",
        ("/api/webhooks/",),
        re.compile(rf"discord(?:app)?\.com/api/webhooks/[0-9]{{17,20}}/({_URL_SAFE}{{60,}}+)"),
    ),
    Pattern(
        "AWS secret key",
        ("ecret",),
        re.compile(
            r"(?i:aws.{0,20}secret.{0,20}|secret_?access_?key.{0,4}?)[=:\"'` ]([A-Za-z0-9/+]{40})(?![\w/+=])"
        ),
    ),
    Pattern(
        "bearer token",
        ("earer ", "EARER "),
        re.compile(r"(?i:\bbearer) {1,3}([A-Za-z0-9._~+/=-]{19,2000}[A-Za-z0-9_~+/=-])"),
    ),
    Pattern(
        "basic credentials",
        ("asic ", "ASIC "),
        re.compile(r"(?i:\bbasic) {1,3}([A-Za-z0-9+/=]{12,400}+)"),
        is_credentials,
    ),
)
"""Secrets that name their owner; the first pattern that finds a place has it."""


def _is_url_password(value: str) -> bool:
    return len(value) >= 3 and not is_placeholder(value) and value.lower() not in _COMMON_PASSWORDS


_COMMON_PASSWORDS = {
    "pass",
    "pwd",
    "pw",
    "postgres",
    "root",
    "admin",
    "user",
    "token",
    "guest",
    "secret",
    "x",
}

IN_URLS = Pattern(
    "password in a URL",
    ("://",),
    re.compile(r"(?<=[A-Za-z0-9]://)[^\s/:@<>\"'`]{0,64}:([^\s/@<>\"'`]{3,128}+)@(?=[A-Za-z0-9\[])"),
    _is_url_password,
)


# ---- passwords and keys that only the word before them gives away -------------------------------------

_PASSWORD_WORDS = (
    r"password|passwd|passphrase|contrase(?:ñ|n)a|passwort|kennwort|mot de passe|senha|пароль|mật khẩu"
    r"|kata sandi|密码|密碼|口令|パスワード|비밀번호|(?<![A-Za-z])(?:pass|pwd|pw)"
)
_TOKEN_WORDS = (
    r"token|secret|(?:api|access|auth|secret|private|client|signing)[_ -]?key|токен|секрет|密钥|密鑰|秘钥"
    r"|令牌|トークン|토큰"
)
_AFTER = r"[\"'`*_)\]]{0,4}[ \t]{0,3}(?::=|=>|[:：=]|是|为)[*_]{0,2}[ \t]{0,3}"
_OPENING = r"(?P<quote>[\"'`“「]|\*{1,2}[\"'`]?)?"
_VALUE = r"(?P<value>[^\s\"'`<>,;|“”「」\u2e80-\uffff]{6,256}+)"
AFTER_PASSWORD = re.compile(
    rf"(?i:{_PASSWORD_WORDS})(?:{_AFTER}|[*_]{{0,2}}[ \t]{{0,40}}(?P<cell>\|)[ \t]{{0,40}}){_OPENING}{_VALUE}"
)
AFTER_TOKEN = re.compile(rf"(?i:{_TOKEN_WORDS}){_AFTER}{_OPENING}{_VALUE}")

_NO_PASSWORD = re.compile(
    r"(?:argon|bcrypt|scrypt|sha|md|aes|rsa|hs|rs|es|ed|pbkdf|x)-?[0-9]\w*|base(?:32|58|64)\w*|oauth\w*|totp|[12]fa"
    r"|utf-?[0-9]+|ipv[46]|\d+[-+~]?[a-z%]{1,12}|\d{4}-\d\d-\d\d.*|\d{1,2}:\d\d.*|v?\d+(?:\.\d+)+\w*"
    r"|[~./].*|[a-z0-9]+:.*|.*/.*/.*|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}|[A-Z][A-Z0-9]*_[A-Z0-9_]*|.*\(.*|.*\[.*"
    r"|\w*\.env\..*|op:.*|#\d+|@\w+|min\w*|max\w*|len\w*",
    re.IGNORECASE,
)
_UPPER_NAME = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
_NAME_OF_PIECES = re.compile(r"(?:[A-Za-z]+|[0-9]+)(?:[-_.][A-Za-z]+|[-_.][0-9]+)+|[A-Za-z]+[0-9]?")
_SYMBOL_INSIDE = re.compile(r"[A-Za-z][!@#$%^&*?+~].?|[!@#$%^&*?+~][A-Za-z]")
_SEQUENCE = "01234567890123456789"


def is_password(value: str, *, quoted: bool, in_cell: bool) -> bool:
    """Whether what stands behind "password:" is one, and not a remark about it.

    Strict, since a third of such matches in real workspaces is none: words are no password, nor are names of
    algorithms, variables, files, hosts, dates, amounts. In a table, digits alone must be quoted.
    """
    if not 6 <= len(value) <= 64 or not value.isascii() or is_placeholder(value):
        return False
    if _NO_PASSWORD.fullmatch(value) and not (quoted and value.isalnum() and len(value) > 9):
        return False
    if value.isdigit():
        return value not in _SEQUENCE and len(set(value)) > 2 and (quoted or not in_cell)
    if _NAME_OF_PIECES.fullmatch(value):
        return quoted and bool(_DIGIT.search(value)) and not value.isalpha() and len(value) >= 8
    has_letter = bool(_LETTER.search(value))
    return has_letter and bool(_DIGIT.search(value) or _SYMBOL_INSIDE.search(value))


def is_token(value: str) -> bool:
    """Whether what stands behind "token:" is one: long, drawn, and no name of a variable or file."""
    return len(value) >= 16 and is_random(value) and not _UPPER_NAME.fullmatch(value) and "/" not in value[:2]


# ---- keys without a mark of their own --------------------------------------------------------------------

HEX_KEY = re.compile(r"(?<![0-9A-Za-z])(?:0x)?[0-9a-fA-F]{64}(?![0-9A-Za-z])")
SAYS_KEY = re.compile(
    r"(?:private|secret|signing|encryption|wallet|priv)[_ -]?key|seed\b|mnemonic|私钥|私鑰|密钥|秘密鍵|개인키"
    r"|(?:приватн|закрыт|секретн)\w* ключ|chave privada",
    re.IGNORECASE,
)
SEED_PHRASE = re.compile(
    r"(?i:seed phrase|recovery phrase|mnemonic|助记词|сид-?фраза)[\"'`*]{0,3} {0,2}[:：=是] {0,2}[\"'`*]{0,3}"
    r"((?:[a-z]{3,8} ){11,23}+[a-z]{3,8})"
)
