"""The agent's sessions from a shell: the list, and how one of them filled its window."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QImage

from openclaw_desktop.cli import run
from openclaw_desktop.cli.session_names import SHORTEST

STATES = Path(__file__).parents[1] / "data" / "openclaw"
WHATEVER_ERA = ("2026.2", "2026.9")
Told = Callable[..., dict[str, Any]]


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    """The workspace of an agent with sessions of 2026.2, or of the era the test names."""
    state = tmp_path / "state"
    shutil.copytree(STATES / f"state-{getattr(request, 'param', '2026.2')}", state)
    root = state / "workspace"
    config = {"agents": {"list": [{"id": "main", "workspace": str(root)}]}}
    (state / "openclaw.json").write_text(json.dumps(config), encoding="utf-8")
    monkeypatch.setenv("OPENCLAW_STATE_DIR", str(state))
    return root


@pytest.fixture
def told(workspace: Path, capsys: pytest.CaptureFixture[str]) -> Told:
    """Runs a command and reads its JSON."""

    def ask(*arguments: str) -> dict[str, Any]:
        assert run([*arguments, "--json", "--workspace", str(workspace)]) == 0
        return json.loads(capsys.readouterr().out)

    return ask


@pytest.fixture
def said(workspace: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., list[str]]:
    """Runs a command and returns the lines a person reads."""

    def ask(*arguments: str) -> list[str]:
        assert run([*arguments, "--workspace", str(workspace)]) == 0
        return capsys.readouterr().out.split("\n")

    return ask


def by_key(found: dict[str, Any], key: str | None) -> dict[str, Any]:
    return next(each for each in found["sessions"] if each["key"] == key)


@pytest.mark.parametrize("workspace", WHATEVER_ERA, indirect=True)
def test_every_session_has_its_figures_and_says_which_were_measured(told: Told) -> None:
    found = told("sessions")
    main = by_key(found, "agent:main:main")
    assert (main["kind"], main["channel"], main["model"], main["turns"]) == (
        "main",
        "telegram",
        "lark-64k",
        12,
    )
    assert main["peak"] == {"tokens": 46_097, "of_window": 46_097 / 65_536, "basis": "measured"}
    assert (main["compactions"], main["flushes"], main["problems"]) == (1, 1, [])
    assert main["started"] == "2026-02-24T08:00:00Z"
    assert main["length_seconds"] == 96_637
    assert main["cost"] == {"dollars": None, "basis": "unknown"}
    paid = by_key(found, "agent:main:telegram:direct:100200300")
    assert paid["cost"]["dollars"] == pytest.approx(0.15624, abs=1e-5)
    archived = by_key(found, None)
    assert (archived["archived"], archived["kind"], archived["window"]) == ("reset", None, None)
    assert archived["peak"]["of_window"] is None


def test_a_person_reads_a_table_with_a_name_to_type(said: Callable[..., list[str]]) -> None:
    head, *lines = said("sessions")
    for column in (
        "agent",
        "kind",
        "channel",
        "model",
        "start",
        "length",
        "turns",
        "peak",
        "cost",
        "problems",
    ):
        assert column in head.split()
    line = next(line for line in lines if line.startswith("607e1078 "))
    assert "46,097 (70%)" in line
    assert "unknown" in line  # what it cost
    assert "archived (reset)" in next(line for line in lines if line.startswith("57f0bc03 "))


def test_what_was_said_is_found_and_shown(told: Told, said: Callable[..., list[str]]) -> None:
    found = told("sessions", "--find", "POWER budget")
    assert [each["key"] for each in found["sessions"]] == ["agent:main:telegram:direct:100200300"]
    place = found["sessions"][0]["found"][0]
    assert place["excerpt"][place["start"] : place["end"]] == "power budget"
    assert (place["turn"], place["category"]) == (1, "user")
    assert any("turn 1, user: Which battery" in line for line in said("sessions", "--find", "power budget"))
    assert said("sessions", "--find", "no such words")[0] == "that stands in no session"


@pytest.mark.parametrize("workspace", WHATEVER_ERA, indirect=True)
@pytest.mark.parametrize("name", ["agent:main:main", "607e", "607e1078-d27f-475e-9a46-0141606ab8a7"])
def test_a_session_is_named_by_key_or_by_its_id_or_a_beginning_of_it(told: Told, name: str) -> None:
    assert told("timeline", name)["session"]["key"] == "agent:main:main"


def test_names_that_begin_alike_are_shown_as_far_as_they_tell_sessions_apart(
    workspace: Path, said: Callable[..., list[str]], told: Told, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = workspace.parent / "agents" / "main" / "sessions"
    twin = "607e1078-d2ff-4000-8000-000000000000"
    shutil.copy(folder / "607e1078-d27f-475e-9a46-0141606ab8a7.jsonl", folder / f"{twin}.jsonl")
    names = [line.split()[0] for line in said("sessions") if line.startswith("607e")]
    assert sorted(names) == ["607e1078-d27", "607e1078-d2f"]
    assert told("timeline", "607e1078-d2f", "--window", "64k")["session"]["id"] == twin
    assert run(["timeline", "607e1078", "--workspace", str(workspace)]) == 2
    assert twin in capsys.readouterr().err


def test_an_archive_beside_its_session_is_named_by_its_file(workspace: Path, told: Told) -> None:
    folder = workspace.parent / "agents" / "main" / "sessions"
    session = "607e1078-d27f-475e-9a46-0141606ab8a7"
    archive = f"{session}.jsonl.reset.2026-02-20T10-00-00.000Z"
    shutil.copy(
        folder / "57f0bc03-c1d4-4c17-8f12-c91ffd180fda.jsonl.reset.2026-02-21T11-05-33.412Z", folder / archive
    )
    assert told("timeline", session)["session"]["archived"] is None
    assert told("timeline", archive)["session"]["archived"] == "reset"
    names = [each["name"] for each in told("sessions")["sessions"] if each["id"] == session]
    assert sorted(names) == [f"{session}.jsonl", archive]
    assert all(len(name) >= SHORTEST for name in names)


def test_each_number_of_a_timeline_is_estimated_or_measured(told: Told) -> None:
    found = told("timeline", "agent:main:main")
    assert found["window"] == {"tokens": 65_536, "from": "as OpenClaw noted for this session"}
    assert found["thresholds"] == {"flush": 41_536, "compaction": 45_536, "basis": "rule"}
    assert (found["fixed"]["bootstrap"]["MEMORY.md"], found["fixed"]["basis"]) == (4_528, "characters")
    groups = found["fixed"]["bootstrap_groups"]
    assert (list(groups), groups["memory"]) == (["instructions", "memory", "other files"], 4_528)
    assert sum(groups.values()) == sum(found["fixed"]["bootstrap"].values())
    points = found["points"]
    assert [point["index"] for point in points] == list(range(49))
    assert points[0]["estimated"]["by_category"]["bootstrap"] == sum(groups.values())
    for point in points:
        assert point["estimated"]["total"] == sum(point["estimated"]["by_category"].values())
    assert found["peak"]["estimated"] == max(point["estimated"]["total"] for point in points)
    assert found["peak"]["measured"] == max(p["measured"]["total"] for p in points if p["measured"])
    assert {mark["kind"] for mark in found["marks"]} == {"flush", "compaction", "memory write"}
    assert all(mark["basis"] == "recorded" for mark in found["marks"])
    assert found["contradictions"] == []


def test_what_a_compaction_took_stands_beside_what_came_for_it(told: Told) -> None:
    [compaction] = told("timeline", "agent:main:main")["compactions"]
    assert compaction["tokens_before"]["tokens"] == 46_137
    texts = "\n".join(each["text"] for each in compaction["left"]["texts"])
    for fact in compaction["lost"]:
        assert fact["value"] in texts
        assert fact["value"] not in compaction["summary"]["text"]
    assert compaction["left"]["estimated"] > compaction["summary"]["estimated"] > 0


def test_what_a_pruning_cut_is_told(workspace: Path, told: Told) -> None:
    call = {"role": "toolResult", "toolCallId": "call_1", "toolName": "exec", "content": "a long listing"}
    pruned = {"prunedToolResults": [{"key": "tool:call_1:7"}]}
    records = [
        {"type": "session", "id": "cccc"},
        {"type": "message", "id": "1", "message": {"role": "user", "content": "List it."}},
        {"type": "message", "id": "2", "message": call},
        {"type": "custom", "id": "3", "customType": "openclaw.cache-ttl", "data": pruned},
    ]
    path = workspace.parent / "agents" / "main" / "sessions" / "cccc.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    [pruning] = told("timeline", "cccc")["prunings"]
    assert (pruning["index"], pruning["turn"]) == (2, 1)
    assert pruning["results"] == [
        {"index": 1, "role": "toolResult", "text": "a long listing", "estimated": 3}
    ]


@pytest.mark.parametrize("workspace", ["2026.9"], indirect=True)
def test_other_rules_are_played_and_say_what_they_would_have_saved(
    told: Told, said: Callable[..., list[str]]
) -> None:
    own = told("timeline", "8fe6")
    assert [mark["kind"] for mark in own["marks"] if mark["basis"] == "rule"] == ["missed flush"]
    assert (own["replay"]["changed"], own["replay"]["rescues"][0]["flush"]) == (False, 60)
    tried = told("timeline", "8fe6", "--set", "flush.soft=20,000")
    assert tried["thresholds"] == own["thresholds"]  # those in force
    assert tried["replay"]["thresholds"]["flush"] == 29_152
    assert [each["turn"] for each in tried["replay"]["flushes"]] == [6]
    assert len(tried["replay"]["filled"]) == len(tried["points"])
    assert tried["replay"]["basis"] == "shifted"
    lines = said("timeline", "8fe6", "--set", "flush.soft=20000")
    assert "tried     flush.soft = 20,000 tokens instead of 4,000 tokens" in lines
    assert "flushes none 1, in turn 12 1, in turn 6" in [" ".join(line.split()) for line in lines]
    assert (
        "better    Notes would have been written before turn 6, ahead of the compaction after turn 12."
        in lines
    )


def test_an_unknown_window_is_asked_for_and_never_guessed(told: Told, said: Callable[..., list[str]]) -> None:
    found = told("timeline", "57f0")
    assert (found["window"], found["rules"], found["replay"]) == (
        {"tokens": None, "from": "unknown"},
        None,
        None,
    )
    assert "window    unknown (--window N)" in said("timeline", "57f0")
    asked = told("timeline", "57f0", "--window", "32k")
    assert asked["window"] == {"tokens": 32_000, "from": "from the command line"}
    tried = told("timeline", "57f0", "--set", "flush.soft=1000", "--set", "window=64k")
    assert (tried["window"]["tokens"], tried["replay"]["rules"]["parameters"]["window"]["value"]) == (
        None,
        64_000,
    )


MODELS: dict[str, Any] = {
    "models": {
        "providers": {
            "lab": {
                "models": [
                    {"id": "lark-64k", "contextWindow": 65_536},
                    {"id": "big", "contextWindow": 200_000},
                ]
            }
        }
    }
}


@pytest.mark.parametrize(
    ("model", "listed", "window"),
    [
        (None, True, {"tokens": 65_536, "from": "as openclaw.json has it for this model"}),
        ("lab/big", True, {"tokens": 65_536, "from": "as openclaw.json has it for this model"}),
        (
            "lab/big",
            False,
            {
                "tokens": 200_000,
                "from": "as openclaw.json has it for the agent's model; nothing has it for this session's",
            },
        ),
    ],
)
def test_the_window_of_openclaw_json_counts_where_the_session_has_none(
    workspace: Path, told: Told, model: str | None, listed: bool, window: dict[str, Any]
) -> None:
    path = workspace.parent / "openclaw.json"
    config = json.loads(path.read_text(encoding="utf-8")) | json.loads(json.dumps(MODELS))
    config["agents"]["defaults"] = {"model": {"primary": model}} if model else {}
    if not listed:
        del config["models"]["providers"]["lab"]["models"][0]
    path.write_text(json.dumps(config), encoding="utf-8")
    found = told("timeline", "57f0")
    assert found["window"] == window
    assert found["rules"] is not None
    assert told("timeline", "57f0", "--window", "32k")["window"]["from"] == "from the command line"


@pytest.fixture
def forked(workspace: Path) -> str:
    """A session that was led another way after its first turn."""
    said = ("1", None, "One?"), ("2a", "1", "Two?"), ("3a", "2a", "Three?"), ("2b", "1", "Or two?")
    records: list[dict[str, Any]] = [{"type": "session", "id": "ffff"}]
    for identity, parent, text in said:
        message = {"role": "user", "content": text}
        records.append({"type": "message", "id": identity, "parentId": parent, "message": message})
    path = workspace.parent / "agents" / "main" / "sessions" / "ffff.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return "ffff"


def test_a_branch_is_chosen_by_its_number_or_its_id(
    forked: str, told: Told, said: Callable[..., list[str]]
) -> None:
    current = told("timeline", forked)
    assert [(each["number"], each["leaf_id"], each["shown"]) for each in current["branches"]] == [
        (1, "2b", True),
        (2, "3a", False),
    ]
    assert [point["id"] for point in current["points"]] == ["1", "2b"]
    for name in ("2", "3a", "3"):
        other = told("timeline", forked, "--branch", name)
        assert [point["id"] for point in other["points"]] == ["1", "2a", "3a"]
        assert [each["shown"] for each in other["branches"]] == [False, True]
    lines = said("timeline", forked, "--branch", "2")
    assert "branches    1: the current one, 2 entries, ends with 2b" in lines
    assert "          * 2: leaves it at turn 1, 3 entries, ends with 3a" in lines
    assert any(line.startswith("time ") and line.endswith(" 3 turns, 3 entries") for line in lines)


def test_a_branch_that_is_not_there_is_no_other_one(
    forked: str, workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("3b", "0", "7", ""):
        assert run(["timeline", forked, "--branch", name, "--workspace", str(workspace)]) == 2
        assert f"there is no branch '{name}': it has 2 branches" in capsys.readouterr().err


def test_one_of_a_thing_is_not_said_as_many(workspace: Path, said: Callable[..., list[str]]) -> None:
    path = workspace.parent / "agents" / "main" / "sessions" / "dddd.jsonl"
    record = {"type": "message", "id": "1", "message": {"role": "user", "content": "Hello."}}
    path.write_text(json.dumps({"type": "session", "id": "dddd"}) + "\n" + json.dumps(record) + "\n")
    lines = said("timeline", "dddd", "--window", "64k", "--set", "flush.soft=1")
    assert any(line.endswith(", 1 turn, 1 entry") for line in lines)
    assert "tried     flush.soft = 1 token instead of 4,000 tokens" in lines


def test_a_person_reads_an_account_turn_by_turn(said: Callable[..., list[str]]) -> None:
    lines = said("timeline", "agent:main:main")
    assert "rules     flush from 41,536, compaction above 45,536 (OpenClaw 2026.2)" in lines
    turn = next(at for at, line in enumerate(lines) if line.startswith("   8  "))
    assert "≈55,450    42,056    64%" in lines[turn]
    assert lines[turn + 1].split()[:3] == ["flush", "A", "memory"]
    assert any(line.startswith("left at the compaction after turn 9: ≈17,931 tokens") for line in lines)


@pytest.mark.parametrize("session", ["607e", "57f0"], ids=["with a window", "without one"])
def test_a_timeline_is_drawn_without_a_display(
    workspace: Path, session: str, told: Told, said: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("QT_LOGGING_RULES", "")  # put back afterwards
    picture = workspace.parent / "a picture 图.png"
    assert told("timeline", session, "--png", str(picture))["png"] == str(picture)
    image = QImage(str(picture))
    assert (image.width(), image.height()) == (1_440, 640)
    colours = {image.pixel(x, y) for x in range(100, 1_400, 7) for y in range(100, 560, 7)}
    assert len(colours) > 3  # something is drawn
    assert f"the picture is in {picture}" in said("timeline", session, "--png", str(picture))


def test_a_picture_that_cannot_be_written_is_a_failure(
    workspace: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_LOGGING_RULES", "")
    target = workspace / "no folder" / "x.png"
    assert run(["timeline", "607e", "--png", str(target), "--workspace", str(workspace)]) == 1
    shown = capsys.readouterr()
    assert "could not be written" in shown.err
    assert not shown.out


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["timeline"], 2, "SESSION"),
        (["timeline", "zzz"], 2, "no session 'zzz'"),
        (["timeline", ""], 2, "no session"),
        (["timeline", "6"], 2, "could be any of"),
        (["timeline", "607e", "--set", "flush.soft"], 2, "KEY=VALUE"),
        (["timeline", "607e", "--set", "sparkle=1"], 2, "no rule 'sparkle'"),
        (["timeline", "607e", "--set", "prune.ttl=soon"], 2, "prune.ttl cannot be 'soon'"),
        (["timeline", "57f0", "--set", "flush.soft=1"], 2, "--window N"),
        (["timeline", "607e", "--window", "wide"], 2, "no number of tokens"),
        (["sessions", "extra"], 2, "extra"),
    ],
)
def test_what_is_not_understood_is_said(
    workspace: Path, arguments: list[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*arguments, "--workspace", str(workspace)]) == code
    shown = capsys.readouterr()
    assert sentence in shown.err
    assert not shown.out


@pytest.mark.parametrize("command", [["sessions"], ["timeline", "607e"]])
def test_a_folder_of_no_agent_has_no_sessions_and_says_so(
    workspace: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    other = workspace.parent / "projects" / "elsewhere"
    other.mkdir()
    assert run([*command, "--workspace", str(other)]) == 1
    assert "no agent's workspace" in capsys.readouterr().err


def test_a_listed_session_that_is_gone_is_shown_as_that(
    workspace: Path, told: Told, said: Callable[..., list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    (
        workspace.parent / "agents" / "main" / "sessions" / "06dfe87f-64fe-4814-854b-299447ccb00f.jsonl"
    ).unlink()
    gone = next(each for each in told("sessions")["sessions"] if each["missing"])
    assert (gone["kind"], gone["turns"], gone["flushes"], len(gone["problems"])) == ("cron", None, None, 1)
    assert any(line.startswith("problem   06dfe87f: OpenClaw lists") for line in said("sessions"))
    assert run(["timeline", "06df", "--workspace", str(workspace)]) == 1
    assert "cannot be read" in capsys.readouterr().err


def test_a_session_without_a_word_has_an_answer_too(
    workspace: Path, told: Told, said: Callable[..., list[str]]
) -> None:
    folder = workspace.parent / "agents" / "main" / "sessions"
    (folder / "aaaa.jsonl").write_bytes(b"")
    (folder / "bbbb.jsonl").write_text(
        '{"type": "session", "id": "bbbb"}\n{"type": broken\n', encoding="utf-8"
    )
    assert told("timeline", "aaaa", "--window", "64k")["points"] == []
    assert "nothing was said in it" in said(
        "timeline", "aaaa", "--set", "window=64k", "--set", "prune.enabled=on"
    )
    assert told("timeline", "bbbb")["damaged"] == 1
