"""Pure: characters nobody sees, and what they spell or do.

Left alone are the uses that writing needs: joiners within emoji and in Arabic, Persian and Indic words,
direction marks in Hebrew and Arabic lines, breaks between words of Thai, Lao, Khmer and Burmese, flags of
England, Scotland and Wales.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_JOINERS = "\u200c\u200d"
_BLANK = "\u200b\u2060-\u2064\ufeff\u180e\u034f\u115f\u1160\u3164\uffa0\u17b4\u17b5\u206a-\u206f"
_BIDI = "\u202a-\u202e\u2066-\u2069"
_MARKS = "\u200e\u200f\u061c"
_TAGS = "\U000e0000-\U000e007f"
_SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_CONTROLS = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029"
_ANY = re.compile(f"[{_BLANK}{_JOINERS}{_BIDI}{_MARKS}{_TAGS}{_SELECTORS}{_CONTROLS}\u00ad]")

_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
_TAG_RUN = re.compile(f"[{_TAGS}]+")
_BYTES_RUN = re.compile(f"[{_SELECTORS}]{{2,}}")
_BLANK_RUN = re.compile(f"[{_BLANK}{_JOINERS}{_MARKS}]+")
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_SPACELESS = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u0d00-\u0d7f\u0600-\u06ff]")
_JOINING = re.compile("[\u0600-\u08ff\u0900-\u0dff\u1000-\u109f\u1800-\u18af\ufb50-\ufdff\ufe70-\ufefc]")
_PICTURE = re.compile("[\u00a9\u00ae\u203c-\u3299\ufe0f\U0001f000-\U0001faff]")
_ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)?")
_COLOUR = re.compile(r"\x1b\[[0-7;]*m")
_CONCEAL = re.compile(r"\x1b\[(?:[0-9;]*;)?8m")


@dataclass(frozen=True, slots=True)
class Invisible:
    """Something in a line that is not seen; `harmless` is what programs leave behind by accident."""

    start: int
    end: int
    what: str  # a clause: "3 invisible characters (U+200B) stand within “ignore”"
    harmless: bool = False


def invisible(line: str) -> list[Invisible]:
    """What cannot be seen in `line`, one of each kind, in their order."""
    if (line.isascii() and line.isprintable()) or not _ANY.search(line):
        return []
    found = (_tags(line), _bytes(line), _direction(line), _no_width(line), _escapes(line), _controls(line))
    return sorted((one for one in found if one), key=lambda one: one.start)


def _tags(line: str) -> Invisible | None:
    """Tag characters mirror ASCII; a model reads them, a person does not."""
    bare = _FLAG.sub(lambda flag: " " * len(flag[0]), line)
    runs = list(_TAG_RUN.finditer(bare))
    if not runs:
        return None
    spelled = "".join(chr(ord(c) - 0xE0000) for run in runs for c in run[0])
    return Invisible(runs[0].start(), runs[-1].end(), f"invisible tag characters spell {_shown(spelled)}")


def _bytes(line: str) -> Invisible | None:
    """Variation selectors in a row can carry bytes; one by one they choose a picture."""
    runs = [run for run in _BYTES_RUN.finditer(line) if len(run[0]) > 2 or "\ufe0f" not in run[0]]
    if not runs:
        return None
    data = bytes(_byte(c) for run in runs for c in run[0])
    spelled = data.decode("utf-8", "replace")
    what = f"invisible variation selectors carry {_shown(spelled)}"
    return Invisible(runs[0].start(), runs[-1].end(), what)


def _byte(selector: str) -> int:
    code = ord(selector)
    return code - 0xFE00 if code < 0xE0000 else code - 0xE0100 + 16


def _direction(line: str) -> Invisible | None:
    """Controls that show text in another order than it is read in."""
    controls = re.findall(f"[{_BIDI}]", line)
    if not controls:
        return None
    opened = sum(c in "\u202a\u202b\u202d\u202e\u2066\u2067\u2068" for c in controls)
    forced = any(c in "\u202d\u202e" for c in controls)
    if not forced and 2 * opened == len(controls) and _RIGHT_TO_LEFT.search(line):
        return None
    start = line.index(controls[0])
    end = line.rindex(controls[-1]) + 1 if 2 * opened == len(controls) else len(line)
    seen = re.sub(f"[{_BIDI}]", "", line[start:end])
    return Invisible(start, end, f"direction controls make the text look other than it reads: {_shown(seen)}")


def _no_width(line: str) -> Invisible | None:
    runs = [run for run in _BLANK_RUN.finditer(line) if not _is_needed(line, run)]
    if not runs:
        return None
    first = runs[0]
    number = sum(len(run[0]) for run in runs)
    left = re.search(r"\w*\Z", line[max(0, first.start() - 20) : first.start()])
    right = re.match(r"\w*", line[first.end() : first.end() + 20])
    word = (left[0] if left else "") + (right[0] if right else "")
    kinds = sorted({c for run in runs for c in run[0]})
    if number == 1:
        name = unicodedata.name(kinds[0], "").lower()
        characters = f"an invisible character ({name + ', ' if name else ''}U+{ord(kinds[0]):04X})"
    else:
        codes = ", ".join(f"U+{ord(c):04X}" for c in kinds[:4])
        characters = f"{number} invisible characters ({codes}{', …' if len(kinds) > 4 else ''})"
    verb = "stands" if number == 1 else "stand"
    inside = left and left[0] and right and right[0]
    where = f"{verb} within “{word}”" if inside else f"{verb} in this line"
    return Invisible(first.start(), runs[-1].end(), f"{characters} {where}")


def _is_needed(line: str, run: re.Match[str]) -> bool:
    """Whether the writing around a run asks for it."""
    before, after = line[run.start() - 1 : run.start()], line[run.end() : run.end() + 1]
    marks = run[0]
    if marks == "\ufeff" and run.start() == 0:
        return True  # a byte order mark
    if marks == "\u200d" and _PICTURE.match(before) and _PICTURE.match(after):
        return True
    if len(marks) == 1 and marks in _JOINERS and (_JOINING.match(before) or _JOINING.match(after)):
        return True
    if marks == "\u200b" and (_SPACELESS.match(before) or _SPACELESS.match(after)):
        return True
    return len(marks) == 1 and marks in _MARKS and _RIGHT_TO_LEFT.search(line) is not None


def _escapes(line: str) -> Invisible | None:
    sequences = list(_ESCAPE.finditer(line))
    if not sequences:
        return None
    colours = all(_COLOUR.fullmatch(s[0]) and not _CONCEAL.fullmatch(s[0]) for s in sequences)
    what = "colour codes of a terminal" if colours else "terminal codes that can hide or overwrite text"
    what += " stand in this line"
    return Invisible(sequences[0].start(), sequences[-1].end(), what, harmless=colours)


def _controls(line: str) -> Invisible | None:
    bare = _ESCAPE.sub(lambda escape: " " * len(escape[0]), line.removesuffix("\r"))
    controls = [match.start() for match in re.finditer(f"[{_CONTROLS}\u00ad]", bare)]
    if not controls:
        return None
    kinds = sorted({f"U+{ord(bare[place]):04X}" for place in controls})
    what = f"control characters that are not shown stand in this line ({', '.join(kinds[:4])})"
    return Invisible(controls[0], controls[-1] + 1, what, harmless="\b" not in bare)


def _shown(text: str) -> str:
    """What is spelled, in quotes, cut."""
    seen = " ".join("".join(c if c.isprintable() else " " for c in text[:400]).split())
    return f"“{seen[:79]}…”" if len(seen) > 80 else f"“{seen}”"
