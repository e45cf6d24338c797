"""Stories of the auditor's page: complete in itself, and harmless whatever is in it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser

from openclaw_desktop.review.audit.report import FileRow, PolicyChange, ReportData, html
from openclaw_desktop.review.audit.verify import Disagreement
from openclaw_desktop.review.proposal import Decision, Kind, Origin, Proposal, State, Who

NOW = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)> & <!-- \u202egpj.exe\n</table></style>'
VOID = {"meta", "br", "img", "link", "input", "hr"}


class Page(HTMLParser):
    """What a browser would make of the page."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.text = ""
        self.unclosed: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(key, value or "") for key, value in attrs]
        if tag not in VOID:
            self.unclosed.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.unclosed.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.unclosed:
            self.text += data


def proposal(number: int, path: str = "MEMORY.md", reason: str = "Because.") -> Proposal:
    return Proposal(
        id=str(number),
        path=path,
        kind=Kind.CHANGE,
        origin=Origin(Who.AGENT, "agent main", "57e864eb-1111", 41, "write"),
        reason=reason,
        at=NOW,
        changed_at=NOW,
        base="a" * 64,
        proposed="b" * 64,
        state=State.WAITING,
        added=1234,
        removed=5,
    )


def decision(number: int, path: str = "MEMORY.md", comment: str = "Fine.") -> Decision:
    return Decision(
        seq=number,
        proposal=str(number),
        path=path,
        accepted=number % 2 == 1,
        by="Maren",
        at=NOW - timedelta(minutes=number),
        comment=comment,
        before=None,
        after="b" * 64,
        hunks=(2, 3),
    )


EMPTY = ReportData("/home/maren/clawd", NOW, (), (), (), (), (), (), (), (), (), ())


def full(path: str = "MEMORY.md", text: str = "Because.") -> ReportData:
    return ReportData(
        workspace=f"/home/{path}",
        at=NOW,
        versions=(("openclaw-desktop", "1.0"), ("libgit2", text)),
        seals=(("journal", "c" * 64), ("history", "d" * 40)),
        files=(
            FileRow(path, "hold", "b" * 64, 86_000, text, text, NOW),
            FileRow(path, "free", None, None, "", "", None),
        ),
        decisions=((decision(1, path, text), proposal(1, path, text)),),
        waiting=(proposal(2, path, text), replace(proposal(3, path, text), on_disk=True)),
        disagreements=(Disagreement(path, f"{path} was changed: {text}"),),
        rules=((path, "locked"),),
        policy_changes=(PolicyChange(NOW, path, "append-only"), PolicyChange(NOW, path, "")),
        permissions=(f"{path} has the permissions 644",),
        index=(("documents", text),),
    )


def test_everything_that_is_known_stands_on_the_page() -> None:
    text = Page(html(full())).text
    for expected in (
        *("/home/MEMORY.md", "2026-03-01 09:30:00 UTC", "86,000", "b" * 64, "c" * 64, "d" * 40, "Maren"),
        *("agent main, session 57e864eb, turn 41", "accepted, 2 of 3 hunks", "change: +1,234 −5 lines"),
        *("on disk meanwhile", "Because.", "1 disagreement", "append-only", "as the rules say", "deleted"),
        *("MEMORY.md has the permissions 644", "no file", "openclaw-desktop"),
    ):
        assert expected in text


def test_the_page_needs_nothing_from_outside() -> None:
    for data in (full(), EMPTY):
        page = Page(html(data))
        assert page.unclosed == []
        assert not {"script", "link", "img", "iframe", "object", "form", "base"} & set(page.tags)
        links = [value for key, value in page.attributes if key in ("href", "src", "action", "style")]
        assert links
        assert all(value.startswith("#") for value in links)
        assert "http:" not in html(data)
        assert "https:" not in html(data)
        assert "url(" not in html(data)
        assert "@import" not in html(data)


def test_links_lead_to_sections_that_are_there() -> None:
    page = Page(html(EMPTY))
    ids = {value for key, value in page.attributes if key == "id"}
    assert {value.removeprefix("#") for key, value in page.attributes if key == "href"} == ids


def test_hostile_names_and_reasons_are_only_text() -> None:
    plain, hostile = Page(html(full())), Page(html(full(HOSTILE, HOSTILE)))
    assert hostile.tags == plain.tags
    assert hostile.attributes == plain.attributes
    assert "<script>alert(1)</script>" in hostile.text
    assert "\u202e" not in html(full(HOSTILE, HOSTILE))
    assert "\\u{202e}gpj.exe" in hostile.text


def test_text_that_is_no_unicode_and_every_control_character_can_be_written_to_a_file() -> None:
    text = "".join(map(chr, range(0xA0))) + "\udcff\u200b\ufeff 记忆　🧠"
    page = html(full(text, text))
    page.encode()
    assert "\\u{dcff}\\u{200b}\\u{feff} 记忆　🧠" in Page(page).text
    assert not any(character < " " and character != "\n" for character in page)


def test_an_empty_workspace_says_what_there_is_none_of() -> None:
    text = Page(html(EMPTY)).text
    for expected in ("Complete", "Nothing waits.", "Nothing was decided yet.", "There is no rule."):
        assert expected in text


def test_a_thousand_decisions_stay_a_small_page() -> None:
    reason = "A reason of about two hundred characters, as agents give them. " * 3
    made = tuple(
        (decision(n, "memory/2026-03-01.md", "No."), proposal(n, reason=reason)) for n in range(1000)
    )
    page = html(replace(EMPTY, decisions=made))
    assert len(page.encode()) < 2_000_000
    assert page.count("<tr>") == 1001


def test_what_was_taken_back_says_so() -> None:
    taken_back = replace(decision(2), taken_back=NOW)
    text = Page(html(replace(EMPTY, decisions=((taken_back, proposal(2)),)))).text
    assert "rejected, 2 of 3 hunks" in text
    assert "taken back" in text


def test_what_was_accepted_with_changes_says_so() -> None:
    changed = replace(decision(1), edited=True)
    text = Page(html(replace(EMPTY, decisions=((changed, proposal(1)),)))).text
    assert "accepted with changes by the person, 2 of 3 hunks" in text
