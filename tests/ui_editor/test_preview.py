"""The preview shows Markdown, and nothing in it runs, is fetched or leads out of the workspace."""

from __future__ import annotations

from pathlib import Path

import pytest
from editor_window import Window
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QByteArray, QPoint, QUrl
from PySide6.QtGui import QColor, QDesktopServices, QImage, QTextFormat

from openclaw_desktop.ui.editor import preview_view
from openclaw_desktop.ui.editor.preview import ANCHORS, LONGEST, images, inside, named, on_the_web, render
from openclaw_desktop.ui.editor.preview_view import prepare


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("| a | b |\n|---|---|\n| 1 | 2 |", "<td>2</td>"),
        ("~~gone~~", "<s>gone</s>"),
        ("- [ ] open", "☐ open"),
        ("- [x] done", "☑ done"),
        (
            "- [x] done\n- plain",
            '<li style="list-style-type:none" id="line-1">☑ done</li>\n<li id="line-2">plain',
        ),
        ("[[the note|here]]", '<a href="wiki:the%20note">here</a>'),
        ("---\nkey: v\n---\n# H", '<h1 id="line-4">H</h1>'),
        ("# H <!-- importance: 8 -->", ">H </h1>"),
        ("a\r\n\r\nb", '<p id="line-3">b</p>'),
        ("a \u202eevil", "⟨RLO⟩evil"),
    ],
)
def test_markdown_is_shown(text: str, part: str) -> None:
    assert part in render(text).html


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "a <img src=x onerror=alert(1)> b",
        "[x](javascript:alert(1))",
        "![x](javascript:alert(1))",
        '<iframe src="https://example.org"></iframe>',
        "[[javascript:alert(1)]]",
        '[x](<a" onclick="alert(1)>)',
    ],
)
def test_nothing_in_it_runs(text: str) -> None:
    html = render(text).html
    assert "<script" not in html
    assert "<img src=x" not in html
    assert "<iframe" not in html
    assert 'href="javascript' not in html
    assert 'src="javascript' not in html
    assert '" onclick' not in html


@given(st.text())
def test_any_text_can_be_previewed(text: str) -> None:
    render(text)


def test_of_a_long_text_the_start_is_shown_and_said() -> None:
    preview = render("word\n" * LONGEST)
    assert "shows the first" in preview.cut
    assert len(preview.html) < 2 * LONGEST


@pytest.mark.parametrize(
    ("base", "address", "path"),
    [
        ("memory/a.md", "b.md", "memory/b.md"),
        ("memory/a.md", "../MEMORY.md#part", "MEMORY.md"),
        ("a.md", "b%20c.md", "b c.md"),
        ("a.md", "../x.md", None),
        ("a/b.md", "../../etc/passwd", None),
        ("a.md", "%2e%2e/x.md", None),
        ("a.md", "/etc/passwd", None),
        ("a.md", "//host/share", None),
        ("a.md", "file:///etc/passwd", None),
        ("a.md", "https://example.org/x.md", None),
        ("a.md", "..\\x.md", None),
        ("a.md", "#part", None),
        ("a.md", "http://[", None),
    ],
)
def test_only_paths_inside_the_workspace_are_followed(base: str, address: str, path: str | None) -> None:
    assert inside(base, address) == path


def test_only_web_and_mail_go_to_the_system() -> None:
    assert [
        on_the_web(a) for a in ("https://e.org", "mailto:a@b", "file:///x", "ssh://h", "x.md", "http://[")
    ] == [
        True,
        True,
        False,
        False,
        False,
        False,
    ]


def test_a_wikilink_finds_its_note_by_name_or_path() -> None:
    paths = ["archive/deep/Net.md", "memory/net.md", "MEMORY.md", "memory/network.md"]
    assert named("net", paths) == "memory/net.md"
    assert named("deep/net", paths) == "archive/deep/Net.md"
    assert named("memory", paths) == "MEMORY.md"
    assert named("nothing", paths) is None


def test_pictures_are_read_only_from_inside(tmp_path: Path) -> None:
    root = tmp_path / "workspace"
    root.mkdir()
    picture = QImage(2000, 10, QImage.Format.Format_RGB32)
    picture.fill(QColor("teal"))
    picture.save(str(root / "in.png"))
    picture.save(str(tmp_path / "out.png"))
    (root / "link.png").symlink_to(tmp_path / "out.png")
    (root / "bad.png").write_bytes(b"no picture")
    text = "![a](in.png) ![b](../out.png) ![c](link.png) ![d](bad.png) ![e](gone.png) ![f](http://x/y.png)"
    assert images("a.md", render(text).html) == ["in.png", "link.png", "bad.png", "gone.png"]
    preview, found = prepare(text, "a.md", root=root)
    assert list(found) == ["in.png"]
    assert found["in.png"].width() == preview_view.WIDEST_IMAGE
    assert preview.html.count("<img") == 1
    for name in "bcdef":
        assert f"[picture not shown: {name}]" in preview.html


def test_the_view_never_reads_by_itself(window: Window) -> None:
    page = window.open("MEMORY.md")
    for address in ("file:///etc/passwd", "http://example.org/x.png", "../x.png"):
        assert page.preview.loadResource(2, QUrl(address)) == QByteArray()


def test_the_preview_follows_the_text_beside_it(window: Window) -> None:
    page = window.open("MEMORY.md")
    window.tabs.toggle_preview()
    window.until(lambda: "The port is 8123." in page.preview.toPlainText())
    page.edit.go_to(3)
    window.type("# New ")
    window.until(lambda: "New" in page.preview.toPlainText())
    window.tabs.toggle_preview()
    assert not page.preview.isVisible()


def test_a_long_text_has_anchors_enough_to_be_followed_and_no_more(window: Window) -> None:
    count = 2_000
    html = render("".join(f"- item {number}\n" for number in range(count))).html
    assert ANCHORS / 2 < html.count(' id="line-') <= ANCHORS + 1
    window.outside("MEMORY.md", "".join(f"- item {number}\n" for number in range(count)))
    page = window.open("MEMORY.md")
    window.tabs.toggle_preview()
    window.until(lambda: f"item {count - 1}" in page.preview.toPlainText())
    for line in (701, 702, 703, 1_500):
        page.preview.show_line(line)
        top = page.preview.cursorForPosition(QPoint(40, 4)).block().text()
        assert abs(int(top.removeprefix("item ")) + 1 - line) <= 1


def test_headings_have_the_sizes_of_the_scale_and_all_of_a_heading_has_the_same(window: Window) -> None:
    view = preview_view.PreviewView()
    window.qtbot.addWidget(view)
    view.show_preview("", render("# One `code` *leaning*\n\n## Two\n\n### Three\n\ntext"), {})
    found: dict[int, set[int]] = {}
    block = view.document().begin()
    while block.isValid():
        place = block.begin()
        while not place.atEnd():
            letters = place.fragment().charFormat()
            assert not letters.hasProperty(QTextFormat.Property.FontSizeAdjustment)
            found.setdefault(block.blockFormat().headingLevel(), set()).add(letters.font().pixelSize())
            place += 1
        block = block.next()
    assert {level: found[level] for level in (1, 2, 3)} == {1: {20}, 2: {17}, 3: {15}}


def test_a_long_line_of_code_is_wrapped(window: Window) -> None:
    page = window.open("MEMORY.md")
    window.tabs.toggle_preview()
    page.edit.go_to(1)
    window.type("    " + "long " * 200)
    window.until(lambda: "long long" in page.preview.toPlainText())
    assert page.preview.horizontalScrollBar().maximum() == 0


def test_a_link_to_a_note_opens_it_and_one_to_the_web_goes_to_the_browser(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed_over: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: handed_over.append(url.toString()))
    page = window.open("memory/net.md")
    page.preview.base = "memory/net.md"
    page.preview.anchorClicked.emit(QUrl("https://example.org/a"))
    page.preview.anchorClicked.emit(QUrl("file:///etc/passwd"))
    assert handed_over == ["https://example.org/a"]
    page.preview.anchorClicked.emit(QUrl("../MEMORY.md"))
    window.until(lambda: window.tabs.current_path == "MEMORY.md")
    page.preview.anchorClicked.emit(QUrl("wiki:net"))
    window.until(lambda: window.tabs.current_path == "memory/net.md")
