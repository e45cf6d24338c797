"""Words of every language are found again in a real FTS5 table, and no question can break it."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openclaw_desktop.index.terms import (
    MOST_TERMS,
    cjk_terms,
    mark,
    match_expression,
    openclaw_keywords,
    openclaw_match,
    words,
)

PARITY = Path(__file__).parents[1] / "data" / "parity"
VERSIONS: dict[str, Literal["2026.2", "2026.9"]] = {"v2026.2.26": "2026.2", "v2026.9.6": "2026.9"}

TEXTS = {
    "zh": "昨天我们部署了新的数据库网关服务，防火墙规则还没有更新。",
    "zh-mixed": "用gpt-4o做总结，然后使用POSTGRES_URL 连接。",
    "ja": "データベースの移行は来週の会議で決める。佐々木さんに聞く。",
    "ko": "배포 방안을 논의한 뒤에 회의록을 남겼다.",
    "en": "Melanie was painting sunrises. The café at 10.0.0.12 needs POSTGRES_URL, see #1234 and gpt-4o.",
    "nfd": unicodedata.normalize("NFD", "Zoë war in Málaga; 가방 がくせい"),
    "es": "La reunión con el equipo es mañana a las nueve en la oficina.",
    "ru": "Встреча с командой перенесена на понедельник из-за ёлки.",
    "vi": "Cuộc họp về cơ sở dữ liệu diễn ra ở Hà Nội.",
}


class Table:
    """The keyword table as the index has it."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.names = list(texts)
        self.connection = apsw.Connection(":memory:")
        self.connection.execute(
            "CREATE VIRTUAL TABLE f USING fts5(text, cjk, path, content='', contentless_delete=1,"
            ' tokenize="unicode61 remove_diacritics 2")'
        )
        for number, (name, text) in enumerate(texts.items(), 1):
            path = f"memory/{name}.md"
            columns = (number, text, cjk_terms(text), f"{' '.join(words(path))} {cjk_terms(path)}")
            self.connection.execute("INSERT INTO f(rowid, text, cjk, path) VALUES (?, ?, ?, ?)", columns)

    def raw(self, expression: str) -> list[str]:
        rows = self.connection.execute("SELECT rowid FROM f WHERE f MATCH ? ORDER BY rank", (expression,))
        return [self.names[row[0] - 1] for row in rows]

    def find(self, query: str) -> list[str]:
        match = match_expression(query)
        return self.raw(match.expression) if match else []


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    made = Table(TEXTS)
    yield made
    made.connection.close()


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("墙", "zh"),
        ("库", "zh"),
        ("网关", "zh"),
        ("数据库", "zh"),
        ("防火墙规则更新了吗？", "zh"),
        ("データ", "ja"),
        ("ベース", "ja"),
        ("佐々木", "ja"),
        ("会議", "ja"),
        ("聞", "ja"),
        ("방안", "ko"),
        ("방안은", "ko"),
        ("의", "ko"),
        ("회의록을", "ko"),
        ("gpt-4o", "zh-mixed"),
        ("POSTGRES_URL", "zh-mixed"),
        ("postgres_url", "en"),
        ("10.0.0.12", "en"),
        ("#1234", "en"),
        ("1234", "en"),
        ("cafe", "en"),
        ("CAFÉ", "en"),
        ("paint", "en"),
        ("painted", "en"),
        ("sunrise", "en"),
        ("Melanie's", "en"),
        ("zoe", "nfd"),
        ("Málaga", "nfd"),
        ("malaga", "nfd"),
        ("가방", "nfd"),
        ("がくせい", "nfd"),
        ("reunion", "es"),
        ("понедельник", "ru"),
        ("ёлки", "ru"),
        ("dữ liệu", "vi"),
        ("du lieu", "vi"),
        ("Hà", "vi"),
    ],
)
def test_a_word_is_found(table: Table, query: str, name: str) -> None:
    assert name in table.find(query)


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("据网", "zh"),
        ("10.0.0.1", "en"),
        ("10.0.12", "en"),
        ("URL_POSTGRES", "en"),
        ("gpt-4", "en"),
        ("rise", "en"),
        ("部署方案新", "ko"),
    ],
)
def test_what_is_not_there_is_not_found(table: Table, query: str, name: str) -> None:
    assert name not in table.find(query)


def test_a_file_is_found_by_its_path() -> None:
    table = Table({"2026-03-01-网关": "x", "2026-03-02": "y"})
    assert table.find("2026-03-01") == ["2026-03-01-网关"]
    assert table.find("网关") == ["2026-03-01-网关"]


def test_the_agents_own_question_finds_what_the_agent_would(table: Table) -> None:
    expression = openclaw_match("café needs")
    assert expression is not None
    assert table.raw(f"{{text}} : ({expression})") == ["en"]
    chinese = openclaw_match("数据库")
    assert chinese is not None
    assert table.raw(f"{{text}} : ({chinese})") == []


def test_words_that_say_nothing_are_left_out_unless_nothing_else_is_there() -> None:
    assert [match.terms for q in ("What was the budget?", "the") if (match := match_expression(q))] == [
        ("budget",),
        ("the",),
    ]
    german = match_expression("Wo war die Besprechung mit dem Team?")
    assert german is not None
    assert german.terms == ("Besprechung", "Team")


def test_a_stop_word_of_another_language_is_a_word_here() -> None:
    match = match_expression("when did the war end")
    assert match is not None
    assert match.terms == ("war", "end")


HARMLESS = [
    '"',
    '"unbalanced',
    "a OR",
    "NEAR(a b, 3)",
    "NEAR",
    "AND",
    "NOT",
    "OR OR",
    "text : x",
    "{text} : x",
    "-minus",
    "^start",
    "star*",
    "*",
    "()",
    ")(",
    "a + b",
    "nul\0nul",
    "😀😀",
    "👨‍👩‍👧",
    "\ud83d half",
    "…!?。、「」",
    "'; DROP TABLE f; --",
    "\u200b\u200d\ufeff",
    "𠀀𠀁",
    "ｶﾅ",
    "ＡＢＣ",
    "क्षेत्र",
    "½ ² Ⅷ",
    "e\u0301",
    "\u0301",
    "\ue000",
    "x" * 100_000,
    "word " * 20_000,
    "数" * 100_000,
    "".join(chr(0x4E00 + n % 20_000) for n in range(100_000)),
    " ".join(f"w{n}" for n in range(20_000)),
    '"' * 100_000,
    "a-" * 50_000,
    "a'" * 50_000,
]


@pytest.mark.parametrize("query", HARMLESS, ids=range(len(HARMLESS)))
def test_no_question_is_a_syntax_error(table: Table, query: str) -> None:
    table.find(query)
    match = match_expression(query)
    if match:
        assert 1 <= len(match.terms) <= MOST_TERMS
        mark(TEXTS["en"] + TEXTS["zh"], match.terms)


@settings(max_examples=300)
@given(st.text(max_size=200))
def test_any_text_may_be_asked_for(table: Table, query: str) -> None:
    table.find(query)


@settings(max_examples=200)
@given(
    st.text(alphabet=st.sampled_from("数据库部署ーデタの가방 abc1é_-.#😀\n"), min_size=1, max_size=60),
    st.data(),
)
def test_any_part_of_an_east_asian_text_is_found(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    part = text[start : start + data.draw(st.integers(1, 3))]
    if all(c in "数据库部署ーデタ가방" for c in part):
        assert Table({"it": text}).find(part) == ["it"]


def test_columns_hold_what_they_should() -> None:
    assert cjk_terms("plain text, naïve") == ""
    assert cjk_terms("数据库 and 我") == "数据 据库 库 我"
    assert cjk_terms("用gpt-4o, 好") == "用 gpt-4o 好"
    assert words("Café POSTGRES_URL 10.0") == ["cafe", "postgres", "url", "10", "0"]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_words_are_those_of_the_tokenizer(text: str) -> None:
    connection = apsw.Connection(":memory:")
    connection.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize='unicode61 remove_diacritics 2')")
    connection.execute("CREATE VIRTUAL TABLE v USING fts5vocab(t, 'row')")
    connection.execute("INSERT INTO t VALUES (?)", (text,))
    assert sorted(set(words(text))) == sorted(row[0] for row in connection.execute("SELECT term FROM v"))
    connection.close()


@pytest.mark.parametrize(
    "text", ["a-" * 300_000 + "中", "x" * 1_000_000 + "中", "中" + "x " * 500_000, "中" * 500_000]
)
def test_hostile_text_takes_no_longer_than_other_text(text: str) -> None:
    assert cjk_terms(text)


def marked(text: str, query: str) -> list[str]:
    match = match_expression(query)
    assert match is not None
    return [text[start:end] for start, end in mark(text, match.terms)]


def test_matches_are_marked_as_they_were_found() -> None:
    assert marked("The Café; a cafeteria, decaf.", "cafe") == ["Café", "cafeteria"]
    assert marked("We painted. Paintings!", "painting") == ["painted", "Paintings"]
    assert marked("use POSTGRES_URL, not POSTGRES or postgres url", "POSTGRES_URL") == [
        "POSTGRES_URL",
        "postgres url",
    ]
    assert marked("10.0.0.12 but not 10.0.0.123", "10.0.0.12") == ["10.0.0.12"]
    assert marked("新的数据库网关", "数据库是什么") == ["数据库"]
    assert marked("用python写", "python") == ["python"]
    assert marked("ImportError: port 8123", "port") == ["port"]
    assert marked("cafe\u0301 X", "café") == ["cafe\u0301"]
    assert mark("anything", []) == []


@pytest.mark.parametrize("version", VERSIONS)
def test_the_agents_question_is_the_agents(version: str) -> None:
    cases = json.loads((PARITY / f"buildFtsQuery.{version}.json").read_text(encoding="utf-8"))["cases"]
    assert [openclaw_match(case["input"]) for case in cases] == [case["output"] for case in cases]


def keyword_cases() -> list[Any]:
    return [
        pytest.param(version, case, id=f"{version}-{number}")
        for name, version in VERSIONS.items()
        for number, case in enumerate(
            json.loads((PARITY / f"extractKeywords.{name}.json").read_text(encoding="utf-8"))["cases"]
        )
    ]


@pytest.mark.parametrize(("version", "case"), keyword_cases())
def test_the_agents_keywords_are_the_agents(
    version: Literal["2026.2", "2026.9"], case: dict[str, Any]
) -> None:
    trigram = case.get("opts", {}).get("ftsTokenizer") == "trigram"
    assert openclaw_keywords(case["input"], version=version, trigram=trigram) == case["output"]
