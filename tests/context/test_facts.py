"""Values worth keeping are found in English and Chinese; what means nothing to a person is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.context.lost.fact_kinds import FactKind
from openclaw_desktop.context.lost.facts import facts, request_of
from openclaw_desktop.context.lost.mentions import Mentions
from openclaw_desktop.context.lost.sentences import sentences


def found(text: str, least: float = 0.3) -> list[tuple[str, str]]:
    return [(fact.kind.value, fact.value) for fact in facts(text) if fact.weight >= least]


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("Write to maria@lopez-dental.example soon.", "e-mail", "maria@lopez-dental.example"),
        ("It is on https://lark.example.org/admin/?a=1.", "link", "https://lark.example.org/admin/?a=1"),
        ("Call +351 912 345 678 after lunch.", "phone", "+351 912 345 678"),
        ("The rent is €1,150 a month.", "money", "€1,150"),
        ("They want 80 euros for it.", "money", "80 euros"),
        ("She arrives on March 3rd, 2026 by train.", "date", "March 3rd, 2026"),
        ("It is due 2026-03-15.", "date", "2026-03-15"),
        ("The shop opens at 9:30 am.", "time", "9:30 am"),
        ("Note that the widget port is 8123.", "port", "8123"),
        ("The NAS has 192.168.8.20 now.", "address", "192.168.8.20"),
        ("Postgres runs at db.internal:5432.", "address", "db.internal:5432"),
        ("It is in ~/notes/plan.md, I think.", "path", "~/notes/plan.md"),
        ("See memory/气象站笔记.md for it.", "path", "memory/气象站笔记.md"),
        ("We run version 16.2.1 there.", "version", "16.2.1"),
        ("The old bearing is in drawer B3.", "identifier", "B3"),
        ("My booking number is PM-88213.", "identifier", "PM-88213"),
        ('We call it "Blue Heron" from now on.', "quoted", "Blue Heron"),
        ("My wifi is 'Hortus-2G' now.", "quoted", "Hortus-2G"),
        ("He comes on the 14th at eight.", "date", "14th"),
        ("Book Dr. Hansen for the cat.", "name", "Hansen"),
        ("Restart it with `systemctl restart lark`.", "code", "systemctl restart lark"),
        ("The gust was 28.6 m/s.", "measure", "28.6 m/s"),
        ("There are 22 checks in the log.", "number", "22 checks"),
        ("My sister Anna lives there.", "name", "Anna"),
        ("Our dentist is Dr. Maria Lopez.", "name", "Maria Lopez"),
        ("The address is Rua das Flores.", "name", "Rua das Flores"),
        ("房东叫陈国强，电话13912345678。", "phone", "13912345678"),
        ("房东叫陈国强，很好说话。", "name", "陈国强"),
        ("班主任是王老师。", "name", "王老师"),
        ("月租6500元。", "money", "6500元"),
        ("合同截止日期2026年3月15日。", "date", "2026年3月15日"),
        ("三月十八号拿钥匙。", "date", "三月十八号"),
        ("下午三点半开会。", "time", "下午三点半"),
        ("网关端口改成了18789。", "port", "18789"),
        ("订单号：LT20260318。", "identifier", "LT20260318"),
        ("机器名叫「海鸥」。", "quoted", "海鸥"),
        ("用电286度。", "measure", "286度"),
        ("打了百分之十五的折扣。", "measure", "百分之十五"),
        ("合同在/home/sam/合同.pdf里。", "path", "/home/sam/合同.pdf"),
    ],
)
def test_a_value_is_found(text: str, kind: str, value: str) -> None:
    assert (kind, value) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Nothing odd, all is well.",
        "I read 14 results and 2,311 tokens.",
        "Successfully wrote 92 bytes to it.",
        "It took two tries, then 3 more.",
        "The year was 2024 and it was good.",
        "The commit is 9fceb02d0ae598e95dc970b74767f19372d61af8.",
        "The call was call_3b86b73ea77f69c348cc52ce.",
        "Request 7f3a9c1e-5b2d-4c8e-9a1b-2c3d4e5f6a7b failed.",
        "2026-02-24 05:00:12 [debug] wx_hour mean written seq=40001",
        "[info] retry 1 for packet seq=40000",
        "2026-02-23T00:00Z,lark-node-1,6.0,87,1018.1,3.2,10.8,329,0.0",
        "| file | lines |\n|---|---|\n| src/api/client.ts | +12 -3 |",
        '{"results": [{"price": "89.00"}]}',
        'Traceback (most recent call last):\n  File "/usr/lib/python3.11/json.py", line 293, in load',
        "```\nport 8123 is open\n```",
        "1. First do this\n2. Then do that",
        "Thanks! Done. Sure, Monday is fine. Good morning.",
        "The file is UTF-8 and the hash SHA-256.",
        "好的，没有问题。",
        "Process exited with code 137.",
        "PID 2231 was killed.",
        "HTTP 404 from the server, then 503 Service Unavailable.",
        "drwxr-xr-x 2 sam sam 4096 Feb 24 05:00 memory",
        "5.0K notes.md",
        "path=memory/2026-02-24.md score=0.71",
        "1 file changed, 12 insertions(+), 3 deletions(-)",
        "It is written to /tmp/openclaw-1771909212/out.tar.gz.",
        "## Constraints & Preferences",
    ],
)
def test_what_means_nothing_to_a_person_is_passed_over(text: str) -> None:
    assert found(text) == []


def test_a_sentence_ends_where_a_reader_ends_it() -> None:
    text = "- Dr. Lopez called at 9.30 (p. 4). She said no.\n## Plan 2.1\n今天下雨。明天不下！“好。”走吧。"
    assert list(sentences(text)) == [
        *(
            "Dr. Lopez called at 9.30 (p. 4).",
            "She said no.",
            "Plan 2.1",
            "今天下雨。",
            "明天不下！",
            "“好。”走吧。",
        ),
    ]


def test_a_fence_that_is_never_closed_hides_the_rest_only() -> None:
    assert list(sentences("Before.\n````\n```\ncode\n````\nAfter.\n~~~\nend")) == ["Before.", "After."]


@pytest.mark.parametrize(
    "text",
    [
        "Remember that Clara is allergic to penicillin.",
        "From now on use metres.",
        "以后报告都用PDF格式。",
    ],
)
def test_a_request_is_kept_as_a_whole(text: str) -> None:
    request = request_of(text)
    assert request
    assert (request.kind, request.value) == (FactKind.REQUEST, text)


@pytest.mark.parametrize(
    ("said", "elsewhere"),
    [
        ("The storm was on 11 February.", "Storm of 2026-02-11 noted"),
        ("The storm was on 11 February.", "二月十一日的风暴"),
        ("截止3月15日。", "Due March 15th"),
        ("We meet at 3:30 pm.", "会议在下午三点半"),
        ("There were 14 210 packets.", "14,210 were sent"),
        ("There are 22 checks in the log.", "The log has 22 calibration checks"),
        ("They agree within 2 % now.", "within two per cent"),
        ("The rent is €1,150 a month.", "rent: 1150 EUR"),
        ("Call +351 912 345 678 today.", "phone 912345678"),
        ("It is in /home/sam/ws/memory/plan.md now.", "see memory/plan.md"),
        ("It is at https://www.lark.example/a/ for all.", "lark.example/a"),
        ("Our dentist is Dr. Maria Lopez.", "Maria and her husband Lopez"),
        ("My friend Anna Berg came.", "ANNA  BERG"),
        ("月租6500元。", "rent 6,500 yuan"),
        ("They want 80 euros for it.", "rent €80"),
        ("The rent is €80 a month.", "80 EUR"),
        ("They want $2,500 for it.", "costs $2.5k"),
        ("预算3万元。", "budget 30,000 CNY"),
        ("价格是1.2万元。", "12,000元"),
        ("They pay 1.5 million euros.", "€1,500,000"),
        ("It was 15 % off.", "打了百分之十五的折扣"),
        ("打了百分之十五的折扣。", "15% discount"),
        ("西风每秒三米。", "wind 3 m/s"),
        ("The wind was 3 m/s.", "风速3米/秒"),
        ("离这里五公里。", "5 km from here"),
        ("It was 7.1 °C.", "7.1 degrees"),
        ("It was 7.1 °C.", "| day | °C |\n|---|---|\n| Mon | 7.1 |"),
        ("今天7.1度。", "7.1 °C today"),
        ("It took 3 hours.", "三个小时"),
        ("It weighs 12 kg.", "重12公斤"),
        ("There are 22 checks in the log.", "twenty-two checks"),
        ("It has 20 sensors now.", "二十个传感器"),
        ("He is coming on the 14th.", "visit: April 14"),
        ("He is coming on the 14th.", "14号来"),
        ("It is due 2026-03-15.", "due 3/15/2026"),
        ("It is due 2026-03-15.", "fällig 15.03.2026"),
        ("We run version 16.2.1 there.", "on v16.2.1 now"),
        ("We run v16.2.1 there.", "version 16.2.1"),
        ("My booking number is PM-88213.", "PM88213"),
        ("Ticket #4711 is open.", "ticket 4711"),
        ("Postgres runs at db.internal:5432.", "db.internal, port 5432"),
        ("It is in ./plan.md now.", "see plan.md"),
        ('We call it "Blue Heron" from now on.', "blue-heron"),
        ('He said "please restart the radio before noon".', "restart the radio before noon, please"),
        ("Our dentist is Dr. José Müller.", "Jose Muller"),
        ("房间是１２０３室。", "1203室"),
        ("The phone is 139-1234-5678.", "13912345678"),
    ],
)
def test_a_fact_is_recognised_in_other_words(said: str, elsewhere: str) -> None:
    facts_said = [fact for fact in facts(said) if fact.weight >= 0.4]
    assert facts_said
    assert all(Mentions(elsewhere).has(fact) for fact in facts_said)


@pytest.mark.parametrize(
    ("said", "elsewhere"),
    [
        ("The gust was 7.1 m/s.", "The bus line 7.1 is late"),
        ("There are 22 checks in the log.", "22 bottles"),
        ("My friend Ann came.", "Anna came"),
        ("The port is 8123.", "18123 packets, 81230 more"),
        ("The storm was on 11 February.", "2026-11-02"),
        ("My sister Anna lives there.", ""),
        ("The code is B3.", "see B37"),
        ("Our dentist is Maria Lopez.", "Maria Santos"),
        ("下午三点开会。", "上午三点开会"),
        ("It took 3 h.", "3 hats"),
        ("It cost €80.", "80 people"),
        ("It cost €80.", "$80"),
        ("It was 7.1 °C.", "highest 25.7, lowest 7.1; rain 154.7 mm"),
        ("预算3万元。", "3元"),
        ("He is coming on the 14th.", "April 24"),
        ("We run version 16.2.1 there.", "16.2.10"),
        ("西风每秒三米。", "三米长"),
    ],
)
def test_something_like_a_fact_is_not_the_fact(said: str, elsewhere: str) -> None:
    facts_said = [fact for fact in facts(said) if fact.weight >= 0.4]
    assert facts_said
    assert not any(Mentions(elsewhere).has(fact) for fact in facts_said)


def test_a_request_counts_as_kept_when_most_of_its_words_stand_in_one_line() -> None:
    request = request_of("Remember that Clara is allergic to penicillin.")
    assert request
    assert Mentions("- Clara: penicillin allergy\n").has(request)
    assert not Mentions("- Clara starts school\n- penicillin is a drug\n").has(request)
    chinese = request_of("记住小雨对青霉素过敏。")
    assert chinese
    assert Mentions("小雨青霉素过敏").has(chinese)
    assert not Mentions("小雨上学").has(chinese)


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    for fact in facts(text):
        assert fact.value in fact.sentence
        assert Mentions(fact.sentence).has(fact)
