"""Holds texts that nobody approved: into the journal first, then the approved version back to the disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from openclaw_desktop.errors import JournalError, ReviewError, reason_of
from openclaw_desktop.review.diff.diff import counts
from openclaw_desktop.review.gate import disk, hardening
from openclaw_desktop.review.gate.disk import Found, MovedError
from openclaw_desktop.review.gate.gate_context import Awaited, GateContext
from openclaw_desktop.review.gate.journal import Entry
from openclaw_desktop.review.gate.scan import Scan
from openclaw_desktop.review.gate.standing import Standing, as_body
from openclaw_desktop.review.gate.verdicts import Writer, Written, joined, kind_of, writer
from openclaw_desktop.review.policy import Policy
from openclaw_desktop.review.proposal import OUTSIDE, Proposal
from openclaw_desktop.workspace.files import hash_of, not_text

WRITER_AWAITED = timedelta(minutes=10)
"""So long after its last write a file that lost its place is kept within reach."""


@dataclass(frozen=True, slots=True)
class Outside:
    """A file that differs from its approved version. `stays`: it waits on disk."""

    path: str
    found: Found
    stays: bool
    moved_to: str | None = None


@dataclass(frozen=True, slots=True)
class Staged:
    """What is to be written about one such file, and whether the approved version comes back."""

    outside: Outside
    entries: tuple[Entry, ...]
    put_back: bool
    number: str  # of the proposal
    sentence: str = ""


def hold(context: GateContext, outside: Sequence[Outside], scan: Scan) -> list[str]:
    """Takes these into the queue and puts back what must not stay; returns paths that moved meanwhile.

    To be called with the lock held.
    """
    with context.reading() as standing:
        staged: list[Staged] = []
        new = 0
        for item in outside:
            one = _stage(context, standing, item, standing.number(new), scan)
            if one is not None:
                staged.append(one)
                new += one.number not in standing.proposals
    rows = [entry for one in staged for entry in one.entries]
    if rows:
        context.checkpoint("before journal")
        blobs = [one.outside.found.data for one in staged if one.outside.found.data is not None]
        context.add(*rows, now=scan.now, blobs=blobs)
        context.checkpoint("after journal")
    for one in staged:
        if one.entries:
            scan.arrived.append(one.number)
            scan.to_describe.append(one.number)
            scan.paths.add(one.outside.path)
        if one.sentence:
            scan.say(one.outside.path, "hold", one.sentence)
    return _put_back_all(context, [one for one in staged if one.put_back], scan)


def _stage(context: GateContext, standing: Standing, item: Outside, fresh: str, scan: Scan) -> Staged | None:
    path, found = item.path, item.found
    base = standing.sha(path)
    written = Written(found.sha, found.data, base, context.bytes_or_none(path, base))
    proposal = joined(written, standing.waiting(path), scan.now, context.journal.bytes_of)
    is_new = proposal is None or proposal.proposed != found.sha or standing.marks[proposal.id] != found.mark
    number = proposal.id if proposal else fresh
    entry = _entry(item, base, proposal, number)
    if item.stays:
        is_news = proposal is None or not proposal.on_disk or proposal.proposed != found.sha
        return Staged(item, (entry,), False, number) if is_news else None
    put_backs = standing.put_backs.get(path, ())
    what = writer(proposal, put_backs, scan.now, is_new=is_new, forced=scan.forced)
    if what is not Writer.PUT_BACK:
        context.unsettled.add(path)
    if what is Writer.REST:
        return None
    if what is Writer.GIVE_UP:
        sentence = (
            f"{path} is rewritten again and again; after three times the approved version is not put back"
            " any more, until its writer rests or you decide."
        )
        return Staged(item, (entry, Entry("left alone", {}, number, path)), False, number, sentence)
    return Staged(item, (entry,) if is_new else (), what is Writer.PUT_BACK, number)


def _entry(item: Outside, base: str | None, proposal: Proposal | None, number: str) -> Entry:
    found = item.found
    body: dict[str, Any] = {
        "proposed": found.sha,
        "on_disk": item.stays,
        "moved_to": item.moved_to,
        "mark": found.mark,
    }
    if proposal is not None and proposal.proposed == found.sha:  # it stays against what it was made against
        return Entry("rewritten", body, number, item.path)
    body |= {"kind": kind_of(base, found.sha), "base": base}
    if proposal is not None:
        return Entry("rewritten", body, number, item.path)
    unknown = {"added": 0, "removed": 0, "tokens_before": None, "tokens_after": None}
    origin = {"origin": as_body(OUTSIDE), "reason": "", "found": True}
    return Entry("proposed", body | unknown | origin, number, item.path)


def _put_back_all(context: GateContext, staged: Sequence[Staged], scan: Scan) -> list[str]:
    moved: list[str] = []
    done: list[Entry] = []
    for one in staged:
        path = one.outside.path
        try:
            _put_back(context, one, scan.now)
        except MovedError:
            moved.append(path)
        except (OSError, ReviewError) as error:
            why = reason_of(error) if isinstance(error, OSError) else str(error).rstrip(".")
            context.unsettled.add(path)
            sentence = f"{path} could not be put back: {why}. The other text waits in the queue."
            scan.say(path, "put back", sentence)
        else:
            done.append(Entry("put back", {"from": one.outside.found.sha}, path=path))
            scan.paths.add(path)
            scan.say(path, "put back", None)
            context.unsettled.discard(path)
    if done:
        context.add(*done, now=scan.now)
    for entry in done:
        if entry.kind == "put back":
            keep_locked(context, entry.path or "", context.rules.policy_of(entry.path or ""), scan.now)
    take_late(scan)
    return moved


def _put_back(context: GateContext, one: Staged, now: datetime) -> None:
    path, seen = one.outside.path, one.outside.found.sha
    with context.reading() as standing:
        sha = standing.sha(path)
    data = context.bytes_of(path, sha)
    old = disk.exchange(context.root, path, seen=seen, data=data, checkpoint=context.checkpoint)
    if old is not None:
        context.await_writer(Awaited(path, sha, old, now, one.number))
    if seen is None:
        hardening.restrict_new(context, path)


def take_late(scan: Scan) -> None:
    """Takes into the queue what was written into files after they lost their place.

    A writer that opened a file before, and writes slowly, knows nothing of the other in its place.
    """
    context = scan.context
    if not context.awaited:
        return
    with context.alone() as standing:
        for one in list(context.awaited):
            data = one.old.late()
            if data is not None:
                one.since = scan.now
                _take_late(scan, standing, one, data)
            elif abs(scan.now - one.since) > WRITER_AWAITED:
                context.awaited.remove(one)
                one.old.close()


def _take_late(scan: Scan, standing: Standing, one: Awaited, data: bytes) -> None:
    sha = hash_of(data)
    waiting = standing.waiting(one.path)
    if sha == standing.sha(one.path) or any(p.proposed == sha for p in waiting):
        return
    proposal = next((p for p in waiting if p.id == one.number), None)
    one.number = proposal.id if proposal is not None else standing.next_id
    item = Outside(one.path, Found(sha, data), stays=False)
    scan.context.add(_entry(item, one.base, proposal, one.number), now=scan.now, blobs=[data])
    scan.arrived.append(one.number)
    scan.to_describe.append(one.number)
    scan.paths.add(one.path)


def keep_locked(context: GateContext, path: str, policy: Policy, now: datetime) -> None:
    """Makes a locked file read-only, and one that is no longer locked as it was before."""
    with context.reading() as standing:
        before = standing.locked.get(path)
    if policy is Policy.LOCKED:
        mode = disk.lock(context.root, path)
        if mode is not None and before is None:
            context.add(Entry("locked", {"mode": mode}, path=path), now=now)
    elif before is not None:
        disk.unlock(context.root, path, before)
        context.add(Entry("unlocked", {}, path=path), now=now)


def describe(context: GateContext, scan: Scan) -> None:
    """Finds out who wrote what was just held, and how much it changes; nobody waits for this."""
    todo, scan.to_describe = dict.fromkeys(scan.to_describe), []
    with context.reading() as standing:
        proposals = [standing.proposals[number] for number in todo]
    rows = [Entry("measured", _described(context, scan, p), p.id, p.path) for p in proposals]
    if rows:
        context.add(*rows, now=scan.now)


def _described(context: GateContext, scan: Scan, proposal: Proposal) -> dict[str, Any]:
    before = context.bytes_or_none(proposal.path, proposal.base)
    after = _kept(context, proposal.proposed)
    body = measured(before, after, context.count_tokens)
    if proposal.found:
        body["origin"] = as_body(scan.origin(proposal.path, before, after))
    return body


def _kept(context: GateContext, sha: str | None) -> bytes | None:
    if sha is None:
        return None
    data = context.journal.bytes_of(sha)
    if data is None:
        raise JournalError(f"A text that waits ({sha[:12]}) is missing in the journal.")
    return data


def measured(before: bytes | None, after: bytes | None, count_tokens: Callable[[str], int]) -> dict[str, Any]:
    """Lines and tokens of a change, as the journal holds them; nothing to count where there is no text."""
    body: dict[str, Any] = {"added": 0, "removed": 0, "tokens_before": None, "tokens_after": None}
    old, new = _text(before), _text(after)
    if old is None or new is None:
        return body
    body["added"], body["removed"] = counts(old, new)
    body["tokens_before"] = None if before is None else count_tokens(old)
    body["tokens_after"] = None if after is None else count_tokens(new)
    return body


def _text(data: bytes | None) -> str | None:
    """The text; "" for no file, None for what is no text."""
    if data is None:
        return ""
    return None if not_text(data) else data.decode("utf-8-sig")
