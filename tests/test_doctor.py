"""What the doctor looks at."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from openclaw_desktop import doctor
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import DesktopError
from openclaw_desktop.places import Places
from openclaw_desktop.settings import Settings, changed

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"


def test_every_library_that_is_declared_is_looked_for_and_no_tool_of_the_tests() -> None:
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    found = [name.lower() for name in doctor.libraries()]
    assert len(found) == len(project["dependencies"])
    for name in found:
        assert any(line.lower().startswith(name) for line in project["dependencies"])
    assert "llama-cpp-python" in found
    assert "pytest" not in found


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    (tmp_path / "workspace" / "memory").mkdir(parents=True)
    (tmp_path / "workspace" / "SOUL.md").write_text("# Soul\n", encoding="utf-8")
    (tmp_path / "workspace" / "SOUL.md").chmod(0o666)
    made = Engine(tmp_path / "workspace", settings=Settings(), places=Places.of_user(), report=lambda _: None)
    yield made
    made.close()


@pytest.mark.skipif(os.name == "nt", reason="permissions of this kind are POSIX's")
def test_wide_permissions_are_named_and_a_fault_only_where_they_were_taken_away(engine: Engine) -> None:
    assert "SOUL.md has the permissions 666" in doctor.protection(engine)
    engine.desk.harden()
    assert "permissions are tight" in doctor.protection(engine)
    (engine.root / "SOUL.md").chmod(0o666)
    with pytest.raises(DesktopError, match="Harden again"):
        doctor.protection(engine)


def test_rules_that_are_none_are_a_fault(engine: Engine) -> None:
    engine.settings = changed(engine.settings, {"review.policies": ("SOUL.md = open",)})
    with pytest.raises(DesktopError, match="is no rule"):
        doctor.protection(engine)


@pytest.mark.model
def test_every_native_library_is_called_and_not_only_there(engine: Engine) -> None:
    found = {check.name: check for check in doctor.checks(engine)}
    for name in ("database", "vectors", "keywords", "model", "tokens", "history", "events"):
        assert found[name].ok, found[name].sentence


@pytest.mark.model
def test_a_tokenizer_that_counts_wrongly_is_a_fault(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("openclaw_desktop.tokens.count", lambda _text, _encoding: 3)
    found = {check.name: check for check in doctor.checks(engine)}
    assert not found["tokens"].ok
    assert "install openclaw-desktop again" in found["tokens"].sentence
