"""Pure: the changes to files that are worth trying for one line, each as a person would make it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from openclaw_desktop.agent_index.advice import edits
from openclaw_desktop.agent_index.advice.blocks import block_at
from openclaw_desktop.agent_index.advice.situation import Change, Situation
from openclaw_desktop.agent_index.longer_words import is_cjk, longer_word
from openclaw_desktop.index.chunk import CURATED
from openclaw_desktop.index.terms import openclaw_keywords
from openclaw_desktop.search.decay import day_of
from openclaw_desktop.search.question import Question

LONGEST_TITLE = 80
LONGEST_NAME = 40
IMPORTANCES = (6, 7, 8, 9, 10)
MEMORY = "MEMORY.md"

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}-?")


@dataclass(frozen=True, slots=True)
class Facts:
    """What the search says of the line's chunk.

    `missing`: words of the question that FTS5 does not find in it; `asked`: all words the keyword leg asks
    for; `project`: what it is marked with; `is_taken`: whether there is a file of that path.
    """

    question: Question
    missing: Sequence[str]
    asked: Sequence[str]
    project: str | None
    is_trigram: bool
    is_taken: Callable[[str], bool]


def of_files(situation: Situation, facts: Facts) -> Iterator[Change]:
    """From the smallest to the largest."""
    yield from _of_words(situation, facts)
    curated = situation.search.era == "2026.9" and situation.path in CURATED
    if curated:
        yield from _of_annotations(situation, facts)
        yield Change("entry", "Make an entry of its own of it, which the index keeps apart.", _own_entry)
    elif title := title_of(facts.question.text):
        sentence = "Put the question above the entry, as a heading."
        yield Change("heading", sentence, lambda s: s.edited(edits.heading_above(s.text, s.line, title)))
    if situation.path not in CURATED:
        yield from _of_places(situation, facts)


def title_of(question: str) -> str:
    """A question as a heading, which opens no comment."""
    plain = question.replace("<!--", " ").replace("-->", " ")
    plain = " ".join(plain.split()).lstrip("#>-*+ ").rstrip("?？!！。. ")
    return plain if len(plain) <= LONGEST_TITLE else plain[:LONGEST_TITLE].rsplit(" ", 1)[0]


def _of_words(situation: Situation, facts: Facts) -> Iterator[Change]:
    inside = [] if facts.is_trigram else _inside(situation, facts.asked)
    if inside:
        sentence = f"Set {_quoted(inside)} off by spaces, so that each is a word of its own."
        if len(inside) == 1:
            sentence = f"Set {_quoted(inside)} off by spaces, so that it is a word of its own."
        yield Change("set off", sentence, lambda s: s.edited(edits.set_off(s.text, s.line, inside)))
    telling = [word for word in facts.missing if openclaw_keywords(word)]
    if telling:
        words = ", ".join(telling)
        sentence = f"Add {_quoted(telling)} to the line."
        yield Change("words", sentence, lambda s: s.edited(edits.with_words(s.text, s.line, words)))
    whole = title_of(facts.question.text)
    if whole and (len(telling) != 1 or whole != telling[0]):
        sentence = "Add the question to the line, in brackets."
        yield Change("question", sentence, lambda s: s.edited(edits.with_words(s.text, s.line, whole)))


def _inside(situation: Situation, asked: Sequence[str]) -> list[str]:
    """East Asian words of the question that the entry holds inside longer ones, the longest first."""
    block = block_at(situation.text, situation.line)
    if block is None:
        return []
    entry = "\n".join(situation.text.split("\n")[block.first - 1 : block.last])
    found = [w for w in asked if len(w) > 1 and is_cjk(w) and longer_word(w, entry)]
    found.sort(key=lambda word: -len(word))
    return [w for i, w in enumerate(found) if not any(w in longer for longer in found[:i])]


def _quoted(words: Sequence[str]) -> str:
    return ", ".join(f"“{word}”" for word in words)


def _of_annotations(situation: Situation, facts: Facts) -> Iterator[Change]:
    """The marks of 2026.9. It is shown that triggers do nothing here: they are for recall, not for search."""
    for number in IMPORTANCES:
        sentence = f"Give the entry importance {number}."
        yield Change("importance", sentence, _annotating("importance", str(number)))
    if title := title_of(facts.question.text):
        phrase = re.sub(r"[,;<>]", " ", title)
        yield Change("trigger", f"Give the entry the trigger “{phrase}”.", _annotating("trigger", phrase))
    active = facts.question.parameters.active_projects
    if facts.project:
        sentence = "Take the entry's project away."
        yield Change(
            "project", sentence, lambda s: s.edited(edits.without_annotation(s.text, s.line, "project"))
        )
    elif active and situation.path == MEMORY:
        project = min(active)
        sentence = f"Give the entry the project {project}."
        yield Change("project", sentence, _annotating("project", project))


def _annotating(name: str, value: str) -> Callable[[Situation], Situation | None]:
    return lambda s: s.edited(edits.annotated(s.text, s.line, name, value))


def _own_entry(situation: Situation) -> Situation | None:
    return situation.edited(edits.own_entry(situation.text, situation.line))


def _of_places(situation: Situation, facts: Facts) -> Iterator[Change]:
    """Another file for the entry, or another name for its file."""
    yield Change("memory", f"Move the entry to {MEMORY}, which never grows old.", _to_memory)
    title = title_of(facts.question.text)
    name = _free(_slug(title), facts.is_taken)
    sentence = f"Move the entry to a file of its own, {name}."
    yield Change("file", sentence, lambda s: _to_own_file(s, name, title))
    era = situation.search.era
    ages = facts.question.parameters.half_life_days > 0
    if ages and day_of(situation.path, era):
        new = _free(_undated(situation.path, title, era), facts.is_taken)
        sentence = f"Rename the note to {new}, which never grows old."
        yield Change("rename", sentence, lambda s: s.moved(None, new, edits.Edited(s.text, s.line)))


def _to_memory(situation: Situation) -> Situation | None:
    taken = edits.taken_out(situation.text, situation.line)
    if taken is None:
        return None
    rest, entry = taken
    return situation.moved(rest, MEMORY, edits.added(situation.texts.get(MEMORY) or "", entry))


def _to_own_file(situation: Situation, name: str, title: str) -> Situation | None:
    taken = edits.taken_out(situation.text, situation.line)
    if taken is None:
        return None
    rest, entry = taken
    return situation.moved(rest, name, edits.file_of_its_own(title, entry))


def _slug(title: str) -> str:
    words = re.findall(r"[^\W_]+", title.lower())
    return "-".join(words)[:LONGEST_NAME].strip("-") or "note"


def _undated(path: str, title: str, era: str) -> str:
    """The name without what makes a note grow old. 2026.2: a date with anything behind it does not."""
    folder, _, name = path.rpartition("/")
    stem = name.removesuffix(".md")
    if era == "2026.2":
        return f"{folder}/{stem}-{_slug(title)}"
    return f"{folder}/{_DATE.sub('', stem) or _slug(title)}"


def _free(path: str, is_taken: Callable[[str], bool]) -> str:
    """A name that is not taken, with a number where it has to be."""
    path = path if "/" in path else f"memory/{path}"
    names = (f"{path}{f'-{number}' if number else ''}.md" for number in (0, *range(2, 100)))
    return next(name for name in names if not is_taken(name))
