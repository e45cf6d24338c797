"""openclaw.json is read as OpenClaw reads it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import json5
import pytest

from openclaw_desktop.errors import OpenClawConfigError
from openclaw_desktop.workspace.config import (
    _as_json,  # pyright: ignore[reportPrivateUsage]
    merged,
    parse,
    read,
    section,
    substituted,
    variables,
)

FIXTURES = Path(__file__).parents[1] / "data/openclaw"


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1}', {"a": 1}),
        ("{a: 1, $b_2: [1, 2,], /* c: 3, */ } // end", {"a": 1, "$b_2": [1, 2]}),
        ('{"url": "http://x/*y*/", k: "// no, }"}', {"url": "http://x/*y*/", "k": "// no, }"}),
        (r'{"quote": "say \"// hi\" ,}",}', {"quote": 'say "// hi" ,}'}),
        ("{'single': 'http://x', n: +.5, h: 0x1F}", {"single": "http://x", "n": 0.5, "h": 31}),
        ("{a: 'it\\'s', // don't\n b: 'x: y'}", {"a": "it's", "b": "x: y"}),
        ("// only\n[]", []),
    ],
)
def test_json5_is_understood(text: str, value: Any) -> None:
    assert parse(text) == value


@pytest.mark.parametrize("name", ["state-2026.2", "state-2026.9"])
def test_real_files_read_the_same_as_by_the_json5_parser(name: str) -> None:
    text = (FIXTURES / name / "openclaw.json").read_text(encoding="utf-8")
    assert parse(text) == json5.loads(text)


@pytest.mark.parametrize("text", ["", "{", "{a: }", "nonsense here", "{" * 3, "{'a' 1}" + " " * 300_000])
def test_what_is_no_json5_is_said(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the words are the parser's
        parse(text)


def test_a_large_commented_file_is_read_at_once() -> None:
    values = {"agents": {str(number): {"workspace": "/x" * 20} for number in range(20_000)}}
    assert parse("// comment\n" + json.dumps(values, indent=1)) == values


def test_objects_are_merged_arrays_are_joined_and_the_later_wins() -> None:
    under = {"a": {"b": 1, "c": [1]}, "d": 1, "e": [1]}
    over = {"a": {"b": 2, "c": [2]}, "e": "x", "f": None}
    assert merged(under, over) == {"a": {"b": 2, "c": [1, 2]}, "d": 1, "e": "x", "f": None}


def test_includes_are_followed_from_file_to_file(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "openclaw.json",
        """{
          // one file, an array of files, and own keys over included ones
          agents: { $include: "./parts/agents.json5", defaults: { workspace: "/own" } },
          broadcast: { $include: ["a.json", "b.json"] },
          list: [{ $include: "a.json" }],
          tags: { $include: "tags.json" },
        }""",
    )
    write(tmp_path, "parts/agents.json5", "{ $include: './more.json', list: [{id: 'two'}] }")
    write(tmp_path, "parts/more.json", '{"list": [{"id": "one"}], "defaults": {"workspace": "/x", "n": 1}}')
    write(tmp_path, "a.json", '{"a": 1, "both": "a"}')
    write(tmp_path, "b.json", '{"b": 2, "both": "b"}')
    write(tmp_path, "tags.json", '["x"]')
    config = read(path)
    assert config.problems == ()
    assert config.values == {
        "agents": {"list": [{"id": "one"}, {"id": "two"}], "defaults": {"workspace": "/own", "n": 1}},
        "broadcast": {"a": 1, "b": 2, "both": "b"},
        "list": [{"a": 1, "both": "a"}],
        "tags": ["x"],
    }


@pytest.mark.parametrize(
    ("include", "words"),
    [
        ('"gone.json"', "not there"),
        ('"../outside/x.json"', "outside"),
        ('"link.json"', "outside"),
        ('"/etc/hostname"', "outside"),
        ('"broken.json"', "not JSON5"),
        ('"latin.json"', "not UTF-8"),
        ('"circle.json"', "circle"),
        ('"openclaw.json"', "circle"),
        ('"large.json"', "2 MB"),
        ('"deep/0.json"', "10 deep"),
        ("7", "not the path"),
        ('"folder"', "cannot be read"),
    ],
)
def test_an_include_that_cannot_be_followed_is_said_and_the_rest_is_read(
    tmp_path: Path, include: str, words: str
) -> None:
    folder = tmp_path / "state"
    path = write(folder, "openclaw.json", f'{{"before": 1, "part": {{"$include": {include}, "own": 2}}}}')
    write(tmp_path, "outside/x.json", "{}")
    (folder / "link.json").symlink_to("../outside/x.json")
    (folder / "folder").mkdir()
    write(folder, "broken.json", "{")
    (folder / "latin.json").write_bytes(b'{"a": "\xe9"}')
    write(folder, "circle.json", '{"$include": "circle2.json"}')
    write(folder, "circle2.json", '{"$include": "circle.json"}')
    write(folder, "large.json", '{"a": "' + "x" * 2**21 + '"}')
    for number in range(12):
        write(folder, f"deep/{number}.json", f'{{"$include": "{number + 1}.json"}}')
    config = read(path)
    assert len(config.problems) == 1
    assert words in config.problems[0]
    assert config.values == {"before": 1, "part": {"own": 2}}


def test_other_folders_may_be_allowed(tmp_path: Path) -> None:
    path = write(tmp_path, "state/openclaw.json", '{"$include": "../common/x.json"}')
    write(tmp_path, "common/x.json", '{"a": 1}')
    assert read(path, [tmp_path / "common"]).values == {"a": 1}


def test_own_keys_cannot_be_laid_over_an_array(tmp_path: Path) -> None:
    path = write(tmp_path, "openclaw.json", '{"a": {"$include": "list.json", "own": 1}}')
    write(tmp_path, "list.json", "[1]")
    config = read(path)
    assert config.values == {"a": {"own": 1}}
    assert "no object" in config.problems[0]


@pytest.mark.parametrize("text", ["", "[]", "{", "7", '{"a":' * 5_000 + "1" + "}" * 5_000])
def test_an_unreadable_configuration_is_refused_with_its_path(tmp_path: Path, text: str) -> None:
    path = write(tmp_path, "openclaw.json", text)
    with pytest.raises(OpenClawConfigError, match=r"openclaw\.json cannot be read"):
        read(path)


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    assert read(write(tmp_path, "openclaw.json", "\ufeff{a: 1}")).values == {"a": 1}


def test_variables_are_put_in() -> None:
    environ = {"HOME_DIR": "/data", "N": "1"}
    assert substituted("${HOME_DIR}/w${N}", environ) == ("/data/w1", ())
    assert substituted("$${HOME_DIR} $HOME_DIR ${lower}", environ) == ("${HOME_DIR} $HOME_DIR ${lower}", ())
    assert substituted("${GONE}/x", environ) == ("${GONE}/x", ("GONE",))


def test_variables_come_from_the_process_then_the_file_then_the_configuration(tmp_path: Path) -> None:
    write(tmp_path, ".env", "# comment\nA=file\nexport B='quoted file'\nbroken line\nC = spaced \n")
    values = {"env": {"A": "config", "D": "block", "N": 7, "vars": {"B": "config", "E": "vars"}}}
    found = variables({"A": "process"}, tmp_path, values)
    assert found == {"A": "process", "B": "quoted file", "C": "spaced", "D": "block", "E": "vars"}


def test_a_section_is_an_object_or_empty() -> None:
    values = {"a": {"b": {"c": 1}}, "x": [1]}
    assert section(values, "a", "b") == {"c": 1}
    assert section(values, "a", "gone", "b") == section(values, "x") == section(values, "x", "y") == {}


def test_a_long_word_that_is_no_key_is_not_looked_at_again_and_again() -> None:
    """It took longer than a test may."""
    word = "y" * 500_000
    assert _as_json(f"{{a: 1, b: '{word}'}}") == f'{{"a": 1, "b": \'{word}\'}}'


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of Unix")
def test_a_pipe_is_no_configuration(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "openclaw.json")
    os.mkfifo(tmp_path / ".env")
    with pytest.raises(OpenClawConfigError, match="no regular file"):
        read(tmp_path / "openclaw.json")
    assert variables({"A": "b"}, tmp_path, {}) == {"A": "b"}
