"""Every setting once: its type, its default, one sentence. The settings view is built from this."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields, replace
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from openclaw_desktop.errors import SettingsError

TRUTHS = {"true": True, "false": False}
LONGEST_SHOWN = 60
"""So many letters of a value that is refused are repeated."""


def option(
    default: Any, sentence: str, *, low: float | None = None, high: float | None = None, unit: str = ""
) -> Any:
    """A setting: its default, what it does in one sentence, and where there are any, its bounds and unit."""
    return field(default=default, metadata={"sentence": sentence, "low": low, "high": high, "unit": unit})


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """What is indexed, and how."""

    model: str = option("", "A GGUF embedding model; empty means the one that ships with the program.")
    chunking: Literal["2026.9", "2026.2"] = option("2026.9", "The OpenClaw version whose chunks are made.")
    other_markdown: bool = option(True, "Also index Markdown outside MEMORY.md, USER.md and memory/.")
    extra_paths: tuple[str, ...] = option((), "More files or folders of Markdown, absolute or from the root.")
    threads: int = option(0, "Threads for the model; 0 chooses by the number of cores.", low=0, high=64)
    quiet_seconds: float = option(
        1.5, "How long a file must be quiet before it is indexed.", low=0.1, high=60, unit="s"
    )
    largest_file_mb: int = option(20, "Larger files are not indexed.", low=1, high=200, unit="MB")


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How hits are ranked. None means: as the preset says."""

    preset: Literal["Desktop", "OpenClaw 2026.9", "OpenClaw 2026.2"] = option(
        "Desktop", "The ranking: this program's own, or exactly an agent's."
    )
    limit: int | None = option(None, "How many hits are shown.", low=1, high=50)
    candidate_multiplier: int | None = option(None, "Candidates asked for, per hit shown.", low=1, high=20)
    min_score: float | None = option(None, "Hits under this score are left out.", low=0, high=1)
    vector_weight: float | None = option(None, "Share of meaning; the rest is words.", low=0, high=1)
    half_life_days: float | None = option(
        None, "Age at which a dated note counts half; 0 turns decay off.", low=0, high=3650, unit="days"
    )
    mmr_lambda: float | None = option(
        None, "1 ranks by score alone; less spreads alike hits apart.", low=0, high=1
    )


@dataclass(frozen=True, slots=True)
class AgentSettings:
    """Who gives the questions to an agent's own index their vectors."""

    endpoint: str = option(
        "",
        "An address like https://api.openai.com/v1 that is sent your questions to the agent's own index, if"
        " no model here fits it; empty means that nothing is sent anywhere.",
    )
    model: str = option(
        "", "The GGUF model that the agent's index was made with; empty means that it is looked for."
    )


@dataclass(frozen=True, slots=True)
class ReviewSettings:
    """What is guarded, and who approves."""

    protect: bool = option(
        True, "Changes by others to protected files wait for your review; off only records them."
    )
    policies: tuple[str, ...] = option(
        (
            "SOUL.md = hold",
            "POLICY.md = hold",
            "IDENTITY.md = hold",
            "AGENTS.md = hold",
            "MEMORY.md = hold",
            "USER.md = hold",
            "memory/**/[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*.md = append-only",
        ),
        "Which files are protected and how: free, review, hold, locked or append-only; the first that fits.",
    )
    reviewer: str = option("", "The name under which you approve; empty means your account's name.")
    notify: bool = option(True, "A notification of the system tells when a change waits for review.")


@dataclass(frozen=True, slots=True)
class EditorSettings:
    """How text looks."""

    font_family: str = option("", "Font of the editor; empty means the system's fixed-width font.")
    font_size: int = option(13, "Size of the editor's text.", low=6, high=48, unit="px")
    wrap: bool = option(True, "Long lines are wrapped at the window's edge.")
    line_numbers: bool = option(True, "Line numbers are shown.")
    cuts: bool = option(True, "Text the agent is not given, because its file is too long, is shaded.")
    encoding: Literal["o200k_base", "cl100k_base"] = option(
        "o200k_base", "The encoding tokens are counted in."
    )


@dataclass(frozen=True, slots=True)
class ContextSettings:
    """What the model is given."""

    profile: Literal["", "2026.2", "2026.9", "as described"] = option(
        "", "Whose rules say what the agent is given of its files; empty means its own version's."
    )


@dataclass(frozen=True, slots=True)
class WindowSettings:
    """How the window looks."""

    theme: Literal["system", "light", "dark"] = option("system", "Light or dark, or as the system says.")
    pseudo_headings: bool = option(False, "Lines that are only bold count as headings in the tree.")
    tray: bool = option(False, "While the window is open, an icon in the tray counts what waits for review.")


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of one person."""

    index: IndexSettings = field(default_factory=IndexSettings)
    search: SearchSettings = field(default_factory=SearchSettings)
    agent: AgentSettings = field(default_factory=AgentSettings)
    review: ReviewSettings = field(default_factory=ReviewSettings)
    editor: EditorSettings = field(default_factory=EditorSettings)
    context: ContextSettings = field(default_factory=ContextSettings)
    window: WindowSettings = field(default_factory=WindowSettings)


@dataclass(frozen=True, slots=True)
class Option:
    """One setting as a form or `--set` needs it."""

    key: str  # "search.min_score"
    kind: type  # bool, int, float, str or tuple
    optional: bool  # None is allowed and means "as the preset says"
    choices: tuple[str, ...]
    default: Any
    sentence: str
    low: float | None
    high: float | None
    unit: str


def options() -> list[Option]:
    """Every setting, in order of declaration."""
    sections: dict[str, type[Any]] = get_type_hints(Settings)
    return [
        _option(group, item, get_type_hints(section)[item.name])
        for group, section in sections.items()
        for item in fields(section)
    ]


def _option(group: str, item: Field[Any], hint: Any) -> Option:
    optional = get_origin(hint) in (Union, types.UnionType)
    inner = next(a for a in get_args(hint) if a is not type(None)) if optional else hint
    choices = cast("tuple[str, ...]", get_args(inner)) if get_origin(inner) is Literal else ()
    kind = str if choices else (get_origin(inner) or inner)
    return Option(f"{group}.{item.name}", kind, optional, choices, item.default, **item.metadata)


def value_of(settings: Settings, key: str) -> Any:
    """What `settings` has for a key ("search.limit")."""
    group, name = key.split(".")
    return getattr(getattr(settings, group), name)


def checked(option: Option, value: Any) -> Any:
    """`value`, from TOML or a command line, as the option's type.

    Raises SettingsError, which says what the option takes.
    """
    if value is None or (option.optional and value == ""):
        if option.optional:
            return None
        raise SettingsError(f"{option.key} needs a value")
    try:
        result = _converted(option, value)
    except (TypeError, ValueError, KeyError, OverflowError) as error:
        raise _refusal(option, value) from error
    if option.choices and result not in option.choices:
        raise _refusal(option, value)
    if option.kind in (int, float):
        low = option.low if option.low is not None else float("-inf")
        high = option.high if option.high is not None else float("inf")
        if not low <= result <= high:  # not a number is in no bounds
            raise _refusal(option, value)
    return result


def _converted(option: Option, value: Any) -> Any:
    if option.kind is bool:
        return value if isinstance(value, bool) else TRUTHS[_text(value).lower()]
    if option.kind is tuple:
        return tuple(filter(None, (_text(part).strip() for part in _parts(value))))
    if option.kind is str:
        return _text(value)
    is_number = isinstance(value, int | float | str) and not isinstance(value, bool)
    if not is_number or (option.kind is int and isinstance(value, float) and value % 1 != 0):
        raise ValueError
    return option.kind(value)


def _parts(value: Any) -> list[Any]:
    """The items of a list, or of a text that has commas between them."""
    if isinstance(value, str):
        return list(value.split(","))
    if isinstance(value, list | tuple):
        return list(cast("list[Any]", value))
    raise TypeError


def _text(value: Any) -> str:
    """Text that a file can hold and a system call can take."""
    if not isinstance(value, str) or "\0" in value:
        raise ValueError
    value.encode()
    return value


def _refusal(option: Option, value: Any) -> SettingsError:
    return SettingsError(f"{option.key} takes {_kind_in_words(option)}, not {_shown(value)}")


def _shown(value: Any) -> str:
    try:
        text = repr(value)
    except ValueError:  # Python writes out no number of more than some thousand digits
        return "a number of that size"
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def _kind_in_words(option: Option) -> str:
    if option.choices:
        return " or ".join(choice or "nothing" for choice in option.choices)
    if option.kind in (int, float) and option.low is not None:
        return f"a number from {option.low:g} to {option.high:g}"
    return {bool: "true or false", int: "a number", float: "a number", tuple: "a list"}.get(
        option.kind, "text"
    )


def changed(settings: Settings, values: Mapping[str, Any]) -> Settings:
    """`settings` with the values of these keys ("search.limit") put in, each checked."""
    known = {option.key: option for option in options()}
    for key, value in values.items():
        if key not in known:
            raise SettingsError(f"there is no setting {key!r}")
        group, name = key.split(".")
        section = replace(getattr(settings, group), **{name: checked(known[key], value)})
        settings = replace(settings, **{group: section})
    return settings
