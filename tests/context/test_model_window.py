"""Where openclaw.json says how much the model takes."""

from __future__ import annotations

from typing import Any

import pytest

from openclaw_desktop.context.model_window import configured_window, window_of, window_of_model

PROVIDERS = {
    "models": {
        "providers": {
            "lab": {
                "models": [
                    {"id": "small", "contextWindow": 32_000},
                    {"id": "large", "contextWindow": 400_000, "contextTokens": 256_000},
                    "nonsense",
                ]
            }
        }
    }
}


def agents(**agents: Any) -> dict[str, Any]:
    return {"agents": agents, **PROVIDERS}


@pytest.mark.parametrize(
    ("values", "window"),
    [
        ({}, None),
        ({"agents": {"defaults": {"contextTokens": 65_536}}}, 65_536),
        (agents(defaults={"model": "lab/small"}), 32_000),
        (agents(defaults={"model": {"primary": "lab/large"}}), 256_000),
        (agents(defaults={"model": "lab/large", "contextTokens": 100_000}), 100_000),
        (agents(defaults={"model": "lab/small", "contextTokens": 100_000}), 32_000),
        (agents(defaults={"model": "lab/nobody"}), None),
        (agents(defaults={"model": "lab/large"}, entries={"My Agent": {"model": "lab/small"}}), 32_000),
        (agents(defaults={"model": "lab/large"}, list=[{"id": "my-agent", "model": "lab/small"}]), 32_000),
        (agents(defaults={"model": ["lab/small"], "contextTokens": True}), None),
        ({"agents": [], "models": "none"}, None),
    ],
)
def test_the_window_is_that_of_the_agents_model_up_to_the_cap(
    values: dict[str, Any], window: int | None
) -> None:
    assert configured_window(values, "my-agent") == window


@pytest.mark.parametrize(
    ("text", "window"),
    [
        ("200000", 200_000),
        (" 200,000 ", 200_000),
        ("128k", 128_000),
        ("1M", 1_000_000),
        ("1.5m", 1_500_000),
        ("65,536 tokens", 65_536),
        ("", None),
        ("much", None),
        ("-8k", None),
        ("12", None),
        ("99999999999", None),
    ],
)
def test_a_window_is_read_as_a_person_writes_it(text: str, window: int | None) -> None:
    assert window_of(text) == window


@pytest.mark.parametrize(
    ("provider", "model", "window"),
    [
        ("lab", "small", 32_000),
        (None, "small", 32_000),
        ("lab", "large", 256_000),
        ("other", "small", None),
        (None, "nobody", None),
        (None, None, None),
        (None, "twice", None),
        ("lab", "twice", 20_000),
    ],
)
def test_the_window_of_the_model_that_a_session_used(
    provider: str | None, model: str | None, window: int | None
) -> None:
    lab = PROVIDERS["models"]["providers"]["lab"]["models"]
    providers = {
        "lab": {"models": [*lab, {"id": "twice", "contextWindow": 20_000}]},
        "hub": {"models": [{"id": "twice", "contextWindow": 40_000}]},
    }
    assert window_of_model({"models": {"providers": providers}}, provider, model) == window


def test_no_model_of_a_session_takes_more_than_the_agents_may() -> None:
    assert window_of_model(agents(defaults={"contextTokens": 100_000}), "lab", "large") == 100_000
    assert window_of_model(agents(defaults={"contextTokens": 100_000}), "lab", "nobody") is None
