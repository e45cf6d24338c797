"""What the doctor looks at."""

from __future__ import annotations

import tomllib
from pathlib import Path

from openclaw_desktop import doctor

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"


def test_every_library_that_is_declared_is_looked_for_and_no_tool_of_the_tests() -> None:
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    found = [name.lower() for name in doctor.libraries()]
    assert len(found) == len(project["dependencies"])
    for name in found:
        assert any(line.lower().startswith(name) for line in project["dependencies"])
    assert "llama-cpp-python" in found
    assert "pytest" not in found
