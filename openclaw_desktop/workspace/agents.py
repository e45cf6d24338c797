"""Finds OpenClaw's agents and the workspace of each, by the rules of either era."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path, PureWindowsPath
from typing import Any, Literal, cast

from openclaw_desktop.errors import NoWorkspaceError
from openclaw_desktop.paths import is_folder, is_there
from openclaw_desktop.workspace import config as openclaw_config
from openclaw_desktop.workspace.config import Config, section, substituted, variables
from openclaw_desktop.workspace.layout import BOOTSTRAP_NAMES, FileKind, scan

Era = Literal["2026.2", "2026.9"]
State = Literal["ok", "missing", "empty", "doubled"]

MOST_ENTRIES_COUNTED = 20_000
"""A folder is not searched further for Markdown: which of two is fuller shows earlier."""

LEGACY_NAMES = ("clawdbot", "moltbot")
"""Names OpenClaw had before, of `.NAME` and `NAME.json`."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A folder that may be an agent's workspace, and why."""

    path: Path
    exists: bool
    markdown_files: int
    note: str


@dataclass(frozen=True, slots=True)
class Agent:
    """One agent of the configuration. `workspace` is the real path where there is one.

    `state`: "missing" and "empty" speak of the folder itself; "doubled" means that the other era's rule leads
    to a folder that holds more, as an upgrade may leave behind. `candidates` has every folder in question,
    the agent's own first. Limits are None where the configuration sets none for this agent (2026.9 may).
    """

    id: str
    name: str
    workspace: Path
    state: State
    is_default: bool
    candidates: tuple[Candidate, ...] = ()
    bootstrap_max_chars: int | None = None
    bootstrap_total_max_chars: int | None = None


@dataclass(frozen=True, slots=True)
class Installation:
    """One OpenClaw of this user. Limits are None where the configuration does not set them.

    `values` is all that openclaw.json says.
    """

    state_dir: Path
    config: Path | None
    era: Era
    agents: tuple[Agent, ...]
    bootstrap_max_chars: int | None = None
    bootstrap_total_max_chars: int | None = None
    problems: tuple[str, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict[str, Any], repr=False, compare=False)


def find(environ: Mapping[str, str], home: Path) -> Installation | None:
    """The OpenClaw that these variables and this home directory lead to; None when there is none.

    Agents come from the configuration alone: folders that merely look like a workspace are none. Raises
    OpenClawConfigError when openclaw.json is there and cannot be read.
    """
    home = Path(environ.get("OPENCLAW_HOME") or home)
    state_dir = looked_in(environ, home)
    config = _config(environ, home, state_dir)
    if config is None and not is_folder(state_dir):
        return None
    return _Finder(environ, home, state_dir, config).installation()


def agent_of(installation: Installation, root: Path) -> Agent | None:
    """The agent whose workspace `root` is, or else the one it is a candidate for."""
    real = Path(os.path.realpath(root))
    for agent in installation.agents:
        if agent.workspace == real:
            return agent
    for agent in installation.agents:
        if any(Path(os.path.realpath(candidate.path)) == real for candidate in agent.candidates):
            return agent
    return None


def looked_in(environ: Mapping[str, str], home: Path) -> Path:
    """Where `find` looks for OpenClaw.

    `OPENCLAW_STATE_DIR`, else `~/.openclaw-<profile>`, else `~/.openclaw` or what it was called before.
    """
    home = Path(environ.get("OPENCLAW_HOME") or home)
    if named := environ.get("OPENCLAW_STATE_DIR", "").strip():
        return _expanded(named, home).absolute()
    if profile := _profile(environ):
        return home / f".openclaw-{profile}"
    current = home / ".openclaw"
    older = (home / f".{name}" for name in LEGACY_NAMES)
    return current if is_folder(current) else next((path for path in older if is_folder(path)), current)


def _profile(environ: Mapping[str, str]) -> str | None:
    profile = environ.get("OPENCLAW_PROFILE", "").strip()
    return None if profile.lower() in ("", "default") else profile


def _config(environ: Mapping[str, str], home: Path, state_dir: Path) -> Config | None:
    roots = [
        _expanded(root.strip(), home)
        for root in environ.get("OPENCLAW_INCLUDE_ROOTS", "").split(os.pathsep)
        if root.strip()
    ]
    if named := environ.get("OPENCLAW_CONFIG_PATH", "").strip():
        paths = [_expanded(named, home).absolute()]
    else:
        paths = [state_dir / f"{name}.json" for name in ("openclaw", *LEGACY_NAMES)]
    existing = next((path for path in paths if os.path.lexists(path)), None)
    return openclaw_config.read(existing, roots) if existing else None


def _expanded(text: str, home: Path) -> Path:
    """An absolute path of what a person wrote, with `~` for the home directory."""
    if text == "~" or text.startswith(("~/", "~\\")):
        return home / text[2:]
    return Path(text)


@dataclass(slots=True)
class _Entry:
    """An agent as the configuration has it."""

    id: str
    values: dict[str, Any]


class _Finder:
    """Resolves every agent of one configuration."""

    def __init__(
        self, environ: Mapping[str, str], home: Path, state_dir: Path, config: Config | None
    ) -> None:
        values = self._values = config.values if config else {}
        self._home = home
        self._state_dir = state_dir
        self._config = config
        self._environ = environ
        self._agents = section(values, "agents")
        self._defaults = section(values, "agents", "defaults")
        self._variables = variables(environ, state_dir, values)
        self._problems = list(config.problems) if config else []
        self._era: Era = _era(values, state_dir)
        if config is None and (named := environ.get("OPENCLAW_CONFIG_PATH")):
            self._problems.append(f"OPENCLAW_CONFIG_PATH names {named}, which is not there.")

    def installation(self) -> Installation:
        entries = self._entries() or [_Entry("main", {})]
        default = self._default_id(entries)
        homes = {entry.id: self._workspaces(entry, entries) for entry in entries}
        taken = {os.path.realpath(paths[0]) for paths in homes.values()}
        return Installation(
            state_dir=self._state_dir,
            config=self._config.path if self._config else None,
            era=self._era,
            agents=tuple(
                _agent(entry, homes[entry.id], taken, is_default=entry.id == default) for entry in entries
            ),
            bootstrap_max_chars=_limit(self._defaults.get("bootstrapMaxChars")),
            bootstrap_total_max_chars=_limit(self._defaults.get("bootstrapTotalMaxChars")),
            problems=tuple(self._problems),
            values=self._values,
        )

    def _entries(self) -> list[_Entry]:
        """The roster: an object keyed by id (2026.9), or a list of objects with an id (2026.2)."""
        if self._era == "2026.9" and section(self._agents, "entries"):
            entries = section(self._agents, "entries")
            raw = [(name, section(entries, name)) for name in entries]
        else:
            listed = self._agents.get("list")
            items = cast("list[Any]", listed) if isinstance(listed, list) else []
            raw = [(values.get("id"), values) for values in (section({"item": i}, "item") for i in items)]
        found: dict[str, _Entry] = {}
        for name, values in raw:
            agent_id = id_of(name)
            if agent_id is None:
                self._problem("An agent without an id is left out.")
            elif agent_id in found:
                self._problem(f"The agent {agent_id} is there twice; the first counts.")
            else:
                found[agent_id] = _Entry(agent_id, values)
        return list(found.values())

    def _default_id(self, entries: Sequence[_Entry]) -> str:
        """2026.2: the one marked `default`, else the first. 2026.9: the system agent comes before these."""
        ids = [entry.id for entry in entries]
        named = [id_of(section(self._defaults, "systemAgent").get("agentId"))]
        marked = [entry.id for entry in entries if entry.values.get("default") is True]
        if self._era == "2026.2":
            return (marked or ids)[0]
        return next(agent_id for agent_id in (*named, *marked, "main", ids[0]) if agent_id in ids)

    def _workspaces(self, entry: _Entry, entries: Sequence[_Entry]) -> tuple[Path, Path]:
        """The workspace by this era's rule, and by the other's (the same where a path is configured)."""
        own = self._path(entry.values.get("workspace"), f"the workspace of {entry.id}")
        if own is not None:
            return own, own
        general = self._path(self._defaults.get("workspace"), "agents.defaults.workspace")
        by_era: dict[Era, Path] = {
            "2026.2": self._feb(entry, entries, general),
            "2026.9": self._sep(entry, entries, general),
        }
        own_rule = by_era.pop(self._era)
        (other_rule,) = by_era.values()
        return own_rule, other_rule

    def _feb(self, entry: _Entry, entries: Sequence[_Entry], general: Path | None) -> Path:
        """OpenClaw 2026.2: the default agent alone has the general workspace, by default in the home."""
        marked = next((other for other in entries if other.values.get("default") is True), entries[0])
        if entry.id != marked.id:
            return self._state_dir / f"workspace-{entry.id}"
        profile = _profile(self._environ)
        name = f"workspace-{profile}" if profile else "workspace"
        return general or self._home / ".openclaw" / name

    def _sep(self, entry: _Entry, entries: Sequence[_Entry], general: Path | None) -> Path:
        """OpenClaw 2026.9: the sole or inheriting agent has the general workspace, others a folder in it."""
        explicit = self._agents.get("ownership") == "explicit"
        inherits = len(entries) == 1 or (not explicit and entry.id == self._default_id(entries))
        if inherits:
            named = self._environ.get("OPENCLAW_WORKSPACE_DIR", "").strip()
            default = _expanded(named, self._home) if named else self._state_dir / "workspace"
            return general or default
        return general / entry.id if general else self._state_dir / f"workspace-{entry.id}"

    def _path(self, value: Any, what: str) -> Path | None:
        """The path a person configured; a relative one is taken from the configuration's folder."""
        if not isinstance(value, str) or not value.strip():
            return None
        text, unknown = substituted(value.strip(), self._variables)
        text = text.encode(errors="replace").decode().replace("\0", "?")  # no such path, and no crash
        for name in dict.fromkeys(unknown):
            self._problem(f"{what} uses ${{{name}}}, which is not set here.")
        path = _expanded(text, self._home)
        if path.is_absolute():
            return path
        if PureWindowsPath(text).is_absolute():
            self._problem(f"{what} is a Windows path ({text}), which this system does not have.")
            return path
        self._problem(f"{what} is not absolute ({text}); it is taken from the configuration's folder.")
        return (self._config.path.parent if self._config else self._state_dir) / path

    def _problem(self, text: str) -> None:
        sentence = text[0].upper() + text[1:]
        if sentence not in self._problems:
            self._problems.append(sentence)


def _era(values: Mapping[str, Any], state_dir: Path) -> Era:
    """The era whose rules the running OpenClaw follows, judged by its configuration and its state.

    A database of 2026.9 says more than an old form of the configuration, which outlives an update.
    """
    agents = section(values, "agents")
    if "entries" in agents or "ownership" in agents or section(values, "memory", "search"):
        return "2026.9"
    by_2026_9, by_2026_2 = _traces(state_dir)
    old_form = "list" in agents or bool(section(agents, "defaults", "memorySearch"))
    return "2026.2" if not by_2026_9 and (old_form or by_2026_2) else "2026.9"


def _traces(state_dir: Path) -> tuple[bool, bool]:
    """Whether databases of 2026.9 are there, and what 2026.2 leaves; neither where one may not look."""
    try:
        database = is_there(state_dir / "state" / "openclaw.sqlite")
        database = database or any((state_dir / "agents").glob("*/agent/openclaw-agent.sqlite"))
        index = any((state_dir / "memory").glob("*.sqlite"))
        sessions = any((state_dir / "agents").glob("*/sessions/sessions.json"))
    except OSError:
        return False, False
    return database, index or sessions


def id_of(value: Any) -> str | None:
    """An agent's id as OpenClaw writes it in paths: lower case, but for letters, digits, `-`, `_` dashes."""
    text = re.sub(r"[^a-z0-9_-]+", "-", value.strip().lower()).strip("-") if isinstance(value, str) else ""
    return text[:64] or None


def _limit(value: Any) -> int | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return int(value) if is_number and 1 <= value < float("inf") else None


def _agent(entry: _Entry, paths: tuple[Path, Path], taken: set[str], *, is_default: bool) -> Agent:
    """Looks at the folders in question and says which state they are in."""
    path, other = paths
    own = _candidate(path, "the workspace this version uses")
    candidates = [own]
    if os.path.realpath(other) not in taken and _looks_like_workspace(other):
        candidates.append(_candidate(other, "the workspace another version would use", without=path))
    fuller = any(candidate.markdown_files > own.markdown_files for candidate in candidates)
    state: State = "ok"
    if not own.exists:
        state = "missing"
    elif fuller:
        state = "doubled"
    elif not own.markdown_files:
        state = "empty"
    name = entry.values.get("name") or section(entry.values, "identity").get("name")
    return Agent(
        id=entry.id,
        name=name if isinstance(name, str) else entry.id,
        workspace=Path(os.path.realpath(path)) if own.exists else path,
        state=state,
        is_default=is_default,
        candidates=tuple(candidates),
        bootstrap_max_chars=_limit(entry.values.get("bootstrapMaxChars")),
        bootstrap_total_max_chars=_limit(entry.values.get("bootstrapTotalMaxChars")),
    )


def _looks_like_workspace(path: Path) -> bool:
    """Whether what stands where another version would look is more than a folder of the same name."""
    return any(is_there(path / name) for name in (*BOOTSTRAP_NAMES, "memory"))


def _candidate(path: Path, note: str, *, without: Path | None = None) -> Candidate:
    """A folder with the Markdown in it, but for what lies in `without`."""
    inner = os.path.relpath(without, path).replace(os.sep, "/") + "/" if without else "/"
    count = 0
    try:
        for entry in islice(scan(path), MOST_ENTRIES_COUNTED):
            is_markdown = entry.kind is not FileKind.OTHER and not entry.path.startswith(inner)
            count += is_markdown and not entry.is_folder
    except NoWorkspaceError:
        return Candidate(path, exists=path.is_absolute() and is_folder(path), markdown_files=0, note=note)
    return Candidate(path, exists=True, markdown_files=count, note=note)
