"""The verbs of the review: propose, look, decide, remember."""

from __future__ import annotations

import getpass
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from openclaw_desktop import tokens
from openclaw_desktop.context.budget import ContextBudget
from openclaw_desktop.context.profiles import SessionKind
from openclaw_desktop.desk import hardened
from openclaw_desktop.desk.lookup import Lookup
from openclaw_desktop.desk.owner import Owner, owner_of
from openclaw_desktop.desk.review import Review, look
from openclaw_desktop.errors import ConflictError, DesktopError, NotTextError, ReviewError
from openclaw_desktop.events import Event, Problem, ReviewChanged
from openclaw_desktop.made_once import made_once
from openclaw_desktop.review import policy
from openclaw_desktop.review.audit import permissions
from openclaw_desktop.review.gate.gate import Change, Gate
from openclaw_desktop.review.gate.guard import Guard
from openclaw_desktop.review.policy import Policy, Rules
from openclaw_desktop.review.proposal import Decision, Origin, Proposal
from openclaw_desktop.settings import Settings
from openclaw_desktop.workspace import files
from openclaw_desktop.workspace.files import TextFile

if TYPE_CHECKING:
    from openclaw_desktop.desk.findings import Findings
    from openclaw_desktop.desk.origins import Origins
    from openclaw_desktop.index.status import Status
    from openclaw_desktop.review.audit.permissions import Permissions
    from openclaw_desktop.review.audit.verify import Disagreement
    from openclaw_desktop.review.history.blame import BlameLine
    from openclaw_desktop.review.history.version import Version
    from openclaw_desktop.review.risk.finding import Finding, Subject
    from openclaw_desktop.review.risk.secrets import Secret

T = TypeVar("T")
S = TypeVar("S")


class Desk:
    """The review of one workspace; every verb blocks and may be called from any thread."""

    def __init__(
        self,
        root: Path,
        folder: Path,
        *,
        settings: Callable[[], Settings],
        lookup: Lookup,
        report: Callable[[Event], None],
        looked_at: Callable[[frozenset[str]], None],
        clock: Callable[[], datetime],
        guards: bool,
    ) -> None:
        """`folder` holds journal and history; nothing is opened or written yet.

        `looked_at` is told of paths that changed once nothing in them is to be put back any more. `guards`:
        this process looks after the files, and a person decides in it.
        """
        self._root = root
        self._settings = settings
        self._folder = folder
        self._looked_at = looked_at
        self._report = report
        self._alone = threading.Lock()  # around the owner
        self._owner: Owner | None = None
        self._lookup = lookup
        self.gate = Gate(
            root,
            folder,
            rules=lambda: _rules(settings()),
            reviewer=lambda: _reviewer(settings()),
            count_tokens=lambda text: tokens.count(text, settings().editor.encoding),
            hardened=lambda: hardened.hardened_files(root, folder),
        )
        self._guard = (
            Guard(
                self.gate,
                folder,
                origin_of=self._origin_of,
                report=report,
                looked_at=looked_at,
                clock=clock,
            )
            if guards
            else None
        )

    @made_once
    def _findings(self) -> Findings:
        from openclaw_desktop.desk.findings import Findings

        return Findings(self._lookup)

    @made_once
    def _origins(self) -> Origins:
        from openclaw_desktop.desk.origins import Origins

        return Origins(self._root, lambda: self.owner)

    def _origin_of(self, path: str, before: bytes | None, after: bytes | None, now: datetime) -> Origin:
        return self._origins.origin_of(path, before, after, now)

    def start(self) -> None:
        """Begins to look after the files, where this process does so."""
        if self._guard is not None:
            self._guard.start()

    def close(self) -> None:
        """Lets go of everything."""
        if self._guard is not None:
            self._guard.close()
        self.gate.close()

    def files_changed(self, paths: frozenset[str]) -> None:
        """These files changed on disk."""
        if self._guard is not None:
            self._guard.submit(paths)
        else:
            self._looked_at(paths)

    def rules_changed(self) -> None:
        """The settings' policies are others now."""
        if self._guard is not None:
            self._guard.look_at_everything()

    @property
    def owner(self) -> Owner:
        """The OpenClaw and agent this workspace belongs to; looked for once, and by `look_for_owner`."""
        with self._alone:
            if self._owner is None:
                self._owner = owner_of(self._root)
            return self._owner

    def look_for_owner(self) -> Owner:
        """Reads anew whose workspace this is and how that agent is configured."""
        found = owner_of(self._root)
        with self._alone:
            self._owner = found
        return found

    @property
    def reviewer(self) -> str:
        """The name under which the person here decides."""
        return _reviewer(self._settings())

    # Proposals

    def propose(self, path: str, change: Change, *, reason: str, origin: Origin, now: datetime) -> Proposal:
        """Puts a change into the queue; only the journal is written. ProposalRefusedError says why not."""
        proposal = self.gate.propose(path, change, reason=reason, origin=origin, now=now)
        self._report(ReviewChanged(frozenset({proposal.path}), frozenset({proposal.id})))
        return proposal

    def proposals(self, *, waiting: bool = False) -> list[Proposal]:
        """Every proposal, or those nobody decided; the newest first."""
        return self.gate.proposals(waiting=waiting)

    def proposal(self, number: str) -> Proposal:
        """One proposal. Raises ProposalGoneError."""
        return self.gate.proposal(number)

    def review(self, number: str) -> Review:
        """One proposal as a reviewer looks at it."""
        weigh = partial(self.owner.weigh, self._root)
        return look(self.gate, self.gate.proposal(number), weigh)

    def findings(self, number: str, *, now: datetime) -> list[Finding]:
        """What to notice about it, the loudest first; may take seconds, and is kept."""
        review = self.review(number)
        muted = self.gate.muted(review.proposal.path)
        found = self._findings.of(review, today=now.date())
        return [finding for finding in found if finding.subject not in muted]

    def answer(self, number: str) -> dict[str, Any]:
        """What the one who proposed is told: where it stands, what was accepted, what the person changed."""
        proposal = self.gate.proposal(number)
        decision = proposal.decision
        shas = (proposal.proposed, *((decision.before, decision.after) if decision else (None, None)))
        proposed, before, after = (_shown(self.gate.bytes_of(sha)) if sha else None for sha in shas)
        from openclaw_desktop.review.answer import answer

        return answer(proposal, proposed=proposed, before=before, after=after)

    # Decisions

    def approve(
        self,
        number: str,
        *,
        text: str | None,
        seen: str | None,
        comment: str = "",
        hunks: tuple[int, int] | None = None,
        now: datetime,
    ) -> Decision:
        """Makes `text` the approved version (None: the file goes); `seen` is that of the Review looked at.

        Raises AlreadyDecidedError, BaseMovedError, WriteFailedError.
        """
        review = self.review(number)
        result = None if text is None else files.encoded(review.proposal.path, text, review.bom)
        decision = self.gate.approve(number, result=result, seen=seen, comment=comment, hunks=hunks, now=now)
        self._decided([decision])
        return decision

    def approve_as_proposed(
        self, numbers: Sequence[str], *, comment: str = "", now: datetime
    ) -> tuple[list[Decision], list[DesktopError]]:
        """Accepts each as it is; what cannot be accepted without looking is left, with the reason."""
        decisions, refusals = _each(numbers, lambda number: self._approve_whole(number, comment, now))
        self._decided(decisions)
        return decisions, refusals

    def _approve_whole(self, number: str, comment: str, now: datetime) -> Decision:
        review = self.review(number)
        proposal = review.proposal
        if review.has_conflicts:
            sentence = f"{proposal.path} changed since proposal {number} was made: look at it and choose."
            raise ReviewError(sentence)
        if review.merge is not None and review.target is not None:
            result = files.encoded(proposal.path, review.target, review.bom)
        else:
            result = self.gate.bytes_of(proposal.proposed) if proposal.proposed else None
        return self.gate.approve(number, result=result, seen=review.seen, comment=comment, now=now)

    def reject(
        self, numbers: Sequence[str], *, comment: str = "", now: datetime
    ) -> tuple[list[Decision], list[DesktopError]]:
        """Leaves the approved versions, or puts them back; what cannot be is left, with the reason."""
        decisions, refusals = _each(
            numbers, lambda number: self.gate.reject(number, comment=comment, now=now)
        )
        self._decided(decisions)
        return decisions, refusals

    def take_back(
        self, decisions: Sequence[Decision], *, now: datetime
    ) -> tuple[list[Proposal], list[DesktopError]]:
        """Undoes decisions, the last one first; their proposals wait again."""
        proposals, refusals = _each(
            reversed(decisions), lambda decision: self.gate.take_back(decision, now=now)
        )
        self._report(ReviewChanged(frozenset(decision.path for decision in decisions)))
        return proposals, refusals

    def _decided(self, decisions: Iterable[Decision]) -> None:
        if paths := frozenset(decision.path for decision in decisions):
            self._report(ReviewChanged(paths))

    # Protection

    @property
    def rules(self) -> Rules:
        """Which files are protected how. Raises JournalError."""
        return self.gate.rules

    def set_policy(self, path: str, chosen: Policy | None, *, now: datetime) -> None:
        """Gives one file a policy of its own; None: as the settings say."""
        self.gate.set_policy(path, chosen, now=now)
        self._report(ReviewChanged(frozenset({path})))
        self.rules_changed()

    def mute(self, path: str, subject: Subject, *, now: datetime, muted: bool = True) -> None:
        """Shows findings of this kind no more for this file, or again."""
        self.gate.mute(path, subject.value, now=now, muted=muted)
        self._report(ReviewChanged(frozenset({path})))

    def lifts_lock(self, path: str) -> bool:
        """The person's own save may write this file although it is read-only on disk."""
        if self.gate.is_hardened(path):
            return True
        try:
            return self.rules.policy_of(path) is Policy.LOCKED
        except ReviewError:  # said where something is to be done; here it only means that nobody knows
            return False

    # By hand

    def save(self, path: str, text: str, *, seen: str | None, bom: bool, now: datetime) -> TextFile:
        """A person's own save, which approves it. A broken journal keeps no one from saving."""
        try:
            saved = self.gate.own_save(path, text, seen=seen, bom=bom, now=now)
        except ReviewError as error:
            self._report(Problem(f"{path} is saved, but not recorded: {error}"))
            with self.gate.hardening_lifted(path):
                saved = _saved(self._root, path, text, seen=seen, bom=bom)
            self.gate.approve_later([path])
            return saved
        self._report(ReviewChanged(frozenset({path})))
        return saved

    def by_hand(self, act: Callable[[], T], paths_of: Callable[[T], Iterable[str]], *, now: datetime) -> T:
        """Does what a person wants done to files, and approves what became of the paths it changed.

        Nobody guards meanwhile, so that the person's own change is not taken for somebody else's.
        """
        with ExitStack() as alone:
            try:
                alone.enter_context(self.gate.alone())
            except ReviewError as error:
                self._report(Problem(f"A change of yours is not recorded: {error}"))
                done = act()
                self.gate.approve_later(paths_of(done))
                return done
            done = act()
            paths = frozenset(paths_of(done))
            try:
                self.gate.own_operation(paths, now=now)
            except ReviewError as error:
                self._report(Problem(f"A change of yours is not recorded: {error}"))
                self.gate.approve_later(paths)
        self._report(ReviewChanged(paths))
        return done

    # Remembering

    def recorded(self) -> dict[str, str]:
        """The files that have versions and are there, each with the hash of its newest version."""
        return self.gate.history.paths()

    def deleted_files(self) -> list[Version]:
        """The last version with a text of each recorded file that is gone."""
        return self.gate.history.deleted()

    def versions(self, path: str, *, limit: int | None = None) -> list[Version]:
        """The versions of one file, the newest first."""
        return self.gate.history.versions(path, limit=limit)

    def version_text(self, path: str, oid: str) -> str | None:
        """The text of a file in one version; None where it was not there. Raises NotTextError."""
        data = self.gate.history.bytes_at(oid, path)
        if data is None:
            return None
        if reason := files.not_text(data):
            raise NotTextError(path, f"{path} {reason}.")
        return data.decode("utf-8-sig")

    def blame(self, path: str, oid: str | None = None) -> list[BlameLine]:
        """Who wrote each line of a file in one version (None: the newest), and who approved it."""
        return self.gate.history.blame(path, oid)

    def restore(self, path: str, oid: str, *, now: datetime) -> None:
        """Makes an earlier version the approved one again; that is a version of its own."""
        self.gate.restore(path, self.gate.history.bytes_at(oid, path), of=oid, now=now)
        self._report(ReviewChanged(frozenset({path})))

    # For an auditor

    def verify(self) -> list[Disagreement]:
        """Where journal, history and disk disagree; reads every version and every file."""
        from openclaw_desktop.desk import audit

        return audit.agreement(self.gate, self._root, self._folder)

    def report_html(self, index: Status, *, now: datetime) -> str:
        """One page for an auditor, complete in itself. Raises ReviewError, JournalError."""
        from openclaw_desktop.desk import audit
        from openclaw_desktop.review.audit.report import html

        return html(audit.report_data(self.gate, self._root, self._folder, index=index, now=now))

    def secrets(self) -> list[tuple[str, Secret]]:
        """Every secret in the workspace's Markdown, by path."""
        from openclaw_desktop.desk import audit

        return audit.secrets(self._root)

    def deviations(self) -> list[Permissions]:
        """Permissions of the workspace that are wider than anybody needs."""
        return permissions.deviations(self._root)

    def harden(self) -> list[str]:
        """Takes those permissions away; a sentence for each that stays as it is."""
        return hardened.harden(self._root, self._folder)

    def undo_hardening(self) -> list[str]:
        """Gives back what `harden` took; a sentence for each that cannot be given back."""
        return hardened.undo_hardening(self._root, self._folder)

    @property
    def is_hardened(self) -> bool:
        """There is something that `undo_hardening` would give back."""
        return bool(hardened.hardened(self._folder))

    # What the agent is given

    def context_budget(self, session_kind: SessionKind = "main") -> ContextBudget:
        """What each file that is injected costs in a session of that kind."""
        return self.owner.context_budget(self._root, session_kind)


def _each(items: Iterable[S], act: Callable[[S], T]) -> tuple[list[T], list[DesktopError]]:
    """What came of each, and why some were refused; one refusal stops none of the others."""
    done: list[T] = []
    refusals: list[DesktopError] = []
    for item in items:
        try:
            done.append(act(item))
        except DesktopError as error:
            refusals.append(error)
    return done, refusals


def _rules(settings: Settings) -> Rules:
    general, _problems = policy.parse(settings.review.policies)
    return Rules(general, protect=settings.review.protect)


def _reviewer(settings: Settings) -> str:
    """The name under which a person decides here."""
    if settings.review.reviewer.strip():
        return settings.review.reviewer.strip()
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # an account without a name, before Python 3.13 and after
        return "somebody"


def _shown(data: bytes) -> str:
    return data.decode("utf-8-sig", errors="replace")


def _saved(root: Path, path: str, text: str, *, seen: str | None, bom: bool) -> TextFile:
    """Saves without a record, also when the text was written before the record failed."""
    try:
        return files.save(root, path, text, seen=seen, bom=bom)
    except ConflictError as error:
        data = files.encoded(path, text, bom)
        if error.disk != data:
            raise
        return files.save(root, path, text, seen=files.hash_of(data), bom=bom)
