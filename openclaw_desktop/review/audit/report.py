"""One page for an auditor: which versions are approved, by whom, and what is not in order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from openclaw_desktop.review.audit.markup import Cell, code, escaped, lines, name, section, table, when
from openclaw_desktop.review.audit.report_style import STYLE
from openclaw_desktop.review.audit.verify import Disagreement
from openclaw_desktop.review.proposal import Decision, Proposal

_NOTHING_FROM_OUTSIDE = "default-src 'none'; style-src 'unsafe-inline'"


@dataclass(frozen=True, slots=True)
class FileRow:
    """One file. `sha256` and `size` (bytes) are of the approved version; None: there is none."""

    path: str
    policy: str
    sha256: str | None
    size: int | None
    author: str
    approved_by: str
    approved_at: datetime | None


@dataclass(frozen=True, slots=True)
class PolicyChange:
    """Somebody gave a file a policy of its own; `policy` is "" where it was taken away again."""

    at: datetime
    path: str
    policy: str


@dataclass(frozen=True, slots=True)
class ReportData:
    """Everything the page tells. Times are aware; decisions come newest first."""

    workspace: str
    at: datetime
    versions: Sequence[tuple[str, str]]  # of the programs: name, version
    seals: Sequence[tuple[str, str]]  # what the journal and the history end with: name, hash
    files: Sequence[FileRow]
    decisions: Sequence[tuple[Decision, Proposal]]
    waiting: Sequence[Proposal]
    disagreements: Sequence[Disagreement]
    rules: Sequence[tuple[str, str]]  # pattern, policy
    policy_changes: Sequence[PolicyChange]
    permissions: Sequence[str]  # sentences about permissions that are too wide
    index: Sequence[tuple[str, str]]  # about the search index: name, sentence


def html(data: ReportData) -> str:
    """The page: complete in itself, without scripts, with everything in it escaped."""
    sections = (
        ("disagreements", "What does not agree", _disagreements(data)),
        ("waiting", "What waits for review", _waiting(data.waiting)),
        ("files", "Files", _files(data.files)),
        ("decisions", "Decisions", _decisions(data.decisions)),
        ("policies", "Policies", _policies(data)),
        (
            "permissions",
            "Permissions",
            _sentences(data.permissions, "No permission is wider than it should."),
        ),
        ("index", "Search index", table("The index", ("", ""), data.index, empty="Nothing was looked at.")),
    )
    links = "".join(f'<li><a href="#{key}">{escaped(title)}</a></li>\n' for key, title, _ in sections)
    body = "".join(section(key, title, content) for key, title, content in sections)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_NOTHING_FROM_OUTSIDE}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Review report: {escaped(data.workspace)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<header>\n<h1>Review report</h1>\n{_facts(data)}<nav><ul>\n{links}</ul></nav>\n</header>\n"
        f"<main>\n{body}</main>\n</body>\n</html>\n"
    )


def _facts(data: ReportData) -> str:
    facts: list[tuple[str, Cell]] = [
        ("Workspace", name(data.workspace)),
        ("Made", when(data.at)),
        ("Agreement", _count(len(data.disagreements), "disagreement") if data.disagreements else "Complete"),
        ("Files", f"{len(data.files):,}"),
        ("Decisions", f"{len(data.decisions):,}"),
        ("Waiting", f"{len(data.waiting):,}"),
        *((f"Seal of the {what}", code(seal)) for what, seal in data.seals),
        *((program, version) for program, version in data.versions),
    ]
    rows = "".join(f"<div><dt>{escaped(term)}</dt><dd>{escaped(fact)}</dd></div>\n" for term, fact in facts)
    return f"<dl>\n{rows}</dl>\n"


def _disagreements(data: ReportData) -> str:
    return _sentences(
        [each.sentence for each in data.disagreements],
        "Journal, history and disk agree about every file and every version.",
    )


def _waiting(proposals: Sequence[Proposal]) -> str:
    return table(
        "Proposals nobody has decided",
        ("Proposal", "File", "Since", "From", "Reason", "Change"),
        ((p.id, name(p.path), when(p.at), p.origin.sentence, lines(p.reason), _change(p)) for p in proposals),
        empty="Nothing waits.",
    )


def _files(files: Sequence[FileRow]) -> str:
    return table(
        "Every file with an approved version",
        ("File", "Policy", "SHA-256", "Bytes", "Written by", "Approved by", "Approved"),
        (
            (
                name(f.path),
                f.policy,
                code(f.sha256) if f.sha256 else "deleted",
                "" if f.size is None else f"{f.size:,}",
                f.author,
                f.approved_by,
                when(f.approved_at) if f.approved_at else "",
            )
            for f in files
        ),
        empty="There is none.",
    )


def _decisions(decisions: Sequence[tuple[Decision, Proposal]]) -> str:
    return table(
        "Newest first",
        ("Decided", "Proposal", "File", "Outcome", "From", "Reason", "Comment", "Before and after"),
        (
            (
                lines(when(d.at), d.by),
                d.proposal,
                name(d.path),
                _outcome(d),
                p.origin.sentence,
                lines(p.reason),
                lines(d.comment),
                lines(code(d.before) if d.before else "no file", code(d.after) if d.after else "no file"),
            )
            for d, p in decisions
        ),
        empty="Nothing was decided yet.",
    )


def _policies(data: ReportData) -> str:
    rules = table("Rules, the first that fits", ("Pattern", "Policy"), data.rules, empty="There is no rule.")
    changes = table(
        "Files with a policy of their own, as it was given to them",
        ("When", "File", "Policy"),
        ((when(c.at), name(c.path), c.policy or "as the rules say") for c in data.policy_changes),
        empty="No file was given a policy of its own.",
    )
    return rules + changes


def _sentences(sentences: Iterable[str], empty: str) -> str:
    items = "".join(f"<li>{escaped(name(sentence))}</li>\n" for sentence in sentences)
    return f"<ul>\n{items}</ul>\n" if items else f"<p>{escaped(empty)}</p>\n"


def _outcome(decision: Decision) -> Cell:
    outcome = "accepted" if decision.accepted else "rejected"
    if decision.edited:
        outcome += " with changes by the person"
    if decision.hunks is not None:
        outcome += f", {decision.hunks[0]} of {_count(decision.hunks[1], 'hunk')}"
    if decision.taken_back is None:
        return outcome
    return lines(outcome, "taken back", when(decision.taken_back))


def _change(proposal: Proposal) -> Cell:
    counted = f"{proposal.kind}: +{proposal.added:,} −{proposal.removed:,} lines"
    return lines(counted, "on disk meanwhile") if proposal.on_disk else counted


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
