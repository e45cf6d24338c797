"""Pure: names of people, places and projects in English text: capitalised words that are nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator

_WORD = r"(?!(?:Dr|Mr|Ms|Mrs|Prof)\.)[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]+(?:[-'’]?[A-Z][a-zß-öø-ÿ]+)*"
_NAME = re.compile(
    r"(?<![\w`'’/@.-])((?:Dr|Mr|Ms|Mrs|Prof)\.\s+)?"
    rf"({_WORD}(?:\s+(?:(?:de|da|das|do|dos|di|du|van|von|der|la|el|of)\s+)?{_WORD}){{0,3}})"
    r"(?![A-Za-zß-öø-ÿ0-9_/@-])"
)
_CUE = re.compile(
    r"(?i)\b(?:my|our|his|her|their)\s+(?:\w+\s+){0,2}$"
    r"|\b(?:named|called|name is|ask|tell|call|meet|met|with|from|contact"
    r"|by|cc|for|and|to|thanks|dear|hi)\s+$"
)
_VERB = re.compile(
    r"^(?:['’]s\b|\s+(?:said|says|asked|wants|prefers|likes|lives|works|called|sent|needs|thinks|knows|agreed)\b)"
)
_NO_NAMES = frozenset(
    re.findall(
        r"\w+",
        """january february march april may june july august september october november december jan feb
        mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday
        saturday sunday mon tue wed thu fri sat sun english chinese german french japanese the
        this that these those there here then they when what where why how who which yes no ok
        okay sure done good great nice thanks thank please note remember reminder important
        also and but for from with without into over under about after before since until while
        because however therefore goal next steps step summary context critical progress
        blocked decisions key in on at to of a an it its is are was were be been i we you he
        she your my our their all any some every each if so as or not now today tomorrow
        yesterday morning evening hello hi dear let maybe perhaps first second third last both
        either neither one two three four five six seven eight nine ten option part section
        chapter table figure file files folder error warning info debug true false null none
        todo fixme readme license markdown json yaml python javascript typescript java rust
        docker linux windows macos ubuntu debian github google chrome firefox internet web api
        http https url bash shell git openclaw telegram whatsapp discord slack gateway
        heartbeat checked found looks noted saved read wrote compare comparing look looking put
        take keep make use using see show give get set run running start stop same another
        other only just constraints preferences service unavailable internal server bad gateway forbidden
        unauthorized timeout""",
    )
)
"""Capitalised words that name nobody."""


def names(sentence: str) -> Iterator[tuple[int, str, float]]:
    """Where a name begins, the name, and how sure one may be that it matters, from 0 to 1.

    At the beginning of a sentence, where every word has a capital, only with a sign that it is a name: a
    title before it, a verb after it, a second word.
    """
    for match in _NAME.finditer(sentence):
        words = match[2].split()
        known = [word for word in words if word.lower() not in _NO_NAMES]
        if not known or (known[0] != words[0] and len(known) < 2):
            continue
        before = sentence[: match.start()]
        told = bool(_VERB.match(sentence[match.end() :]))
        is_first = before.strip("\"'“‘(*_ ")[-1:] in ("", ".", ":", "!", "?")
        if is_first and not (match[1] or told or len(known) > 1):
            continue
        cued = bool(_CUE.search(before))
        weight = 0.75 if match[1] or (cued and (told or len(known) > 1)) else 0.6 if cued or told else 0.45
        name = match[2] if len(known) == len(words) or known[0] == words[0] else " ".join(known)
        yield match.start(2), name, weight + 0.1 * (len(known) > 1)
