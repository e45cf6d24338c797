"""Stories of the optional hardening: permissions are taken away, and given back as they were."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from openclaw_desktop.errors import SettingsError
from openclaw_desktop.review.audit import permissions
from openclaw_desktop.review.audit.permissions import (
    Permissions,
    as_json,
    deviations,
    from_json,
    harden,
    undo,
)

pytestmark = pytest.mark.skipif(os.name == "nt", reason="permissions there are the read-only attribute alone")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "clawd"
    (root / "memory").mkdir(parents=True)
    for name, bits in {"SOUL.md": 0o644, "MEMORY.md": 0o666, "AGENTS.md": 0o666}.items():
        (root / name).write_text("x", encoding="utf-8")
        (root / name).chmod(bits)
    (root / "memory").chmod(0o777)
    root.chmod(0o755)
    return root


def test_what_permits_too_much_is_said(root: Path) -> None:
    assert [(each.path, each.before, each.after) for each in deviations(root)] == [
        ("", 0o755, 0o700),
        ("SOUL.md", 0o644, 0o444),
        ("MEMORY.md", 0o666, 0o640),
        ("memory", 0o777, 0o750),
    ]
    assert (
        deviations(root)[0].sentence == "The workspace's folder has the permissions 755; 700 is recommended."
    )


def test_hardening_leaves_no_deviation_and_can_be_undone(root: Path) -> None:
    wanted = deviations(root)
    kept = as_json(wanted)
    assert harden(root, wanted) == []
    assert deviations(root) == []
    assert mode(root / "SOUL.md") == 0o444
    assert mode(root / "AGENTS.md") == 0o666
    assert undo(root, from_json(kept)) == []
    assert [mode(root / name) for name in ("", "SOUL.md", "MEMORY.md", "memory")] == [
        0o755,
        0o644,
        0o666,
        0o777,
    ]
    assert undo(root, from_json(kept)) == []


def test_nothing_is_permitted_that_was_not(root: Path) -> None:
    (root / "MEMORY.md").chmod(0o600)
    (root / "SOUL.md").chmod(0o600)
    harden(root, deviations(root))
    assert mode(root / "MEMORY.md") == 0o600
    assert mode(root / "SOUL.md") == 0o400


def test_what_others_changed_since_is_left_alone(root: Path) -> None:
    done = deviations(root)
    harden(root, done)
    (root / "MEMORY.md").chmod(0o600)
    (root / "SOUL.md").unlink()
    sentences = undo(root, done)
    assert len(sentences) == 2
    assert "SOUL.md is gone" in sentences[0]
    assert "MEMORY.md has got other permissions meanwhile (600)" in sentences[1]
    assert mode(root / "memory") == 0o777


def test_a_hardening_that_was_killed_half_way_can_be_undone(root: Path) -> None:
    wanted = deviations(root)
    harden(root, wanted[:2])
    assert undo(root, wanted) == []
    assert mode(root / "SOUL.md") == 0o644


def test_links_are_followed_within_the_workspace_and_not_out_of_it(root: Path, tmp_path: Path) -> None:
    (tmp_path / "private.md").write_text("x", encoding="utf-8")
    (tmp_path / "private.md").chmod(0o644)
    (root / "SOUL.md").rename(root / "memory" / "soul.md")
    (root / "SOUL.md").symlink_to("memory/soul.md")
    (root / "MEMORY.md").unlink()
    (root / "MEMORY.md").symlink_to(tmp_path / "private.md")
    wanted = deviations(root)
    assert [each.path for each in wanted] == ["", "SOUL.md", "memory"]
    assert harden(root, [*wanted, Permissions("MEMORY.md", 0o644, 0o640)]) == [
        "MEMORY.md is gone or leads out of the workspace, so its permissions are left alone."
    ]
    assert mode(root / "memory" / "soul.md") == 0o444
    assert mode(tmp_path / "private.md") == 0o644


def test_a_workspace_that_is_not_there_deviates_from_nothing(tmp_path: Path) -> None:
    assert deviations(tmp_path / "nowhere") == []


def test_a_refusal_is_said_and_the_rest_is_done(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    allowed = Path.chmod

    def chmod(path: Path, bits: int) -> None:
        if path.name == "SOUL.md":
            raise PermissionError(1, "Operation not permitted")
        allowed(path, bits)

    monkeypatch.setattr(Path, "chmod", chmod)
    assert harden(root, deviations(root)) == [
        "The permissions of SOUL.md cannot be set: there is no permission."
    ]
    assert mode(root / "memory") == 0o750


@pytest.mark.parametrize(
    "text", ["", "[1]", "null", '[{"path": "x"}]', '[{"path": "", "before": "x", "after": 1}]']
)
def test_what_was_kept_badly_is_refused(text: str) -> None:
    with pytest.raises(SettingsError):
        from_json(text)


def test_windows_knows_only_read_only(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(permissions, "_WINDOWS", True)
    (root / "SOUL.md").chmod(0o666)
    [only] = deviations(root)
    assert (only.path, only.after) == ("SOUL.md", 0o444)
    assert only.sentence == "SOUL.md can be written; it should be read-only."
