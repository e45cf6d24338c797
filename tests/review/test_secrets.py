"""Keys, tokens and passwords in notes. Those here are made up, and only put together when a test runs."""

from __future__ import annotations

import base64
import json
import string
from random import Random

import pytest

from openclaw_desktop.review.risk.secrets import quoted, redacted, scan

LETTERS = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
_random = Random(11)


def drawn(length: int, alphabet: str = LETTERS) -> str:
    """Characters of `alphabet`, three digits among every eight."""
    digits = [c for c in alphabet if c.isdigit()]
    return "".join(_random.choice(digits if n % 8 in (1, 4, 6) else alphabet) for n in range(length))


def part(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


TOKENS = {
    "OpenAI key": "sk-" + "proj-" + drawn(48),
    "API key (sk-)": "sk-" + drawn(48),
    "Anthropic key": "sk-" + "ant-api03-" + drawn(60) + "-" + drawn(20),
    "OpenRouter key": "sk-" + "or-v1-" + drawn(64, HEX),
    "Google API key": "AI" + "za" + drawn(35),
    "GitHub token": "gh" + "p_" + drawn(36),
    "GitLab token": "gl" + "pat-" + drawn(20),
    "Slack token": "xo" + "xb-" + drawn(12, string.digits) + "-" + drawn(24),
    "Slack webhook": "https://hooks.slack" + ".com/services/T" + drawn(8) + "/B" + drawn(8) + "/" + drawn(24),
    "Telegram bot token": drawn(10, "2356789") + ":AA" + drawn(33),
    "Discord bot token": "M" + drawn(23) + "." + drawn(6) + "." + drawn(27),
    "Hugging Face token": "h" + "f_" + drawn(34),
    "npm token": "np" + "m_" + drawn(36),
    "Stripe key": "sk_" + "live_" + drawn(24),
    "AWS access key": "AK" + "IA" + drawn(16, string.ascii_uppercase + string.digits),
    "JSON Web Token": part({"alg": "HS256"}) + "." + part({"sub": "17"}) + "." + drawn(43),
    "SendGrid key": "S" + "G." + drawn(22) + "." + drawn(43),
    "Azure storage key": "Account" + "Key=" + drawn(86) + "==",
    "Twilio key": "A" + "C" + drawn(32, HEX),
    "agent network key": "moltbook" + "_sk_" + drawn(32),
}


@pytest.mark.parametrize("kind", TOKENS)
@pytest.mark.parametrize("around", ["{}", "the key is {}.", "密钥{}密钥", "| a | `{}` | b |", '"x": "{}",'])
def test_a_vendor_s_token_is_found_whole_whatever_stands_around_it(kind: str, around: str) -> None:
    text = "first\n" + around.format(TOKENS[kind]) + "\n"
    [secret] = scan(text)
    assert (secret.kind, secret.line, secret.certain) == (kind, 2, True)
    assert text[secret.start : secret.end] == TOKENS[kind]
    line = text.split("\n")[1]
    assert line[slice(*secret.span)] == TOKENS[kind]


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("password: {}", "tea4" + "Two!x"),
        ("**Password:** `{}`", "kettle77" + "harbor"),
        ("| WiFi password | {} |", "Qz7r" + "bb12k"),
        ("密码：{}", "Tea4" + "two88"),
        ("口令是{}", "Xk29" + "fjq1"),
        ("пароль = {}", "Xk29" + "fjq1"),
        ("senha: {}", "bolo" + "2026x"),
        ("密码: {}", "840" + "913"),
        ("BRAVE_API_" + "KEY={}", drawn(32)),
        ('"api' + 'Key": "{}"', drawn(32)),
        ("令牌：{}", drawn(40, HEX)),
    ],
)
def test_a_word_for_a_password_gives_away_what_stands_behind_it(line: str, value: str) -> None:
    text = line.format(value)
    [secret] = scan(text)
    assert text[secret.start : secret.end] == value
    assert not secret.certain


def test_headers_and_addresses_with_a_password_are_certain() -> None:
    password = "k3ttle" + "9zX"
    credentials = base64.b64encode(f"maren:{password}".encode()).decode()
    texts = {
        "bearer token": f"Authorization: Bearer {drawn(40)}",
        "basic credentials": f"authorization: basic {credentials}",
        "password in a URL": f"postgres://juniper:{password}@db.local:5432/stock",
    }
    for kind, text in texts.items():
        assert [(s.kind, s.certain) for s in scan(text)] == [(kind, True)]
    redacted_url = redacted(texts["password in a URL"], scan(texts["password in a URL"]))
    assert redacted_url == "postgres://juniper:[redacted: password in a URL]@db.local:5432/stock"


@pytest.mark.parametrize("name", ["RSA ", "OPENSSH ", "", "EC "])
def test_a_private_key_is_one_secret_from_its_first_line_to_its_last(name: str) -> None:
    edge = f"{name}PRIVATE" + " KEY-----"
    key = "\n".join([f"-----BEGIN {edge}", *(drawn(64) for _ in range(8)), f"-----END {edge}"])
    text = f"before\n{key}\nafter\n"
    [secret] = scan(text)
    assert (secret.kind, secret.line) == ("private key", 2)
    assert redacted(text, [secret]) == "before\n[redacted: private key]\nafter\n"


def test_a_private_key_whose_end_is_missing_is_one_secret_all_the_same() -> None:
    key = "-----BEGIN RSA PRIVATE" + " KEY-----\n" + "\n".join(drawn(64) for _ in range(8))
    assert redacted(f"{key}\n\nafter\n", scan(f"{key}\n\nafter\n")) == "[redacted: private key]\nafter\n"


def test_64_hexadecimal_digits_are_a_key_only_where_the_line_says_so() -> None:
    digits = drawn(64, HEX)
    assert [s.kind for s in scan(f"wallet private key 0x{digits}")] == ["private key"]
    assert [s.kind for s in scan(f"私钥 {digits}")] == ["private key"]
    assert scan(f"sha256 of the image: {digits}") == []
    assert scan(f"cache key {digits}") == []


HARMLESS = """
password: required
Password: stored in 1Password vault
password: ********
password: hunter2
PASSWORD=$DB_PASSWORD
password = os.environ["PW1"]
password: min8chars
password: (changed on 2026-03-01)
Password: same-as-nas-2
Passwort: siehe 1Password
pwd: /home/maren/work1
- Pass: 17:30 from gate B12
pass: 12/14 tests
pw: 2fa
密码：见保险箱
密码: 8位以上
密码是123456吗
| password | required | yes |
api_key: ${OPENAI_API_KEY}
API_KEY=your_key_here_1234567890
sk-...
sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxx
Use sk-learn-pipeline-with-transformers-2024
token: gpt-4o-mini-2024-07-18
token: claude-3-5-sonnet-20241022
tokens: 12,000
Token budget: 20000/60000
token：约4096
Token variable `WX_SYNC_KEY`
token: process.env.TOKEN1234567890abcd
secret: <token>
secret: `sops -d secrets.yaml`
secretRef: op://vault/item1/field
secret: memory/2026-03-01-token-usage.md
client_secret: GetSecretValueV2Request1
Bearer token authentication2 required
https://user:password@host.example/
https://user:${PASS}@host.example
postgres://postgres:postgres@localhost/x
commit token 3f786850e387550fdab836ed7e6dc881de23001b
access_key: AKIAIOSFODNN7EXAMPLE
the header -----BEGIN PRIVATE KEY----- alone
""".strip().split("\n")


@pytest.mark.parametrize("line", HARMLESS)
def test_remarks_placeholders_and_names_are_no_secrets(line: str) -> None:
    assert scan(line) == []


def test_no_value_is_in_what_a_secret_says_of_itself() -> None:
    token = TOKENS["GitHub token"]
    text = f"push with {token} please"
    [secret] = scan(text)
    assert token[4:10] not in repr(secret)
    assert secret.masked == "ghp_… (40 characters)"
    assert token not in quoted(text)
    assert "redacted: GitHub token" in quoted(text)
    short = "password: " + "tea4" + "Two!x"
    assert "tea4" not in repr(scan(short))


def test_several_secrets_are_taken_out_and_the_rest_stays_as_it_is() -> None:
    first, second = TOKENS["GitHub token"], TOKENS["Anthropic key"]
    text = f"α {first}\r\n\r\n行 {second} end"
    clean = redacted(text, scan(text))
    assert clean == "α [redacted: GitHub token]\r\n\r\n行 [redacted: Anthropic key] end"
    assert scan(clean) == []


HOSTILE = (
    "sk-",
    "eyJ",
    "/",
    "://a:",
    "password: ",
    "aws secret ",
    "A",
    "xoxb-1-",
    "bearer ",
    "password" + " " * 90,
)


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_megabyte_made_to_be_slow_is_read_before_the_test_s_time_is_over(piece: str) -> None:
    assert scan(piece * (1_000_000 // len(piece))) == []
