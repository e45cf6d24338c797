"""Tries one change after the other on a copy of the agent's index, and says which brings a line forward."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from openclaw_desktop.agent_index.advice import changes, tuning
from openclaw_desktop.agent_index.advice.changes import Facts
from openclaw_desktop.agent_index.advice.measuring import TOP, Measure, Standing
from openclaw_desktop.agent_index.advice.situation import (
    MOVES,
    WORDS,
    Change,
    Kind,
    SettingLine,
    Situation,
    setting_lines,
)

PAIRED = 2
"""So many of the best single changes are tried together with each other one, where none is enough alone."""


@dataclass(frozen=True, slots=True)
class FileText:
    """A file before and after; None: there is none."""

    path: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Trial:
    """One change, or two together, and where the line stood with it.

    `changed` counts characters of files, of which another name changes none; `path` and `line` are where the
    line would be.
    """

    kinds: tuple[Kind, ...]
    sentence: str
    after: Standing
    helps: bool
    changed: int
    files: tuple[FileText, ...]
    settings: tuple[SettingLine, ...]
    path: str
    line: int

    @property
    def renames(self) -> tuple[str, str] | None:
        """Of a file that gets another name, both; this is a person's own act, no proposal."""
        gone = [file.path for file in self.files if file.after is None]
        return (gone[0], self.path) if gone else None

    @property
    def reach(self) -> int:
        """0: it changes the line's file alone; 1: also others; 2: every search."""
        return 2 if self.settings else int(len(self.files) > 1)


@dataclass(frozen=True, slots=True)
class Advice:
    """What was measured for a question and a line. `trials`: those that help first, the smallest first.

    `before` is where the line stands in the index as it is; `keywords_only` says why meaning did not count,
    in this measurement as a whole.
    """

    path: str
    line: int
    before: Standing
    trials: tuple[Trial, ...]
    sentence: str
    keywords_only: str | None


def advise(
    measure: Measure, start: Situation, facts: Facts, *, is_synced: bool, keywords_only: str | None
) -> Advice:
    """Tries everything. A line that is found already needs nothing."""
    before = measure.now()
    trials: list[Trial] = []
    standing = before
    if not is_synced:
        standing = measure.standing(start)
        sentence = "Let the agent take in the file as it is now: its index holds an older text."
        trials.append(_trial([Change("sync", sentence, lambda s: s)], start, start, standing, before))
    if not standing.is_found:
        tried = [*changes.of_files(start, facts), *tuning.settings(start.search, standing)]
        singles = [*_tried(([change] for change in tried), measure, start, standing)]
        singles = _least_importance(singles)
        trials += [trial for _, trial in singles]
        if not any(trial.helps for trial in trials):
            pair = _best_pair(singles, measure, start, standing)
            trials += [pair] if pair else []
    trials.sort(key=_order)
    said = _sentence(start, before, trials)
    return Advice(start.path, start.line, before, tuple(trials), said, keywords_only)


def _tried(
    combined: Iterable[Sequence[Change]], measure: Measure, start: Situation, before: Standing
) -> Iterable[tuple[Sequence[Change], Trial]]:
    """Those that can be made, each with what came of it."""
    done = False
    for together in combined:
        is_importance = together[0].kind == "importance"
        if is_importance and done:
            continue
        situation: Situation | None = start
        for change in together:
            situation = change.apply(situation) if situation is not None else None
        if situation is None:
            continue
        trial = _trial(together, start, situation, measure.standing(situation), before)
        done = done or (is_importance and trial.helps)
        yield together, trial


def _trial(
    together: Sequence[Change], start: Situation, then: Situation, after: Standing, before: Standing
) -> Trial:
    files = [
        FileText(path, start.texts.get(path), text)
        for path, text in then.texts.items()
        if text != start.texts.get(path)
    ]
    return Trial(
        kinds=tuple(change.kind for change in together),
        sentence=" ".join(change.sentence for change in together),
        after=after,
        helps=_helps(before, after),
        changed=0 if then.texts.get(start.path) is None else sum(_characters(file) for file in files),
        files=tuple(files),
        settings=setting_lines(start.search, then.search),
        path=then.path,
        line=then.line,
    )


def _helps(before: Standing, after: Standing) -> bool:
    """Among the first six and not before; where more are shown, shown at all."""
    return (after.is_found and not before.is_found) or (before.place is None and after.place is not None)


def _characters(file: FileText) -> int:
    """How much of a file changes: what is between the parts that stay, before or after."""
    old, new = file.before or "", file.after or ""
    most = min(len(old), len(new))
    start = next((i for i in range(most) if old[i] != new[i]), most)
    end = next((i for i in range(most - start) if old[-1 - i] != new[-1 - i]), most - start)
    return max(len(old), len(new)) - start - end


def _least_importance(
    singles: Sequence[tuple[Sequence[Change], Trial]],
) -> list[tuple[Sequence[Change], Trial]]:
    """Of all importances that were tried the last one: the least that helps, or else the highest."""
    marks = [pair for pair in singles if pair[1].kinds == ("importance",)]
    return [pair for pair in singles if pair not in marks[:-1]]


def _best_pair(
    singles: Sequence[tuple[Sequence[Change], Trial]], measure: Measure, start: Situation, before: Standing
) -> Trial | None:
    """The best two together, of which one did something alone; None where no two go together."""
    better = [pair for pair in singles if pair[1].after.order < before.order]
    better.sort(key=lambda pair: pair[1].after.order)
    two = [[*one, *other] for one, _ in better[:PAIRED] for other, _ in singles]
    going = [sorted(together, key=_moves) for together in two if _go_together(together)]
    return min((trial for _, trial in _tried(going, measure, start, before)), key=_by_outcome, default=None)


def _by_outcome(trial: Trial) -> tuple[float, float, float]:
    return trial.after.order


def _moves(change: Change) -> bool:
    """The line is edited before it is moved."""
    return change.kind in MOVES


def _go_together(together: Sequence[Change]) -> bool:
    """Two of one kind, two moves, or the same words twice do not."""
    kinds = [change.kind for change in together]
    alike = (MOVES, WORDS, frozenset({"setting"}))
    return all(sum(kind in group for kind in kinds) < 2 for group in alike)


def _order(trial: Trial) -> tuple[object, ...]:
    size = (len(trial.kinds), trial.reach, trial.changed)
    return (False, size, trial.after.order) if trial.helps else (True, trial.after.order, size)


def _sentence(start: Situation, before: Standing, trials: Sequence[Trial]) -> str:
    line = f"line {start.line} of {start.path}"
    if before.is_found:
        return f"L{line[1:]} is found: {before.sentence}."
    helping = [trial for trial in trials if trial.helps]
    if not helping:
        best = min(trials, key=_by_outcome, default=None)
        nearest = f" The best brings it to place {best.after.rank}." if best and best.after.rank else ""
        return f"None of the {len(trials)} changes tried brings {line} among the first {TOP}.{nearest}"
    count = f"{len(helping)} of {len(trials)} changes tried {'brings' if len(helping) == 1 else 'bring'}"
    return (
        f"{count} {line} forward. The smallest: {helping[0].sentence} Then it is {helping[0].after.sentence}."
    )
