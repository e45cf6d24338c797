"""The first questions one may ask a workspace, made of its own headings and in their language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import FileError
from openclaw_desktop.index.stopwords import common_words
from openclaw_desktop.ui import examples
from openclaw_desktop.workspace.outline import Node, NodeKind, walk

MOST_LINES = 40
"""A longer section says no more about what its heading is worth."""

LONGEST = 48
"""Letters of a heading that makes a question."""

_ENGLISH = (
    "memory memories notes note log todo misc other general overview summary index about more history open"
)
_CHINESE = "记忆 笔记 备忘 日志 其他 其它 概述 总结 目录 待办 杂项 历史"
_OTHERS = "メモ 記憶 その他 概要 目次 메모 기억 기타 개요"
GENERAL = frozenset(f"{_ENGLISH} {_CHINESE} {_OTHERS}".split())
"""Headings that ask about nothing."""

_KANA, _HAN, _HANGUL = (
    re.compile("[\u3040-\u30ff]"),
    re.compile("[\u3400-\u9fff]"),
    re.compile("[\uac00-\ud7af]"),
)
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]")
_LETTERS = re.compile(r"[^\W\d_]+")
_NUMBERING = re.compile(r"^[\W\d_]+|[\s:：.。…·_-]+$")
_ARTICLE = re.compile(r"^(The|Our|My|An?)\b")


def of_file(engine: Engine, path: str) -> list[str]:
    """What to ask about this file; nothing where there is none or it cannot be read. Blocking."""
    try:
        return suggested(engine.outline(path)) if path else []
    except FileError:
        return []


def suggested(nodes: Sequence[Node], most: int = 2) -> list[str]:
    """At most so many questions: of the headings that name something and have the most entries right below.

    "## The house" makes "What do we know about the house?", "## 气象站" makes "关于气象站，我们知道些什么？".
    Where no heading is any good the entries themselves are asked for.
    """
    every = list(walk(nodes))
    is_english = speaks_english(node.title for node in every)
    worth = dict[str, tuple[bool, int]]()
    for node in every:
        subject = subject_of(node.title) if node.kind is NodeKind.SECTION else ""
        if subject and (lines := _own_lines(node)):
            worth.setdefault(subject, (_is_a_name(subject), min(lines, MOST_LINES)))
    best = sorted(worth, key=lambda subject: worth[subject], reverse=True)[:most]
    return [question(subject, is_english) for subject in best] or examples.questions(nodes)[:most]


def _own_lines(node: Node) -> int:
    """Lines of the entries that stand in the section itself, not in one below it."""
    return sum(e.end_line - e.start_line + 1 for e in node.children if e.kind is NodeKind.ENTRY)


def _is_a_name(subject: str) -> bool:
    """More than one word, or more than two characters of a script without blanks."""
    return len(examples.main_words(subject).split()) > 1 or len(_HAN.findall(subject)) > 2


def subject_of(title: str) -> str:
    """What a heading is about, without numbering; "" for dates, general words and whole sentences."""
    subject = _NUMBERING.sub("", title)
    letters = "".join(_LETTERS.findall(subject))
    is_date = len(letters) < 2 or sum(map(str.isdigit, subject)) * 2 > len(letters)
    if is_date or len(subject) > LONGEST or subject.casefold() in GENERAL:
        return ""
    return subject


def question(subject: str, is_english: bool) -> str:
    """`subject` asked about in the language of its letters; the bare words where that is not known."""
    if _KANA.search(subject):
        return f"{subject}について何がわかっていますか？"
    if _HANGUL.search(subject):
        return f"{subject}에 대해 무엇을 알고 있나요?"
    if _HAN.search(subject) and not _LATIN.search(subject):
        return f"关于{subject}，我们知道些什么？"
    if is_english and _LATIN.search(subject):
        return f"What do we know about {_ARTICLE.sub(lambda found: found[0].lower(), subject)}?"
    return subject


def speaks_english(titles: Iterable[str]) -> bool:
    """Whether the little words in these lines are English, and more of them than of another language."""
    words = {word.lower() for title in titles for word in _LETTERS.findall(title)}
    always = common_words(())
    return common_words(words) == always and any(word.isascii() and word in always for word in words)
