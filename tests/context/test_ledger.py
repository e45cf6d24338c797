"""The account of a session: what is estimated, what is measured, and what is not known."""

from __future__ import annotations

from pathlib import Path

from conversation_writer import ConversationWriter, words
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop import tokens
from openclaw_desktop.context.counting import CountCache
from openclaw_desktop.context.ledger import Ledger, ledger, part_tokens
from openclaw_desktop.context.sessions import sessions
from openclaw_desktop.context.sessions.conversation import read_conversation
from openclaw_desktop.context.sessions.fixed import Fixed
from openclaw_desktop.context.sessions.parts import Category, image
from openclaw_desktop.context.window import in_window

OLD = Path(__file__).parent.parent / "data" / "openclaw" / "state-2026.2"
FIXED = Fixed(system_tokens=100, bootstrap={"AGENTS.md": 30, "SOUL.md": 5}, tools=50, skills=7, measured=True)


def account(writer: ConversationWriter, **more: object) -> Ledger:
    return ledger(writer.read().chain(), count=words, **more)  # type: ignore[arg-type]


def test_tokens_add_up_by_category() -> None:
    writer = ConversationWriter()
    writer.user("one two three")
    writer.say("assistant", [{"type": "thinking", "thinking": "hm hm"}, {"type": "text", "text": "four"}])
    writer.call("memory_search", {"query": "x"}, "found it")
    points = account(writer, fixed=FIXED, window=1000).points
    assert [point.estimated - 192 for point in points] == [3, 6, 8, 10]
    assert [point.tokens for point in points] == [3, 3, 2, 2]
    assert points[-1].by_category == {
        Category.SYSTEM: 157,
        Category.BOOTSTRAP: 35,
        Category.USER: 3,
        Category.ASSISTANT: 1,
        Category.THINKING: 2,
        Category.TOOL_CALL: 2,
        Category.RECALLED: 2,
    }


def test_a_compaction_replaces_what_it_summarises() -> None:
    writer = ConversationWriter()
    writer.user("one two three four five")
    kept = writer.user("six seven")
    writer.answer("eight", prompt=9)
    writer.compaction("a summary", kept, tokensBefore=9)
    writer.user("nine")
    result = account(writer)
    assert [point.estimated for point in result.points] == [5, 7, 8, 5, 6]
    assert result.points[-1].by_category == {Category.SUMMARY: 2, Category.USER: 3, Category.ASSISTANT: 1}
    assert (result.peak_estimated, result.peak_measured) == (8, 9)


def test_a_reset_starts_from_the_fixed_parts() -> None:
    writer = ConversationWriter()
    writer.user("one two")
    writer.add({"type": "reset"})
    writer.user("three")
    assert [point.estimated for point in account(writer, fixed=FIXED).points] == [194, 192, 193]


def test_measured_is_what_the_provider_counted_and_zeros_are_unknown() -> None:
    writer = ConversationWriter()
    writer.user("hello")
    usage = {"input": 3, "output": 2, "cacheRead": 900, "cacheWrite": 70, "cost": {"total": 0.5}}
    writer.say("assistant", "hi", usage=usage, model="m")
    writer.answer("again")
    result = account(writer)
    assert [point.measured for point in result.points] == [None, 973, None]
    assert [point.cost for point in result.points] == [None, 0.5, None]
    assert (result.cost, result.model) == (0.5, "m")
    assert "Answers without a count of the provider: 1 of 2." in result.problems


def test_what_openclaw_wrote_itself_is_no_model_of_the_session() -> None:
    writer = ConversationWriter()
    writer.answer("hi", prompt=5, model="large", provider="lab")
    writer.answer("sent", model="delivery-mirror", provider="openclaw")
    assert account(writer).model == "large"


def test_what_nobody_knows_is_said() -> None:
    writer = ConversationWriter()
    writer.user("hello")
    writer.answer("hi")
    result = account(writer)
    assert (result.fixed, result.window, result.peak_measured, result.cost) == (None, None, None, None)
    assert [problem.split(":")[0][:30] for problem in result.problems] == [
        "No answer of this session says",
        "What the system prompt, the in",
        "The window of the model is unk",
    ]


def test_a_count_that_contradicts_the_text_is_shown_beside_it() -> None:
    writer = ConversationWriter()
    writer.user("word " * 5000)
    writer.answer("yes", prompt=1200)
    writer.answer("no", prompt=4900)
    result = account(writer, window=100_000)
    assert result.contradictions == (1,)
    assert (result.points[1].measured, result.points[0].estimated) == (1200, 5000)
    assert account(writer, window=4000).contradictions == (1, 2)


def test_nothing_is_an_empty_account() -> None:
    result = ledger([], count=words)
    assert (result.points, result.marks, result.peak_estimated, result.problems) == ((), (), 0, ())


def test_images_and_texts_that_were_not_kept_count_by_their_length() -> None:
    assert part_tokens(image(Category.USER), words) == 2000
    writer = ConversationWriter()
    writer.user("文" * 10_000)
    chain = read_conversation(writer.records, kept_chars=10).chain()
    result = ledger(chain, count=words)
    assert result.points[0].tokens == 2500
    assert any("by their length" in problem for problem in result.problems)


def test_half_a_character_in_a_text_can_be_counted() -> None:
    writer = ConversationWriter()
    writer.user("a\ud83d b")
    assert ledger(writer.read().chain(), count=tokens.count).points[0].tokens > 0


steps = st.lists(st.tuples(st.sampled_from("uatcr"), st.integers(0, 12), st.integers(1, 9)), max_size=25)


@given(steps)
def test_the_account_is_the_sum_of_what_is_in_the_window(steps: list[tuple[str, int, int]]) -> None:
    writer = ConversationWriter()
    for what, place, size in steps:
        text = "word " * size
        if what == "u":
            writer.user(text)
        elif what == "a":
            writer.answer(text, prompt=size)
        elif what == "t":
            writer.call("read", {"path": "x"}, text)
        elif what == "c":
            writer.compaction(text, f"e{place}")
        else:
            writer.add({"type": "reset", "firstKeptEntryId": f"e{place}"})
    chain = writer.read().chain()
    for point in ledger(chain, count=words).points:
        inside = in_window(chain, point.index)
        assert point.estimated == sum(part_tokens(each.part, words) for each in inside)
        assert point.estimated == sum(point.by_category.values())


def test_every_text_is_counted_once() -> None:
    counted: list[str] = []

    def count(text: str) -> int:
        counted.append(text)
        return words(text)

    cache = CountCache(count, most=2)
    assert [cache(text) for text in ("a b", "a b", "c", "a b")] == [2, 2, 1, 2]
    assert counted == ["a b", "c"]
    cache("d")
    cache("a b")
    assert counted == ["a b", "c", "d", "a b"]


def test_the_long_session_falls_at_its_compaction() -> None:
    (session,) = (each for each in sessions.of_agent(OLD, "main") if each.key == "agent:main:main")
    chain = read_conversation(sessions.records(session)).chain()
    result = ledger(chain, count=tokens.count, window=65_536)
    assert result.peak_measured == 46_097
    assert result.points[40].estimated < result.points[39].estimated
    assert result.points[-1].measured == 36_289
    assert result.model == "lark-64k"
