"""Which files a command writes, and which it only reads."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.context.calls.shell import written
from openclaw_desktop.context.calls.shell_words import FILLED_IN

NAMED = [
    ("echo '- port 8123' >> MEMORY.md", ["MEMORY.md"]),
    ("printf '\\n- a' >>MEMORY.md && tail -n 3 MEMORY.md", ["MEMORY.md"]),
    ("cat > memory/2026-02-24.md <<'EOF'\n# it's late\n- a > b\nEOF", ["memory/2026-02-24.md"]),
    ("cat <<EOF >> memory/a.md\ndon't\nEOF\nls memory", ["memory/a.md"]),
    ("echo x | tee -a MEMORY.md notes.md >/dev/null 2>&1", ["MEMORY.md", "notes.md"]),
    ("sed -i '' 's/8123/8124/' MEMORY.md", ["", "s/8123/8124/", "MEMORY.md"]),
    ("perl -pi -e 's/a/b/' USER.md", ["s/a/b/", "USER.md"]),
    ("mv draft.md memory/final.md", ["memory/final.md", "memory/final.md/draft.md", "draft.md"]),
    ("cp MEMORY.md backup/", ["backup/", "backup/MEMORY.md"]),
    ("rm -f memory/2025-*.md", ["memory/2025-*.md"]),
    ("cd memory && echo a >> today.md", ["memory/today.md"]),
    ("cd ~/.openclaw/workspace; echo a > SOUL.md", ["~/.openclaw/workspace/SOUL.md"]),
    ('bash -lc "echo a >> MEMORY.md"', ["MEMORY.md"]),
    ("python3 -c \"open('MEMORY.md','a').write('x')\"", ["MEMORY.md"]),
    ("python - <<'PY'\nfrom pathlib import Path\nPath('USER.md').write_text('a')\nPY", ["USER.md"]),
    ("node -e \"require('fs').appendFileSync('MEMORY.md','x')\"", ["MEMORY.md"]),
    ("git checkout -- MEMORY.md", ["MEMORY.md"]),
    ("find memory -name '*.md' -delete", ["memory"]),
    ("dd if=/dev/zero of=SOUL.md count=1", ["SOUL.md"]),
    ("sudo FOO=1 truncate -s 0 SOUL.md", ["0", "SOUL.md"]),
    ('echo "unfinished >> MEMORY.md', ["MEMORY.md"]),
    ("if true; then echo x > MEMORY.md; fi", ["MEMORY.md"]),
    ("Set-Content -Path MEMORY.md -Value hello", ["MEMORY.md", "hello"]),
    ("echo x >> memory\\a.md", ["memory/a.md"]),
    ('echo "- x" >> "memory/$(date +%F).md"', [f"memory/{FILLED_IN}.md"]),
]

READING = [
    "cat MEMORY.md 2>/dev/null | head -n 20",
    "grep -rn 'port' memory/ MEMORY.md 2>&1",
    "python3 -c \"print(open('MEMORY.md').read())\"",
    "python3 -c \"print(open('MEMORY.md', 'r').read())\"",
    "sed -n '1,20p' MEMORY.md",
    "ls -la memory; wc -l MEMORY.md",
    "git log -p MEMORY.md",
    "diff <(cat MEMORY.md) <(cat USER.md)",
    "",
]


@pytest.mark.parametrize(("command", "paths"), NAMED)
def test_the_files_a_command_writes_are_named(command: str, paths: list[str]) -> None:
    assert list(written(command).paths) == paths


@pytest.mark.parametrize("command", READING)
def test_a_command_that_only_reads_writes_nothing(command: str) -> None:
    assert not written(command).anything


def test_a_copy_does_not_write_what_it_copies() -> None:
    assert "MEMORY.md" not in written("cp MEMORY.md /tmp/backup.md").paths
    assert "MEMORY.md" not in written("cat MEMORY.md > /tmp/copy.md").paths


def test_a_program_unknown_here_may_write_more_than_it_names() -> None:
    assert written("./remember.sh 'buy milk'").perhaps_more
    assert written("python3 scripts/note.py").perhaps_more
    assert written("git pull").perhaps_more
    assert not written("git status").perhaps_more


def test_a_removed_folder_takes_all_that_is_in_it() -> None:
    assert written("rm -rf memory/old/").folders == ("memory/old",)


@given(st.text(st.sampled_from("ab >|&;<'\"`$()\\\n{}EOF-cd.md/*"), max_size=60))
def test_no_command_is_too_strange(command: str) -> None:
    written(command)
