"""Pure: OpenClaw's rules about the context window, as a workspace sets them or as a person tries them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from openclaw_desktop.context.rules.compaction import CompactionRule, compaction_threshold
from openclaw_desktop.context.rules.flush import FORCE_BYTES, FlushRule, flush_threshold
from openclaw_desktop.context.rules.parameters import PARAMETERS, Parameter, parameter
from openclaw_desktop.context.rules.pruning import PruneRule
from openclaw_desktop.context.rules.values import Value
from openclaw_desktop.errors import UsageError
from openclaw_desktop.workspace.agents import Era
from openclaw_desktop.workspace.config import section


@dataclass(frozen=True, slots=True)
class Rules:
    """Every rule, for one window. `configured` names the parameters that openclaw.json sets."""

    era: Era
    window: int
    flush: FlushRule
    compaction: CompactionRule
    prune: PruneRule
    configured: frozenset[str] = frozenset()

    @property
    def flush_threshold(self) -> int | None:
        """From how many tokens on a flush is due; None when never."""
        return flush_threshold(self.window, self.flush)

    @property
    def compaction_threshold(self) -> int | None:
        """Beyond how many tokens a compaction comes; None when never."""
        return compaction_threshold(self.window, self.compaction)

    def value(self, key: str) -> Value:
        """The present value of a parameter. Raises UsageError for an unknown one."""
        *rule, name = parameter(key).fields[0].split(".")
        return getattr(getattr(self, rule[0]) if rule else self, name)

    def changed(self, key: str, value: Value | str) -> Rules:
        """These rules with one parameter changed; a number beyond its range is taken to the nearer end.

        A text is read as a person writes it: "off", "2mb", "5m", "12,000". Raises UsageError for an unknown
        key and for a value of another kind.
        """
        wanted = parameter(key)
        read = wanted.read(value)
        if read is None:
            raise UsageError(f"{key} cannot be {value!r}. {wanted.sentence}")
        return _filled(self, wanted, wanted.within(read))


def default_rules(era: Era, window: int) -> Rules:
    """What that version does when openclaw.json says nothing; 2026.2.26 does not look at the file's size."""
    flush = FlushRule(force_bytes=0 if era == "2026.2" else FORCE_BYTES, era=era)
    return Rules(era, window, flush, CompactionRule(era=era), PruneRule(era=era))


def configured_rules(values: Mapping[str, Any], *, era: Era, window: int) -> Rules:
    """The rules that `values`, the contents of openclaw.json, set; the version's own where they set none.

    A value of another kind counts as not set, as for OpenClaw; 2026.9 has many of them fixed.
    """
    rules = default_rules(era, window)
    defaults = section(values, "agents", "defaults")
    for each in PARAMETERS:
        *folders, name = each.path.split(".")
        value = each.configured(section(defaults, *folders).get(name))
        if value is not None and not (era == "2026.9" and each.fixed_later):
            rules = replace(_filled(rules, each, value), configured=rules.configured | {each.key})
    return replace(rules, prune=_with_texts(rules.prune, section(defaults, "contextPruning")))


def _filled(rules: Rules, parameter: Parameter, value: Value) -> Rules:
    for place in parameter.fields:
        *rule, name = place.split(".")
        change = {rule[0]: replace(getattr(rules, rule[0]), **{name: value})} if rule else {name: value}
        rules = replace(rules, **change)
    return rules


def _with_texts(rule: PruneRule, values: Mapping[str, Any]) -> PruneRule:
    """The rule with what is no number: the placeholder and the names of tools."""
    tools = section(values, "tools")
    placeholder = section(values, "hardClear").get("placeholder")
    text = placeholder.strip() if isinstance(placeholder, str) else ""
    allow, deny = _names(tools.get("allow")), _names(tools.get("deny"))
    return replace(rule, placeholder=text or rule.placeholder, allow=allow, deny=deny)


def _names(value: Any) -> tuple[str, ...]:
    items = cast("list[Any]", value) if isinstance(value, list) else []
    return tuple(item for item in items if isinstance(item, str))
