"""Pure: what the rules are called in a panel, where their sliders stop, and how a value is said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from openclaw_desktop.context.policy import Rules, default_rules
from openclaw_desktop.context.rules.parameters import PARAMETERS, Parameter
from openclaw_desktop.context.rules.values import Value

MOST_STOPS = 240
"""A slider with more could not be set to each of them with a mouse."""

GROWTH = 1.05
"""How far apart the stops of a wide range are."""

NAMES: Mapping[str, str] = {
    "window": "Size",
    "reserve_floor": "Kept free at least",
    "flush.enabled": "Notes before a compaction",
    "flush.soft": "Notes so much earlier",
    "flush.force_bytes": "Notes from a file of",
    "compaction.enabled": "Compact by itself",
    "compaction.reserve": "Asked to be kept free",
    "compaction.keep_recent": "Latest left as they are",
    "prune.enabled": "Prune old results",
    "prune.ttl": "Cache gone after",
    "prune.keep_last_assistants": "Answers left alone",
    "prune.soft_ratio": "Trim from",
    "prune.hard_ratio": "Clear from",
    "prune.min_chars": "Clear if together over",
    "prune.soft_max": "Trim results over",
    "prune.head": "Kept of the beginning",
    "prune.tail": "Kept of the end",
    "prune.hard_clear": "Clear whole results",
}
SWITCHES: Mapping[str, str] = {
    "flush": "flush.enabled",
    "compaction": "compaction.enabled",
    "prune": "prune.enabled",
}
"""What turns the other rules of its kind on and off."""

_CLEARING = ("prune.hard_ratio", "prune.min_chars")


def groups() -> list[tuple[str, list[Parameter]]]:
    """The rules under their titles, in the order of PARAMETERS."""
    titles = {"flush": "Notes", "compaction": "Compaction", "prune": "Pruning"}
    found: dict[str, list[Parameter]] = {}
    for each in PARAMETERS:
        found.setdefault(titles.get(each.key.partition(".")[0], "Window"), []).append(each)
    return list(found.items())


def stops(parameter: Parameter, *others: Value) -> tuple[Value, ...]:
    """Every value the slider can stand at, `others` among them; in a wide range they lie ever wider apart."""
    number = round((parameter.high - parameter.low) / parameter.step)
    found = {parameter.within(parameter.high), parameter.within(parameter.default)}
    found |= {parameter.within(other) for other in others}
    value = parameter.low
    while value < parameter.high:
        found.add(parameter.within(round(value, 6)))
        wide = value * GROWTH // parameter.step * parameter.step if number > MOST_STOPS else 0
        value = max(value + parameter.step, wide)
    return tuple(sorted(found))


def said(parameter: Parameter, value: Value) -> str:
    """A value with its unit: "4,000 tokens", "2 MB", "5 min", "30 %", "on"."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if parameter.unit == "share":
        return f"{value:.0%}".replace("%", " %")
    if parameter.unit == "bytes":
        return _bytes(value)
    if parameter.unit == "seconds":
        return f"{value:,.0f} s" if value < 120 else f"{value / 60:,.3g} min"
    unit = parameter.unit.removesuffix("s") if value == 1 else parameter.unit
    return f"{value:,.0f} {unit}"


def _bytes(value: float) -> str:
    if not value:
        return "never"
    return f"{value / 2**20:.4g} MB" if value >= 2**20 else f"{value / 2**10:.4g} KB"


def source(rules: Rules, own: Rules, parameter: Parameter) -> str:
    """Where a value is from."""
    if rules.value(parameter.key) != own.value(parameter.key):
        return "tried"
    if parameter.key == "window":
        return "of this session"
    if parameter.key in own.configured:
        return "openclaw.json"
    fixed = own.era == "2026.9" and parameter.fixed_later
    return "fixed in 2026.9" if fixed else "default"


def explained(own: Rules, parameter: Parameter) -> str:
    """What a rule is, its name in the configuration and what it is by itself."""
    usual = default_rules(own.era, own.window).value(parameter.key)
    default = "" if parameter.key == "window" else f" · default {said(parameter, usual)}"
    return f"{parameter.sentence} ({parameter.key}{default})"


def applies(rules: Rules, parameter: Parameter) -> bool:
    """Whether a rule has any effect under the others."""
    kind = parameter.key.partition(".")[0]
    switch = SWITCHES.get(kind)
    if parameter.key in _CLEARING and not rules.prune.hard_clear:
        return False
    return switch in (None, parameter.key) or bool(rules.value(switch))


def limits(rules: Rules) -> str:
    """From where on what happens: "flush from 176,000 · compaction above 180,000"."""
    flush = "no flush" if rules.flush_threshold is None else f"flush from {rules.flush_threshold:,}"
    full = rules.compaction_threshold
    compaction = "no compaction" if full is None else f"compaction above {full:,}"
    return f"{flush} · {compaction} · OpenClaw {rules.era}"


def turns(found: Sequence[int], *, shown: int = 6) -> str:
    """How often, and in which turns: "none", "2 · turns 41, 88"."""
    if not found:
        return "none"
    named = ", ".join(f"{turn:,}" for turn in found[:shown]) + (" …" if len(found) > shown else "")
    return f"{len(found):,} · {'turn' if len(found) == 1 else 'turns'} {named}"
