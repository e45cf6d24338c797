"""Whose terms hold, and where each of them is from."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from openclaw_desktop.context.profiles import Limits
from openclaw_desktop.desk import outlooks
from openclaw_desktop.desk.context_desk import ContextDesk
from openclaw_desktop.desk.owner import Owner
from openclaw_desktop.settings import ContextSettings, Settings
from openclaw_desktop.workspace import agents

SETTINGS = Settings()

CONFIG = """{ agents: {
  defaults: { workspace: "%s", contextTokens: 65536, bootstrapMaxChars: 12000,
    compaction: { reserveTokensFloor: 8000, reserveTokens: 9000 } },
  list: [{ id: "main" }] } }"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "workspace"
    root.mkdir()
    (root / "AGENTS.md").write_text("# Agents\n", encoding="utf-8")
    (root / "TOOLS.md").write_text("# Tools\n", encoding="utf-8")
    return root


def configured(root: Path, home: Path) -> ContextDesk:
    state = home / ".openclaw"
    state.mkdir(parents=True)
    (state / "openclaw.json").write_text(CONFIG % root, encoding="utf-8")
    found = agents.find({}, home)
    assert found
    owner = Owner(found, agents.agent_of(found, root))
    return ContextDesk(root, lambda: owner)


def test_what_openclaw_json_sets_is_told_from_what_the_version_has(root: Path, tmp_path: Path) -> None:
    own = outlooks.own_terms(configured(root, tmp_path / "home"), SETTINGS)
    assert own.terms.limits == Limits(per_file=12_000, total=150_000)
    assert (own.terms.profile, own.terms.window) == ("2026.2", 65_536)
    assert (own.per_file_from, own.total_from, own.window_from, own.profile_from) == (
        outlooks.CONFIGURED,
        outlooks.DEFAULT,
        outlooks.CONFIGURED,
        outlooks.OPENCLAW,
    )


def test_the_reserve_is_the_configured_one_and_only_for_the_own_version(root: Path, tmp_path: Path) -> None:
    desk = configured(root, tmp_path / "home")

    def reserve(profile: str) -> int | None:
        own = outlooks.own_terms(desk, SETTINGS, profile)  # pyright: ignore[reportArgumentType]
        parts = outlooks.outlook(desk, own.terms).slices
        return next(part.tokens for part in parts if part.kind == "reserve")

    assert reserve("2026.2") == 9_000
    assert reserve("2026.9") == 65_536 // 4


def test_the_version_of_the_settings_comes_before_the_installed_one(root: Path, tmp_path: Path) -> None:
    desk = configured(root, tmp_path / "home")
    chosen = replace(SETTINGS, context=ContextSettings(profile="2026.9"))
    own = outlooks.own_terms(desk, chosen)
    assert (own.terms.profile, own.profile_from) == ("2026.9", outlooks.SETTINGS)
    assert (own.terms.limits, own.per_file_from) == (Limits(20_000, 60_000), outlooks.DEFAULT)
    assert outlooks.own_terms(desk, chosen, "2026.2").terms.limits.per_file == 12_000


def test_what_is_tried_takes_the_place_of_the_own_terms(root: Path) -> None:
    own = outlooks.own_terms(ContextDesk(root, Owner), SETTINGS)
    tried = outlooks.Tried(per_file=5_000, window=8_000, session_kind="cron").of(own.terms)
    assert tried == replace(
        own.terms, session_kind="cron", window=8_000, limits=replace(own.terms.limits, per_file=5_000)
    )
    assert outlooks.Tried().of(own.terms) == own.terms
    known = replace(own.terms, window=8_000)
    assert outlooks.Tried(window=0).of(known).window is None


def test_nobody_knows_the_window_without_openclaw(root: Path) -> None:
    desk = ContextDesk(root, Owner)
    own = outlooks.own_terms(desk, SETTINGS)
    assert (own.terms.window, own.window_from, own.profile_from) == (None, "unknown", outlooks.ASSUMED)
    found = outlooks.outlook(desk, own.terms)
    assert found.rest is None
    assert "reserve" not in {part.name for part in found.slices}


def test_the_name_of_a_model_is_no_reason_to_guess_its_window(root: Path, tmp_path: Path) -> None:
    state = tmp_path / "home" / ".openclaw"
    state.mkdir(parents=True)
    defaults = {"workspace": str(root), "model": {"primary": "anthropic/claude-opus-4-6"}}
    config = json.dumps({"agents": {"defaults": defaults}})
    (state / "openclaw.json").write_text(config, encoding="utf-8")
    found = agents.find({}, tmp_path / "home")
    assert found
    own = outlooks.own_terms(ContextDesk(root, lambda: Owner(found, agents.agent_of(found, root))), SETTINGS)
    assert (own.terms.window, own.window_from) == (None, outlooks.UNKNOWN)
    assert outlooks.within(own, None) == own


def test_a_file_of_another_version_is_found_too(root: Path) -> None:
    desk = ContextDesk(root, Owner)
    own = outlooks.own_terms(desk, SETTINGS)
    assert outlooks.outlook(desk, own.terms).row("TOOLS.md")
    (root / "TOOLS.md").unlink()
    assert outlooks.outlook(desk, own.terms).row("TOOLS.md") is None


def test_a_workspace_that_went_away_is_an_empty_one(root: Path) -> None:
    desk = ContextDesk(root, Owner)
    terms = replace(outlooks.own_terms(desk, SETTINGS).terms, window=8_192)
    shutil.rmtree(root)
    assert all(row.missing for row in outlooks.outlook(desk, terms).rows)
