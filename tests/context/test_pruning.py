"""What is left of old tool results is what OpenClaw's own functions leave, in both versions."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop import utf16
from openclaw_desktop.context.policy import configured_rules
from openclaw_desktop.context.rules.messages import Message
from openclaw_desktop.context.rules.pruning import (
    IMAGE_MARKER,
    PLACEHOLDER,
    PruneRule,
    chars,
    is_expired,
    prune,
)
from openclaw_desktop.workspace.agents import Era

PARITY = Path(__file__).parents[1] / "data" / "parity"
FILES: dict[Era, str] = {
    "2026.2": "pruneContextMessages.v2026.2.26.json",
    "2026.9": "pruneExpiredCacheTtlToolResults.v2026.9.6.json",
}
SUMMARISED = re.compile(r"<(\d+) chars> head=(.*?) tail=(.*)", re.DOTALL)


def cases() -> list[Any]:
    return [
        pytest.param(era, case, id=f"{era}-{case['name']}")
        for era, name in FILES.items()
        for case in json.loads((PARITY / name).read_text("utf-8"))["cases"]
    ]


def message(shape: Any) -> Message:
    """A message of the fixture, whose long texts are one letter repeated."""
    text, image = shape["text"].removesuffix("|[image]"), shape["text"].endswith("|[image]")
    if match := SUMMARISED.fullmatch(text):
        text = match[2][0] * int(match[1])
    return Message(shape["role"], (text, None) if image else (text,), tool=shape.get("toolName", ""))


def rule_of(era: Era, case: Any) -> PruneRule:
    settings = dict(case.get("settings") or case["config"])
    if "ttlMs" in settings:
        settings["ttl"] = f"{settings.pop('ttlMs')}ms"
    values = {"agents": {"defaults": {"contextPruning": settings}}}
    return configured_rules(values, era=era, window=case["contextWindowTokens"]).prune


def is_like(text: str, shape: str) -> bool:
    """Whether a text is the one the fixture describes by its length, its beginning and its end."""
    if match := SUMMARISED.fullmatch(shape):
        return len(text) == int(match[1]) and text.startswith(match[2]) and text.endswith(match[3])
    return text == shape


@pytest.mark.parametrize(("era", "case"), cases())
def test_pruning_leaves_what_openclaw_leaves(era: Era, case: Any) -> None:
    messages = [message(shape) for shape in case["inputShape"]]
    pruned = prune(messages, case["contextWindowTokens"], rule_of(era, case))
    assert bool(pruned) is case["changed"]
    texts = {each.index: each.text for each in pruned}
    for number, (before, after) in enumerate(zip(messages, case["outputShape"], strict=True)):
        assert is_like(texts.get(number, before.texts[0]), after["text"].removesuffix("|[image]")), number


def conversation(*results: str, tool: str = "exec") -> list[Message]:
    """Each result after an answer, then three answers that are left alone."""
    messages = [Message("user", ("start",))]
    for result in results:
        messages += [Message("assistant", ("ok",)), Message("toolResult", (result,), tool=tool)]
    return [*messages, *[Message("assistant", ("so",))] * 3]


@pytest.mark.parametrize("era", FILES)
def test_an_emoji_is_not_halved(era: Era) -> None:
    text = "🐢" * 4_000
    [pruned] = prune(conversation(text), 5_000, PruneRule(era=era))
    kept = pruned.text.split("\n...\n")[0]
    assert kept == "🐢" * 750
    assert pruned.text.encode("utf-8")


def test_2026_9_weighs_chinese_and_prunes_earlier() -> None:
    messages = conversation("气" * 5_000)
    assert prune(messages, 10_000, PruneRule(era="2026.2")) == []
    [pruned] = prune(messages, 10_000, PruneRule(era="2026.9"))
    assert pruned.before == 20_000
    assert pruned.how == "trimmed"


def test_results_before_the_first_message_of_a_person_stay() -> None:
    messages = [Message("toolResult", ("r" * 9_000,), tool="read"), *conversation("r" * 9_000)]
    assert [each.index for each in prune(messages, 10_000, PruneRule())] == [3]


def test_the_last_answers_protect_what_follows_them() -> None:
    messages = [*conversation("r" * 9_000), Message("toolResult", ("r" * 90_000,), tool="exec")]
    assert [each.index for each in prune(messages, 10_000, PruneRule())] == [2]
    everything = replace(PruneRule(), keep_last_assistants=0)
    assert [each.index for each in prune(messages, 10_000, everything)] == [2, 6]


def test_with_too_few_answers_nothing_is_pruned() -> None:
    messages = [Message("user", ("s",)), Message("assistant"), Message("toolResult", ("r" * 90_000,))]
    assert prune(messages, 1_000, PruneRule()) == []


@pytest.mark.parametrize(
    ("allow", "deny", "is_cut"),
    [
        ((), (), True),
        (("EX*",), (), True),
        (("exec",), ("*",), False),
        (("read",), (), False),
        ((), ("e?ec",), True),  # a question mark is no wildcard
        ((" ",), ("",), True),
    ],
)
def test_names_of_tools_may_hold_stars(allow: tuple[str, ...], deny: tuple[str, ...], is_cut: bool) -> None:
    rule = PruneRule(allow=allow, deny=deny)
    assert bool(prune(conversation("r" * 9_000, tool=" Exec "), 5_000, rule)) is is_cut


def test_images_are_left_alone_by_2026_2_and_taken_out_by_2026_9() -> None:
    messages = conversation("")
    messages[2] = Message("toolResult", (None, "seen"), tool="browser")
    assert prune(messages, 5_000, PruneRule(era="2026.2")) == []
    [pruned] = prune(messages, 5_000, PruneRule(era="2026.9"))
    assert pruned.text == f"{IMAGE_MARKER}\nseen"
    assert pruned.before == 8_004


def test_what_was_cleared_once_is_not_cleared_again() -> None:
    messages = conversation(*["r" * 3_900] * 20)
    first = prune(messages, 20_000, PruneRule())
    assert {each.how for each in first} == {"cleared"}
    places = {each.index for each in first}
    assert not places & {each.index for each in prune(messages, 10_000, PruneRule(), finished=places)}


def test_thinking_calls_and_unknown_roles_count() -> None:
    call = Message("assistant", ("ab",), thinking="cde", arguments='{"path":"x"}', call_names="read")
    assert chars(call, "2026.2") == 2 + 3 + 12
    assert chars(Message("custom", ("x" * 9_000,)), "2026.9") == 256


def test_a_cache_that_is_still_warm_is_not_expired() -> None:
    rule = PruneRule(enabled=True)
    assert not is_expired(299.9, rule)
    assert is_expired(300, rule)
    assert not is_expired(10**6, PruneRule())
    assert not is_expired(10**6, replace(rule, ttl=0))


@given(
    results=st.lists(st.integers(0, 12_000), max_size=12),
    window=st.integers(500, 60_000),
    era=st.sampled_from(list(FILES)),
)
def test_pruning_never_makes_the_whole_longer(results: list[int], window: int, era: Era) -> None:
    messages = conversation(*("r" * size for size in results))
    rule = PruneRule(era=era)
    pruned = prune(messages, window, rule)
    before = sum(chars(each, era) for each in messages)
    saved = sum(each.before - each.after for each in pruned)
    assert [each.index for each in pruned] == sorted({each.index for each in pruned})
    assert saved <= before
    for each in pruned:
        assert messages[each.index].role == "toolResult"
        assert utf16.length(each.text) == each.after
        assert each.how == "trimmed" or each.text == PLACEHOLDER
