"""What a person calls a setting, and how its values and troubles are said. Pure."""

from __future__ import annotations

from typing import Any

from openclaw_desktop.settings import Option

EMPTY = {
    "index.model": "the one that ships",
    "agent.endpoint": "nothing is sent",
    "agent.model": "looked for",
    "review.reviewer": "your account's name",
    "editor.font_family": "the system's",
    "context.profile": "as its own version",
}
"""What an empty value means, where it is not the usual one."""

NAMES = {
    "index.model": "Embedding model",
    "index.other_markdown": "Other Markdown",
    "index.quiet_seconds": "Quiet time",
    "index.largest_file_mb": "Largest file",
    "agent.endpoint": "Address for questions",
    "agent.model": "Model of the agent",
    "search.limit": "Hits shown",
    "search.candidate_multiplier": "Candidates per hit",
    "search.min_score": "Minimum score",
    "search.half_life_days": "Half-life",
    "search.mmr_lambda": "MMR λ",
    "editor.encoding": "Token encoding",
    "editor.cuts": "What is cut",
    "context.profile": "Rules of OpenClaw",
    "review.protect": "Protect files",
    "review.policies": "Rules of protection",
    "review.reviewer": "Your name",
    "review.notify": "Notifications",
}
"""Where the key with its underscores taken out is no name a person would use."""


def name_of(option: Option) -> str:
    """What a person calls the setting: "editor.line_numbers" is "Line numbers"."""
    plain = option.key.split(".")[1].replace("_", " ")
    return NAMES.get(option.key, plain[:1].upper() + plain[1:])


def in_words(option: Option, value: Any) -> str:
    """A value as it is said: "off", "1.5 s", "as the preset says"."""
    if value is None:
        return "as the preset says"
    if isinstance(value, bool):
        return "on" if value else "off"
    if value in ("", ()):
        if option.key in EMPTY:
            return EMPTY[option.key]
        return "none" if option.kind is tuple else "the usual one"
    return f"{as_text(value)} {option.unit}".strip()


def explained(option: Option, sentence: str) -> str:
    """The settings' own sentence, with the name a person sees in place of the key."""
    return sentence.replace(option.key, name_of(option), 1)


def as_text(value: Any) -> str:
    """A value as a field shows it."""
    return f"{value:g}" if isinstance(value, float) else str(value)
