"""Every case of OpenClaw's own functions: the same texts, the same numbers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from openclaw_desktop import utf16
from openclaw_desktop.context import pieces
from openclaw_desktop.context.bootstrap import Bootstrap, BootstrapFile, Injected, assemble, inject, read
from openclaw_desktop.context.profiles import RULES, Limits, Profile, SessionKind

DATA = Path(__file__).parent.parent / "data"
FULL: dict[Profile, str] = {"2026.2": "2026.2.26", "2026.9": "2026.9.6"}
ROOT = "/home/sam/.openclaw/workspace"
KINDS: dict[str, SessionKind] = {
    "main": "main",
    "direct": "main",
    "group": "group",
    "channel": "group",
    "subagent": "sub-agent",
    "cron": "cron",
}


def cases(name: str, profile: Profile) -> list[Any]:
    path = DATA / "parity" / f"{name}.v{FULL[profile]}.json"
    return json.loads(path.read_text(encoding="utf-8"))["cases"]


def contexts(profile: Profile) -> list[Any]:
    path = DATA / "openclaw" / f"context-{profile}.json"
    return json.loads(path.read_text(encoding="utf-8"))["cases"]


def every(name: str) -> list[Any]:
    return [
        pytest.param(profile, case, id=f"{profile}-{number}")
        for profile in FULL
        for number, case in enumerate(cases(name, profile))
    ]


def limits(maximum: int | None, total: int | None, profile: Profile) -> Limits:
    own = RULES[profile].limits
    return Limits(maximum or own.per_file, total or own.total)


def stat(file: Injected) -> dict[str, Any]:
    return {
        "name": file.name,
        "path": file.path,
        "missing": file.missing,
        "rawChars": file.raw_chars,
        "injectedChars": file.injected_chars,
        "truncated": not file.missing and file.injected_chars < file.raw_chars,
    }


def warnings(bootstrap: Bootstrap) -> list[str]:
    return [
        f"workspace bootstrap file {file.name} is {file.raw_chars} chars (limit {file.limit}); "
        "truncating in injected context"
        for file in bootstrap.files
        if file.dropped and file.text
    ]


def analysis(bootstrap: Bootstrap, chosen: Limits) -> dict[str, Any]:
    files = [
        {
            **stat(file),
            "effectiveFileLimit": file.file_limit,
            "nearLimit": file.near_limit,
            "causes": list(file.causes),
        }
        for file in bootstrap.files
    ]
    truncated = [file for file in files if file["truncated"]]
    return {
        "files": files,
        "truncatedFiles": truncated,
        "nearLimitFiles": [file for file in files if file["nearLimit"]],
        "totalNearLimit": bootstrap.near_limit,
        "hasTruncation": bool(truncated),
        "totals": {
            "rawChars": bootstrap.raw_chars,
            "injectedChars": bootstrap.injected_chars,
            "truncatedChars": max(0, bootstrap.raw_chars - bootstrap.injected_chars),
            "bootstrapMaxChars": chosen.per_file,
            "bootstrapTotalMaxChars": chosen.total,
            "nearLimitRatio": 0.85,
        },
    }


def injected_of(case: Any, profile: Profile) -> Bootstrap:
    options = case["input"]["opts"]
    files = [
        BootstrapFile(file["name"], file["path"], None if file["missing"] else file["content"])
        for file in case["input"]["files"]
    ]
    return inject(
        files,
        profile=profile,
        limits=limits(options.get("maxChars"), options.get("totalMaxChars"), profile),
    )


@pytest.mark.parametrize(("profile", "case"), every("trimBootstrapContent"))
def test_one_file_is_cut_as_openclaw_cuts_it(profile: Profile, case: Any) -> None:
    given, expected = case["input"], case["output"]
    text = utf16.without_trailing_space(given["content"])
    result = RULES[profile].trim(text, given["fileName"], given["maxChars"])

    assert pieces.text_of(result) == expected["content"]
    if "originalLength" in expected:
        assert utf16.length(text) == expected["originalLength"]
        assert (utf16.length(text) > given["maxChars"]) == expected["truncated"]


@pytest.mark.parametrize(("profile", "case"), every("buildBootstrapContextFiles"))
def test_several_files_share_one_total_as_in_openclaw(profile: Profile, case: Any) -> None:
    bootstrap = injected_of(case, profile)

    texts = [{"path": file.path, "content": file.text} for file in bootstrap.files if file.text]
    assert texts == case["output"]
    assert warnings(bootstrap) == case["warnings"]


@pytest.mark.parametrize("number", range(5))
def test_what_is_near_its_limit_and_why_something_is_cut(number: int) -> None:
    built = cases("buildBootstrapContextFiles", "2026.9")[number]
    expected = cases("analyzeBootstrapBudget", "2026.9")[number]
    bootstrap = injected_of(built, "2026.9")
    chosen = limits(
        built["input"]["opts"].get("maxChars"), built["input"]["opts"].get("totalMaxChars"), "2026.9"
    )

    assert [stat(file) for file in bootstrap.files] == expected["input"]["stats"]
    assert analysis(bootstrap, chosen) == expected["output"]


@pytest.mark.parametrize(
    ("profile", "case"),
    [
        pytest.param(
            profile, case, id=f"{profile}-{case['sessionKind']}-{'small' in case['config']}-{number}"
        )
        for profile in FULL
        for number, case in enumerate(contexts(profile))
    ],
)
def test_a_whole_workspace_is_injected_as_openclaw_does_it(profile: Profile, case: Any) -> None:
    small = case["config"].startswith("bootstrapMaxChars")
    chosen = limits(1500, 5200, profile) if small else RULES[profile].limits
    folder = DATA / "openclaw" / f"state-{profile}" / "workspace"
    files = [BootstrapFile(file.name, f"{ROOT}/{file.name}", file.text) for file in read(folder, profile)]

    bootstrap = assemble(files, profile=profile, session_kind=KINDS[case["sessionKind"]], limits=chosen)

    assert [stat(file) for file in bootstrap.files] == case["files"]
    assert [{"path": f.path, "content": f.text} for f in bootstrap.files if f.text] == case["injected"]
    assert [file.name for file in bootstrap.files if file.text] == case["order"]
    assert sum(file.injected_chars for file in bootstrap.files) == case["totalInjectedChars"]
    assert warnings(bootstrap) == case["warnings"]
    if "budget" in case:
        assert analysis(bootstrap, chosen) == case["budget"]
