"""Pure: what leaves with a change: headings, entries, rows and sentences, and where they live on.

Counted on passages, not on lines. What is re-wrapped, moved within the file or merged into another entry has
not left; what is there with another wording or another number is changed, which the difference shows.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from openclaw_desktop.review.risk.finding import Finding, Subject, Weight, counted, excerpt
from openclaw_desktop.review.risk.passages import Part, Passage, passages
from openclaw_desktop.review.risk.secrets import redacted, scan
from openclaw_desktop.review.risk.statements import Statement, contains, facts, likeness, opposed

LivesOn = Callable[[Sequence[str]], Sequence[tuple[str, int] | None]]

MANY = 20
"""So much that is nowhere else, or the half of a file, is said loudly."""

_CHANGED = 0.6
"""An old and a new passage this much alike (Dice, of words) are one passage, changed."""

_FACTS_SHOWN = 4


@dataclass(frozen=True, slots=True)
class Departure:
    """A passage of the approved text that the proposed one lacks, and where it lives on (path, line)."""

    passage: Passage
    place: tuple[str, int] | None
    shown: str  # its text without secrets
    facts: tuple[str, ...]  # numbers, names, paths, dates that the proposed text has nowhere

    @property
    def is_lost(self) -> bool:
        """Whether it is nowhere else."""
        return self.place is None and self.passage.part is not Part.HEADING


def departed(old: Sequence[Passage], new: Sequence[Passage]) -> list[Passage]:
    """Those of `old` that `new` lacks, in their order."""
    known = {passage.statement.key for passage in new}
    missing = [passage for passage in old if passage.statement.key not in known]
    if not missing:
        return []
    whole = f" {' '.join(passage.statement.key for passage in new)} "
    missing = [passage for passage in missing if not _is_within(passage, whole)]
    old_keys = {passage.statement.key for passage in old}
    fresh = [passage for passage in new if passage.statement.key not in old_keys]
    return _without_changed(missing, fresh)


def departures(before: str | None, after: str | None, *, lives_on: LivesOn) -> list[Finding]:
    """A finding for each passage that leaves, those that are nowhere else first.

    `lives_on` is asked once, for all texts, and answers where each is in the rest of the workspace. Findings
    of one section have its heading as `group`; where several leave, one that sums them up comes before them,
    and one for the whole file before all.
    """
    if before is None:
        return []
    old, rest = passages(before), (after or "").casefold()
    missing = departed(old, passages(after or ""))
    texts = list(dict.fromkeys(passage.text for passage in missing if passage.part is not Part.HEADING))
    places = dict(zip(texts, lives_on(texts), strict=True)) if texts else {}
    secret = _lines_with_secrets(before)
    gone = [_departure(passage, places.get(passage.text), rest, secret) for passage in missing]
    groups = [list(group) for _, group in groupby(gone, lambda departure: departure.passage.under_line)]
    groups.sort(key=lambda group: not any(departure.is_lost for departure in group))
    listed = [finding for group in groups for finding in _group(group)]
    whole = sum(passage.part is not Part.HEADING for passage in old)
    return [*_total(gone, whole), *listed]


def _lines_with_secrets(text: str) -> frozenset[int]:
    return frozenset(
        line
        for secret in scan(text)
        for line in range(secret.line, secret.line + text.count("\n", secret.start, secret.end) + 1)
    )


def _departure(
    passage: Passage, place: tuple[str, int] | None, rest: str, secret: frozenset[int]
) -> Departure:
    """`rest` is the proposed text in lower case: what is still in it has not left with the passage."""
    shown = passage.text
    if secret and not secret.isdisjoint(range(passage.line, passage.end_line + 1)):
        shown = redacted(shown, scan(shown))
        shown = shown if shown != passage.text else "a line with a secret"
    lost = tuple(fact for fact in facts(shown) if fact.casefold() not in rest)
    return Departure(passage, place, shown, lost)


def _is_within(passage: Passage, whole: str) -> bool:
    """Whether these very words stand in the new text, in another passage; not for a word or two."""
    key = passage.statement.key
    return len(passage.statement.words) >= 4 and passage.part is not Part.HEADING and f" {key} " in whole


def _without_changed(missing: Sequence[Passage], fresh: Sequence[Passage]) -> list[Passage]:
    """`missing` without what one of the `fresh` passages says too, or is the changed form of.

    Any number of old passages may be merged into a fresh one; changed into it is only the one most alike.
    """
    by_word: defaultdict[str, list[int]] = defaultdict(list)
    for number, passage in enumerate(fresh):
        for word in set(passage.statement.words):
            by_word[word].append(number)
    left: list[Passage] = []
    pairs: list[tuple[float, int, int]] = []
    for passage in missing:
        near = Counter(n for word in set(passage.statement.words) for n in by_word.get(word, ()))
        likely = [n for n, _ in near.most_common(8) if _same_kind(fresh[n], passage)]
        if any(contains(fresh[n].statement, passage.statement) for n in likely):
            continue
        pairs += [(_alike(passage.statement, fresh[n].statement), len(left), n) for n in likely]
        left.append(passage)
    changed: set[int] = set()
    taken: set[int] = set()
    for alike, old, new in sorted(pairs, key=lambda pair: -pair[0]):
        if alike >= _CHANGED and old not in changed and new not in taken:
            changed.add(old)
            taken.add(new)
    return [passage for number, passage in enumerate(left) if number not in changed]


def _same_kind(a: Passage, b: Passage) -> bool:
    return (a.part is Part.HEADING) == (b.part is Part.HEADING)


def _alike(a: Statement, b: Statement) -> float:
    return 0.0 if opposed(a, b) and len(a.telling) < 3 else likeness(frozenset(a.words), frozenset(b.words))


def _group(group: Sequence[Departure]) -> list[Finding]:
    """The findings of one section, with one before them for its heading or for several of them."""
    first = group[0].passage
    items = sorted((d for d in group if d.passage.part is not Part.HEADING), key=lambda d: not d.is_lost)
    has_left = len(items) < len(group)
    title = excerpt(first.under)
    if has_left and items:
        sentence = f"The section “{title}” leaves with {_entries(len(items))}{_whereabouts(items)}."
    elif has_left:
        sentence = f"The heading “{title}” leaves; nothing that stood under it does."
    elif len(items) > 1 and title:
        sentence = f"Under “{title}” {_leave(items)}."
    else:
        return [_item(departure) for departure in items]
    weight = Weight.NORMAL if any(departure.is_lost for departure in items) else Weight.QUIET
    line = first.under_line or first.line
    head = Finding(Subject.LEFT, weight, sentence, old_line=line, group=first.under, members=len(items))
    return [head, *map(_item, items)]


def _item(departure: Departure) -> Finding:
    passage, place = departure.passage, departure.place
    is_prose = passage.part is Part.SENTENCE
    if place:
        weight, rest = Weight.QUIET, f"leaves; it lives on in {place[0]}:{place[1]}"
    elif is_prose and departure.facts:
        known = ", ".join(excerpt(fact, 40) for fact in departure.facts[:_FACTS_SHOWN])
        weight, rest = Weight.NORMAL, f"leaves, and with it {known}; it is nowhere else"
    else:
        weight, rest = Weight.QUIET if is_prose else Weight.NORMAL, "leaves; it is nowhere else"
    sentence = f"“{excerpt(departure.shown)}” {rest}."
    return Finding(Subject.LEFT, weight, sentence, old_line=passage.line, place=place, group=passage.under)


def _total(gone: Sequence[Departure], whole: int) -> list[Finding]:
    """What all of it comes to, where there is more than one; the file had `whole` passages."""
    items = [departure for departure in gone if departure.passage.part is not Part.HEADING]
    if len(items) < 2:
        return []
    headings = len(gone) - len(items)
    sections = f"{counted(headings, 'heading')} and " if headings else ""
    lost = sum(departure.is_lost for departure in items)
    is_much = lost >= MANY or (lost >= MANY // 4 and 2 * lost >= whole)
    weight = Weight.LOUD if is_much else Weight.NORMAL if lost else Weight.QUIET
    return [Finding(Subject.LEFT, weight, f"{sections}{_leave(items)}.", members=len(items))]


def _entries(number: int) -> str:
    return counted(number, "entry", "entries")


def _leave(items: Sequence[Departure]) -> str:
    return f"{_entries(len(items))} {'leaves' if len(items) == 1 else 'leave'}{_whereabouts(items)}"


def _whereabouts(items: Sequence[Departure]) -> str:
    """ "; 3 of them live on in memory/topics/net.md"."""
    places = [departure.place for departure in items if departure.place]
    if not places:
        return "; it is nowhere else" if len(items) == 1 else "; none of them is anywhere else"
    path, line = places[0]
    if len({path for path, _ in places}) > 1:
        where = f"{path} and other files"
    else:
        where = f"{path}:{line}" if len(places) == 1 else path
    if len(places) == len(items):
        who = "it lives" if len(items) == 1 else "all of them live"
    else:
        who = f"{len(places):,} of them {'lives' if len(places) == 1 else 'live'}"
    return f"; {who} on in {where}"
