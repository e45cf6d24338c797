"""The rankings one can choose, and their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from openclaw_desktop.errors import UsageError
from openclaw_desktop.search.question import Parameters
from openclaw_desktop.settings import SearchSettings


@dataclass(frozen=True, slots=True)
class Preset:
    """A ranking with its defaults, and what it is in one sentence."""

    name: str
    sentence: str
    defaults: Parameters


def _defaults(name: str, *, vector_weight: float, half_life_days: float, mmr_lambda: float) -> Parameters:
    return Parameters(
        preset=name,
        limit=6,
        candidate_multiplier=4,
        min_score=0.35,
        vector_weight=vector_weight,
        half_life_days=half_life_days,
        mmr_lambda=mmr_lambda,
    )


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        preset.name: preset
        for preset in (
            Preset(
                "Desktop",
                "This program's own: each leg measured from its noise floor to its best hit.",
                _defaults("Desktop", vector_weight=0.35, half_life_days=30, mmr_lambda=0.7),
            ),
            Preset(
                "OpenClaw 2026.9",
                "Exactly as an agent of 2026.9 ranks.",
                _defaults("OpenClaw 2026.9", vector_weight=0.7, half_life_days=30, mmr_lambda=0.7),
            ),
            Preset(
                "OpenClaw 2026.2",
                "Exactly as an agent of 2026.2 ranks: age and likeness do not count unless asked to.",
                _defaults("OpenClaw 2026.2", vector_weight=0.7, half_life_days=0, mmr_lambda=1),
            ),
        )
    }
)


def parameters(preset: str, search: SearchSettings) -> Parameters:
    """A preset's defaults with the person's own values over them. Raises UsageError for an unknown one."""
    if preset not in PRESETS:
        raise UsageError(f"There is no ranking {preset!r}; there are {', '.join(PRESETS)}.")
    defaults = PRESETS[preset].defaults
    names = ("limit", "candidate_multiplier", "min_score", "vector_weight", "half_life_days", "mmr_lambda")
    own = {name: getattr(search, name) for name in names}
    return replace(defaults, **{name: value for name, value in own.items() if value is not None})
