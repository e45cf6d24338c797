"""Questions made of a workspace's own headings, in its own language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop import resources
from openclaw_desktop.ui.first_questions import suggested
from openclaw_desktop.workspace.outline import outline


def asked(text: str) -> list[str]:
    return suggested(outline(text))


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("# Memory\n\n## The house\n\n- The roof is new.\n", "What do we know about the house?"),
        ("# 记忆\n\n## 气象站\n\n- 雨量计在屋顶上。\n- 每十分钟报告一次。\n", "关于气象站，我们知道些什么？"),
        ("# 记忆\n\n## 1. 数据库迁移\n\n- 二月迁移。\n", "关于数据库迁移，我们知道些什么？"),
        ("# メモ\n\n## 雨量計の場所\n\n- 屋根の上。\n", "雨量計の場所について何がわかっていますか？"),
        ("# 기억\n\n## 기상 관측소\n\n- 지붕 위에 있다.\n", "기상 관측소에 대해 무엇을 알고 있나요?"),
        ("# Notizen\n\n## Wetterstation\n\n- Der Regenmesser ist auf dem Dach.\n", "Wetterstation"),
        ("# Память\n\n## Метеостанция\n\n- Датчик дождя на крыше.\n", "Метеостанция"),
        ("# 记忆\n\n## Docker 部署\n\n- 端口是 8123。\n", "Docker 部署"),
    ],
)
def test_a_heading_becomes_a_question_in_its_own_language(text: str, first: str) -> None:
    assert asked(text)[0] == first


def test_the_headings_that_hold_most_are_asked_about_in_order() -> None:
    few = "# M\n- The whole.\n## Tea\n- The first.\n- This.\n## Shop\n- It is.\n"
    text = f"{few}## Ponds\n- The.\n- Was.\n- Is.\n"
    assert asked(text) == ["What do we know about Ponds?", "What do we know about Tea?"]


def test_a_heading_that_names_something_comes_before_one_that_only_sorts() -> None:
    people = "# M\n## The people\n- They are.\n- All of them.\n### Liang Shufen (Anxi)\n- The grower.\n"
    text = f"{people}## 人物\n- 一\n## 星野琢磨\n- 二\n"
    assert asked(text) == ["What do we know about Liang Shufen (Anxi)?", "关于星野琢磨，我们知道些什么？"]


@pytest.mark.parametrize(
    "title", ["Notes", "MEMORY", "笔记", "2026-02-11", "11 / 02", "📌", "", "其他", "w" * 60]
)
def test_a_heading_that_asks_about_nothing_makes_way_for_what_stands_below_it(title: str) -> None:
    assert asked(f"# {title}\n\n- Rain gauge on the roof\n") == ["Rain gauge roof"]


def test_a_heading_with_nothing_below_it_is_not_asked_about() -> None:
    assert asked("# Rain gauge\n\n# Router\n\n- It is at 10.0.0.1.\n") == ["What do we know about Router?"]


def test_where_there_is_nothing_nothing_is_suggested() -> None:
    assert asked("") == []
    assert asked("Only words, and no heading.\n") == []


def test_the_sample_is_asked_what_it_can_answer() -> None:
    text = resources.path("sample-workspace/MEMORY.md").read_text(encoding="utf-8")
    questions = asked(text)
    assert len(questions) == 2
    for question in questions:
        subject = question.removeprefix("What do we know about ").removesuffix("?")
        assert subject.casefold() in text.casefold()


@given(
    st.text() | st.lists(st.sampled_from(["# a", "## 气象站", "- x", "\n", "### ", "**b**"])).map("\n".join)
)
def test_whatever_a_file_holds_there_are_at_most_two_and_each_has_words(text: str) -> None:
    questions = asked(text)
    assert len(questions) == len(set(questions)) <= 2
    assert all(question.strip() for question in questions)
