"""At a compaction the few things a person would miss are named, and nothing else."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from conversation_writer import ConversationWriter
from session_writer import SessionWriter

from openclaw_desktop.context.lost.facts import facts
from openclaw_desktop.context.lost.losses import (
    Left,
    LostFact,
    Role,
    Source,
    in_files,
    left_at,
    lost,
    pruned_at,
)
from openclaw_desktop.context.marks import MarkKind, marks
from openclaw_desktop.context.sessions import sessions
from openclaw_desktop.context.sessions.conversation import read_conversation
from openclaw_desktop.context.sessions.entries import Entry, EntryKind
from openclaw_desktop.context.transcript import Lines
from openclaw_desktop.workspace.agents import Era

STATE = Path(__file__).parents[1] / "data" / "openclaw"

ENGLISH: list[tuple[Role, str]] = [
    ("user", "Our new address is Rua das Flores 12 in Porto, and the landlord is called Miguel Santos."),
    ("assistant", "Got it. I'll keep track of the move. Do you want me to make a checklist?"),
    ("user", "Yes. The rent is €1,150 a month. His phone number is +351 912 345 678."),
    ("user", "We get the keys on 3 April at 10:00."),
    (
        "assistant",
        "Here is a first checklist:\n\n1. Cancel the gas\n2. Book a van\n3. Tell the bank",
    ),
    ("toolResult", "2026-03-01 09:00:01 [info] search started pid=2231\n14 results in 0.8 seconds\n"),
    ("toolResult", '{"results":[{"name":"VanGo","price":"89.00"}],"took":812}'),
    ("assistant", "I read 14 results (2,311 tokens). Porto Mudanças wants €140 and brings two people."),
    ("user", "Take Porto Mudanças. The booking number they gave me is PM-88213."),
    ("assistant", "Noted. Let me check the calendar for conflicts on line 42 of calendar.ics."),
    ("toolResult", 'Traceback (most recent call last):\n  File "/usr/lib/json.py", line 293, in load\n'),
    ("assistant", "It could not be parsed, so I retried 3 times. It works now: 212 entries, exit code 0."),
    ("user", "My daughter Clara starts school on September 14th. Her teacher is Mrs. Almeida."),
    ("user", "Remember that Clara is allergic to penicillin."),
    ("user", 'Grafana will listen on port 3300 and the NAS has 192.168.8.20. We named it "Gaivota".'),
    ("assistant", "Done. I wrote /etc/grafana/grafana.ini; the commit is 9fceb02d0ae598e95dc970b74767f193."),
    ("user", "What was the temperature in Porto yesterday? 14 or 15 degrees?"),
    ("user", "Ok thanks. My insurance policy is ZX-4471-09. Send documents to claims@atlantico.example."),
]
CHINESE: list[tuple[Role, str]] = [
    ("user", "新地址是上海市徐汇区漕溪北路88号1203室，房东叫陈国强，电话13912345678。"),
    ("assistant", "好的，我来整理一份清单。需要我帮您联系搬家公司吗？"),
    ("user", "要。月租6500元，押二付一。3月18日上午十点拿钥匙。"),
    ("assistant", "我查到两家：蓝天搬家报价1200元，快捷搬家报价980元。"),
    ("toolResult", "2026-03-01 09:00:01 [info] 查询完成 14 条结果\n"),
    ("user", "就用蓝天搬家，订单号是LT20260318。"),
    ("assistant", "已记录。"),
    ("user", "我女儿叫陈小雨，她对青霉素过敏。班主任是王老师。"),
    ("user", "家里服务器的网关端口改成18790，机器名叫「海鸥」。"),
    ("assistant", "重启用了3秒，共处理212行。"),
    ("user", "上个月用电多少？"),
    ("user", "下周二下午三点半和李总开会，预算不超过3万元。"),
    ("user", "以后报告都用PDF格式，字体用思源黑体。"),
]


def left(
    turns: list[tuple[Role, str]], summary: str = "", kept: list[tuple[Role, str]] | None = None
) -> Left:
    replaced = tuple(Source(number, role, text) for number, (role, text) in enumerate(turns))
    after = tuple(Source(100 + number, role, text) for number, (role, text) in enumerate(kept or []))
    return Left(replaced, summary, after)


def values(found: list[LostFact]) -> set[str]:
    return {fact.value for each in found for fact in each.facts}


def test_an_empty_summary_loses_what_was_said_and_none_of_the_noise() -> None:
    found = lost(left(ENGLISH), in_files({}))
    wanted = {
        *("Rua das Flores", "Miguel Santos", "€1,150", "+351 912 345 678", "3 April", "10:00", "€140"),
        *("PM-88213", "September 14th", "Clara", "Almeida", "3300", "192.168.8.20", "Gaivota", "ZX-4471-09"),
        *("claims@atlantico.example", "Remember that Clara is allergic to penicillin."),
    }
    assert wanted <= values(found)
    assert len(values(found) - wanted) <= 5
    assert len(found) <= 20


def test_what_is_in_the_summary_in_a_file_or_still_there_is_not_lost() -> None:
    summary = (
        "Move to Porto (Rua das Flores 12, landlord Miguel Santos, rent 1150 EUR, keys Apr 3rd 10:00). "
        "Mudanças booked, PM-88213. Clara starts school Sept. 14 with Mrs Almeida. Grafana on port 3300."
    )
    files = {"MEMORY.md": "- NAS: 192.168.8.20, named Gaivota\n- policy ZX-4471-09\n"}
    found = lost(left(ENGLISH, summary, [("assistant", "They asked 140 euros.")]), in_files(files))
    assert values(found) == {
        *("+351 912 345 678", "claims@atlantico.example"),
        *("Remember that Clara is allergic to penicillin.", "/etc/grafana/grafana.ini"),
    }
    assert found[0].value in ("+351 912 345 678", "claims@atlantico.example")


def test_chinese_facts_are_lost_and_found_alike() -> None:
    everything = values(lost(left(CHINESE), in_files({})))
    assert {
        *(
            "陈国强",
            "13912345678",
            "6500元",
            "3月18日",
            "上午十点",
            "1200元",
            "980元",
            "LT20260318",
            "陈小雨",
        ),
        *("王老师", "18790", "海鸥", "下午三点半", "李总", "3万元", "以后报告都用PDF格式，字体用思源黑体。"),
    } <= everything
    assert not {value for value in everything if "212" in value or "3秒" in value or "14" in value}

    summary = "用户搬到漕溪北路88号1203室，房东陈国强，月租6500元，3月18日10点拿钥匙。女儿陈小雨青霉素过敏。"
    files = {"memory/2026-03-01.md": "- 网关 18790，机器名海鸥\n- 报告用PDF格式，字体思源黑体\n"}
    found = values(lost(left(CHINESE, summary), in_files(files)))
    assert {"13912345678", "LT20260318", "王老师", "李总", "3万元"} <= found
    assert not found & {"陈国强", "6500元", "3月18日", "上午十点", "陈小雨", "18790", "海鸥"}


def test_the_most_missed_comes_first_and_the_list_stays_short() -> None:
    numbers: list[tuple[Role, str]] = [
        ("assistant", f"Sensor {i} showed {i}.25 °C at noon today.") for i in range(100, 400)
    ]
    told: tuple[Role, str] = ("user", "My phone is +351 912 345 678.")
    found = lost(left([*numbers, told]), in_files({}))
    assert len(found) == 20
    assert found[0].value == "+351 912 345 678"
    assert found[0].entry == 300
    assert len(lost(left([*numbers, told]), in_files({}), most=3)) == 3


def test_a_value_said_twice_is_named_once_where_the_person_said_it() -> None:
    turns: list[tuple[Role, str]] = [
        ("assistant", "The code could be PM-88213."),
        ("user", "The code is PM-88213."),
        ("assistant", "The code is PM-88213."),
    ]
    [only] = lost(left(turns), in_files({}))
    assert (only.entry, only.role) == (1, "user")


def test_two_spellings_of_a_date_are_one_value() -> None:
    turns: list[tuple[Role, str]] = [("user", "航班6月12号到。"), ("assistant", "已经记下，June 12 it is.")]
    [only] = lost(left(turns), in_files({}))
    assert only.value == "6月12号"


def test_one_amount_in_two_languages_is_one_value() -> None:
    turns: list[tuple[Role, str]] = [("user", "The wind is 24.5 m/s."), ("assistant", "风速24.5米/秒。")]
    [only] = lost(left(turns), in_files({}))
    assert only.value == "24.5 m/s"


def test_long_tool_results_are_no_loss_and_short_ones_may_be() -> None:
    told = "The reservation number is RX-4711-22, write to desk@hotel.example.\n"
    assert values(lost(left([("toolResult", told)]), in_files({}))) == {"RX-4711-22", "desk@hotel.example"}
    assert lost(left([("toolResult", told * 40)]), in_files({})) == []


def test_the_places_are_asked_for_once_and_for_all() -> None:
    asked: list[int] = []

    def elsewhere(wanted: Any) -> list[str | None]:
        asked.append(len(wanted))
        return ["MEMORY.md"] * len(wanted)

    assert lost(left(ENGLISH), elsewhere) == []
    assert len(asked) == 1


def test_the_path_of_a_memory_file_is_in_that_file() -> None:
    turns: list[tuple[Role, str]] = [
        ("user", "I put it into memory/topics/shear.md and into notes/other.md.")
    ]
    found = lost(left(turns), in_files({"memory/topics/shear.md": "Nothing.\n"}))
    assert values(found) == {"notes/other.md"}


def chain(tmp_path: Path) -> tuple[list[Entry], int]:
    """A session whose compaction keeps the last message."""
    writer = SessionWriter(tmp_path, datetime(2026, 3, 1, 9, tzinfo=UTC))
    writer.user("My policy is ZX-4471-09, and the <b>door code</b> is 4711-B.")
    writer.message(
        "user",
        "[Chat messages since your last reply - for context]\nAnn: the hall costs €300\n\n"
        "[Current message - respond to this]\nIs that right?",
    )
    writer.message("assistant", [{"type": "thinking", "thinking": "Perhaps +351 912 345 678?"}])
    writer.call("exec", {"command": "curl https://secret.example/x"})
    kept = writer.user("Good. Now the garden.")
    writer.entry({"type": "compaction", "summary": "A talk.", "firstKeptEntryId": kept, "tokensBefore": 9})
    writer.user("Go on.")
    found = read_conversation(Lines(writer.path)).chain()
    return found, next(i for i, entry in enumerate(found) if entry.kind is EntryKind.COMPACTION)


def test_what_left_is_what_the_window_no_longer_holds(tmp_path: Path) -> None:
    entries, place = chain(tmp_path)
    found = left_at(entries, place)
    assert found.summary == "A talk."
    assert [(source.role, source.text) for source in found.kept] == [("user", "Good. Now the garden.")]
    assert [source.role for source in found.replaced] == [
        *("user", "others", "user", "assistant", "toolResult"),
    ]
    named = lost(found, in_files({}))
    assert values(named) >= {"ZX-4471-09", "€300"}
    assert not values(named) & {"+351 912 345 678", "https://secret.example/x"}
    with pytest.raises(IndexError):
        left_at(entries, 99)


def test_a_pruning_names_the_results_that_no_earlier_one_had(tmp_path: Path) -> None:
    writer = SessionWriter(tmp_path, datetime(2026, 3, 1, 9, tzinfo=UTC))
    writer.user("Look.")
    calls = [writer.call("exec", {}), writer.call("exec", {})]
    for known in (calls[:1], calls):
        pruned = [{"key": f"tool:{call}:1"} for call in known]
        writer.entry(
            {"type": "custom", "customType": "openclaw.cache-ttl", "data": {"prunedToolResults": pruned}}
        )
    chain = read_conversation(Lines(writer.path)).chain()
    assert [[source.entry for source in pruned_at(chain, index).replaced] for index in (5, 6)] == [[2], [4]]
    assert pruned_at(chain, 6).replaced[0].text == "done"


def test_an_earlier_summary_can_be_lost_by_a_later_one(tmp_path: Path) -> None:
    writer = SessionWriter(tmp_path, datetime(2026, 3, 1, 9, tzinfo=UTC))
    first = writer.user("Hello there.")
    writer.entry({"type": "compaction", "summary": "The deposit is €900.", "firstKeptEntryId": first})
    second = writer.user("Go on then.")
    writer.entry({"type": "compaction", "summary": "A talk.", "firstKeptEntryId": second})
    entries = read_conversation(Lines(writer.path)).chain()
    [only] = lost(left_at(entries, len(entries) - 1), in_files({}))
    assert (only.value, only.role) == ("€900", "summary")


@pytest.mark.parametrize(
    ("era", "key"),
    [
        ("2026.2", "agent:main:main"),
        ("2026.9", "agent:main:main"),
        ("2026.9", "agent:main:webchat:direct:sam-desk"),
    ],
)
def test_the_recorded_compactions_lose_little_and_no_noise(era: Era, key: str) -> None:
    state = STATE / f"state-{era}"
    session = next(each for each in sessions.of_agent(state, "main") if each.key == key)
    entries = read_conversation(sessions.read(session).records).chain()
    place = next(i for i, entry in enumerate(entries) if entry.kind is EntryKind.COMPACTION)
    root = state / "workspace"
    files = {str(path.relative_to(root)): path.read_text("utf-8") for path in root.rglob("*.md")}
    gone = left_at(entries, place)
    assert len(gone.replaced) > 7
    for elsewhere in (in_files({}), in_files(files)):
        found = lost(gone, elsewhere)
        assert len(found) <= 3
        assert all(facts(each.sentence) for each in found)
        assert not [each for each in found if each.role == "toolResult"]


@pytest.mark.parametrize(
    ("era", "key"), [("2026.2", "agent:main:main"), ("2026.9", "agent:main:webchat:direct:sam-desk")]
)
def test_the_mark_counts_the_texts_that_left(era: str, key: str) -> None:
    session = next(each for each in sessions.of_agent(STATE / f"state-{era}", "main") if each.key == key)
    chain = read_conversation(sessions.records(session)).chain()
    [mark] = [each for each in marks(chain) if each.kind is MarkKind.COMPACTION]
    texts = len(left_at(chain, mark.index).replaced)
    assert texts > 1
    assert mark.sentence.endswith(f"a summary now stands for {texts} texts.")


def test_a_second_compaction_takes_the_first_summary_with_it() -> None:
    writer = ConversationWriter()
    writer.user("one")
    writer.call("read", {"path": "a.md"}, "what a.md says")
    kept = writer.user("two")
    writer.compaction("first", kept)
    last = writer.user("three")
    writer.compaction("second", last)
    chain = writer.read().chain()
    first, second = (each for each in marks(chain) if each.kind is MarkKind.COMPACTION)
    for mark, texts in ((first, 2), (second, 2)):
        assert len(left_at(chain, mark.index).replaced) == texts
        assert f"stands for {texts} texts" in mark.sentence
