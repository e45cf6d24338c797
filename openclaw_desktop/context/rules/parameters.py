"""Pure: every number in OpenClaw's rules about the context window, declared once.

Sliders, the command line and the reading of openclaw.json are derived from this list.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from openclaw_desktop.context.rules.values import Value, duration, number, size, switch
from openclaw_desktop.errors import UsageError

_READERS: Mapping[str, Callable[[Any], Value | None]] = {
    "switch": switch,
    "bytes": size,
    "seconds": duration,
}
_WRITTEN: Mapping[str, tuple[type, ...]] = {
    "switch": (bool,),
    "mode": (str,),
    "bytes": (int, float, str),
    "seconds": (str,),
}
"""What OpenClaw's configuration has a value as; a number otherwise."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One number or switch.

    `key` names it and, unless `fills` names others, the field of the rules it fills ("flush.soft"). `path` is
    where openclaw.json has it below `agents.defaults`; `fixed_later`: 2026.9 does not read it any more.
    """

    key: str
    sentence: str
    default: Value
    low: float = 0
    high: float = 1
    step: float = 1
    unit: str = "switch"
    path: str = ""
    fills: tuple[str, ...] = ()
    fixed_later: bool = False

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of the rules that it fills."""
        return self.fills or (self.key,)

    def read(self, value: Any) -> Value | None:
        """What `value`, perhaps a text as a person writes it, says; None when it is of another kind."""
        found = _READERS.get(self.unit, number)(value)
        if found is None or self.unit == "switch":
            return found
        return int(found) if isinstance(self.default, int) else float(found)

    def within(self, value: Value) -> Value:
        """`value`, or the nearer end of the range when it lies beyond."""
        return value if self.unit == "switch" else type(self.default)(min(max(value, self.low), self.high))

    def configured(self, value: Any) -> Value | None:
        """What OpenClaw makes of `value` in its configuration; None when it does not take it."""
        written = _WRITTEN.get("mode" if self.path.endswith(".mode") else self.unit, (int, float))
        if not isinstance(value, written) or (isinstance(value, bool) and bool not in written):
            return None
        found = self.read(value)
        return found if found is None or self.unit != "share" else min(found, 1.0)


PARAMETERS: tuple[Parameter, ...] = (
    Parameter(
        key="window",
        sentence="How many tokens the model can take.",
        default=200_000,
        low=1_024,
        high=2_000_000,
        step=1_024,
        unit="tokens",
    ),
    Parameter(
        key="reserve_floor",
        sentence="At least so much of the window is kept free for the answer.",
        default=20_000,
        high=200_000,
        step=500,
        unit="tokens",
        path="compaction.reserveTokensFloor",
        fills=("flush.reserve", "compaction.reserve_floor"),
        fixed_later=True,
    ),
    Parameter(
        key="flush.enabled",
        sentence="Whether the agent writes its notes before a compaction.",
        default=True,
        path="compaction.memoryFlush.enabled",
    ),
    Parameter(
        key="flush.soft",
        sentence="So many tokens before the compaction the notes are written.",
        default=4_000,
        high=100_000,
        step=500,
        unit="tokens",
        path="compaction.memoryFlush.softThresholdTokens",
    ),
    Parameter(
        key="flush.force_bytes",
        sentence="From this size of the session's file on notes are written anyway; 0 for never.",
        default=2 * 2**20,
        high=64 * 2**20,
        step=65_536,
        unit="bytes",
        path="compaction.memoryFlush.forceFlushTranscriptBytes",
    ),
    Parameter(
        key="compaction.enabled",
        sentence="Whether a full window is summarised by itself.",
        default=True,
        path="compaction.enabled",
    ),
    Parameter(
        key="compaction.reserve",
        sentence="So much of the window is asked to be kept free; the larger of this and the floor counts.",
        default=16_384,
        high=200_000,
        step=500,
        unit="tokens",
        path="compaction.reserveTokens",
        fixed_later=True,
    ),
    Parameter(
        key="compaction.keep_recent",
        sentence="The latest messages of about so many tokens are not summarised.",
        default=20_000,
        high=200_000,
        step=500,
        unit="tokens",
        path="compaction.keepRecentTokens",
    ),
    Parameter(
        key="prune.enabled",
        sentence="Whether old tool results are cut when the provider's cache is gone.",
        default=False,
        path="contextPruning.mode",
    ),
    Parameter(
        key="prune.ttl",
        sentence="After so long without a call the provider's cache is taken to be gone.",
        default=300.0,
        high=86_400,
        step=60,
        unit="seconds",
        path="contextPruning.ttl",
    ),
    Parameter(
        key="prune.keep_last_assistants",
        sentence="Results since the last so many answers are left alone.",
        default=3,
        high=50,
        unit="answers",
        path="contextPruning.keepLastAssistants",
        fixed_later=True,
    ),
    Parameter(
        key="prune.soft_ratio",
        sentence="From this share of the window on long results are trimmed.",
        default=0.3,
        step=0.01,
        unit="share",
        path="contextPruning.softTrimRatio",
        fixed_later=True,
    ),
    Parameter(
        key="prune.hard_ratio",
        sentence="From this share of the window on whole results are cleared.",
        default=0.5,
        step=0.01,
        unit="share",
        path="contextPruning.hardClearRatio",
        fixed_later=True,
    ),
    Parameter(
        key="prune.min_chars",
        sentence="Results are cleared only when together they are as long as this.",
        default=50_000,
        high=1_000_000,
        step=1_000,
        unit="characters",
        path="contextPruning.minPrunableToolChars",
        fixed_later=True,
    ),
    Parameter(
        key="prune.soft_max",
        sentence="A result longer than this is trimmed.",
        default=4_000,
        high=200_000,
        step=100,
        unit="characters",
        path="contextPruning.softTrim.maxChars",
        fixed_later=True,
    ),
    Parameter(
        key="prune.head",
        sentence="So much stays of the beginning of a trimmed result.",
        default=1_500,
        high=100_000,
        step=100,
        unit="characters",
        path="contextPruning.softTrim.headChars",
        fixed_later=True,
    ),
    Parameter(
        key="prune.tail",
        sentence="So much stays of the end of a trimmed result.",
        default=1_500,
        high=100_000,
        step=100,
        unit="characters",
        path="contextPruning.softTrim.tailChars",
        fixed_later=True,
    ),
    Parameter(
        key="prune.hard_clear",
        sentence="Whether whole results may be cleared.",
        default=True,
        path="contextPruning.hardClear.enabled",
    ),
)

_BY_KEY = {each.key: each for each in PARAMETERS}


def parameter(key: str) -> Parameter:
    """The parameter of that name. Raises UsageError, which lists them."""
    if key not in _BY_KEY:
        raise UsageError(f"There is no rule {key!r}. There are: {', '.join(_BY_KEY)}.")
    return _BY_KEY[key]
