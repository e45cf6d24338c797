"""What the model of one workspace's agent is given: as it is configured, or as it would be if."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from openclaw_desktop.context import bootstrap
from openclaw_desktop.context import outlook as pure
from openclaw_desktop.context.bootstrap import BootstrapFile
from openclaw_desktop.context.counting import CountCache
from openclaw_desktop.context.model_window import configured_window
from openclaw_desktop.context.outlook import ENCODINGS, Encoding, Outlook, Session, Terms
from openclaw_desktop.context.policy import Rules, configured_rules, default_rules
from openclaw_desktop.context.profiles import RULES, Profile, SessionKind
from openclaw_desktop.context.sessions.catalogue import Listed
from openclaw_desktop.desk.context_desk import ContextDesk
from openclaw_desktop.settings import Settings
from openclaw_desktop.workspace.agents import Era

OPENCLAW, CONFIGURED, DEFAULT, ASSUMED = "this OpenClaw", "from openclaw.json", "by default", "assumed"
SETTINGS, SESSION, UNKNOWN = "from the settings", "from the session", "unknown"

_COUNTS = {encoding: CountCache(pure.counter(encoding)) for encoding in ENCODINGS}
_ERAS: Mapping[Profile, Era] = {"2026.2": "2026.2", "2026.9": "2026.9", "as described": "2026.2"}


@dataclass(frozen=True, slots=True)
class Own:
    """The terms that really hold for the agent, and where each is from."""

    terms: Terms
    profile_from: str
    per_file_from: str
    total_from: str
    window_from: str
    encoding_from: str = SETTINGS


@dataclass(frozen=True, slots=True)
class Tried:
    """What a person tries instead of the agent's own terms; None where they leave them.

    A `window` of 0 tries one that nobody knows.
    """

    profile: Profile | None = None
    session_kind: SessionKind | None = None
    per_file: int | None = None
    total: int | None = None
    window: int | None = None
    encoding: Encoding | None = None

    @property
    def cuts_otherwise(self) -> bool:
        """Whether a file may be cut elsewhere than under the agent's own terms."""
        return any((self.profile, self.session_kind, self.per_file, self.total))

    def of(self, own: Terms) -> Terms:
        """The terms with what is tried in them."""
        limits = own.limits
        return Terms(
            profile=self.profile or own.profile,
            session_kind=self.session_kind or own.session_kind,
            limits=replace(
                limits, per_file=self.per_file or limits.per_file, total=self.total or limits.total
            ),
            window=own.window if self.window is None else self.window or None,
            encoding=self.encoding or own.encoding,
        )


def own_terms(desk: ContextDesk, settings: Settings, profile: Profile | None = None) -> Own:
    """The agent's own terms for a main session; those of another `profile` are that version's defaults.

    The settings may name another version than the one that is installed.
    """
    owner, chosen = desk.owner, settings.context.profile or None
    profile = profile or chosen or owner.profile
    installed = owner.installation if profile == owner.profile else None
    sources = [owner.agent if profile == "2026.9" else None, installed] if installed else []
    per_file = any(source.bootstrap_max_chars for source in sources if source)
    total = any(source.bootstrap_total_max_chars for source in sources if source)
    agent = owner.agent.id if owner.agent else None
    window = configured_window(owner.installation.values, agent) if owner.installation else None
    return Own(
        Terms(profile, "main", desk.limits(profile), window, settings.editor.encoding),
        profile_from=SETTINGS if profile == chosen else OPENCLAW if installed else ASSUMED,
        per_file_from=CONFIGURED if per_file else DEFAULT,
        total_from=CONFIGURED if total else DEFAULT,
        window_from=CONFIGURED if window else UNKNOWN,
    )


def within(own: Own, session: Session | None) -> Own:
    """The terms with the window that a session really had."""
    if session is None or session.window is None:
        return own
    return replace(own, terms=replace(own.terms, window=session.window), window_from=SESSION)


def measured(listed: Listed, name: str) -> Session | None:
    """What OpenClaw measured in a session on its list; None for one of which it has no measured sizes."""
    entry = listed.session.entry
    if entry is None or entry.chars is None or not entry.chars.measured:
        return None
    return Session(entry.id, name, entry.chars, entry.tokens, entry.window)


def outlook(desk: ContextDesk, terms: Terms, session: Session | None = None) -> Outlook:
    """What the files on disk cost under these terms."""
    return pure.outlook(
        files(desk, terms.profile),
        terms,
        count=_COUNTS[terms.encoding],
        reserve=_reserve(desk, terms),
        session=session,
    )


def injected(desk: ContextDesk, terms: Terms, name: str) -> str | None:
    """The very text the model is given of a file; None for a file that such a session is not given."""
    found = bootstrap.assemble(
        files(desk, terms.profile),
        profile=terms.profile,
        session_kind=terms.session_kind,
        limits=terms.limits,
    ).file(name)
    return found and found.text


def files(desk: ContextDesk, profile: Profile) -> list[BootstrapFile]:
    """The files this version looks for, and those on disk that only another one would inject."""
    own = desk.files(profile)
    names = {file.name for file in own}
    for other in RULES:
        for file in desk.files(other) if other != profile else ():
            if file.name not in names and file.text is not None:
                names.add(file.name)
                own.append(file)
    return own


def rules(desk: ContextDesk, profile: Profile, window: int) -> Rules:
    """The rules about the window: those of openclaw.json for its own version, else the version's defaults."""
    owner, era = desk.owner, _ERAS[profile]
    if owner.installation is None or profile != owner.profile:
        return default_rules(era, window)
    return configured_rules(owner.installation.values, era=era, window=window)


def _reserve(desk: ContextDesk, terms: Terms) -> int | None:
    """The tokens beyond which a compaction comes; None when none does, or the window is not known."""
    if terms.window is None:
        return None
    threshold = rules(desk, terms.profile, terms.window).compaction_threshold
    return None if threshold is None else terms.window - threshold
