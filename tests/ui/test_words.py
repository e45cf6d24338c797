"""Pure words: what is said about a file and before leaving."""

from __future__ import annotations

from dataclasses import replace

from openclaw_desktop.ui import file_facts, leaving
from openclaw_desktop.ui.editor.document_info import DocumentInfo

INFO = DocumentInfo(
    path="MEMORY.md",
    tokens=5884,
    encoding="o200k_base",
    characters=21039,
    lines=338,
    newline="LF",
    bom=False,
    read_only="",
)


def test_the_status_bar_says_what_is_true_of_the_open_file() -> None:
    said = ["Ln 1,214, Col 3", "UTF-8", "LF", "5,884 tokens"]
    assert file_facts.of_status(INFO, 1214, 3) == said
    assert file_facts.of_status(None, 1, 1) == []


def test_a_text_without_a_line_end_has_none_to_tell() -> None:
    assert "LF" not in file_facts.of_status(replace(INFO, newline="none"), 1, 1)
    mixed = replace(INFO, newline="mixed", bom=True, read_only="it is no UTF-8")
    facts = dict(file_facts.of_panel(mixed))
    assert facts["Line ends"] == "LF and CRLF"
    assert facts["Encoding"] == "UTF-8 with BOM"
    assert facts["Read only"] == "it is no UTF-8"
    assert "Read only" not in dict(file_facts.of_panel(INFO))


def test_a_file_that_is_no_utf8_is_not_said_to_be() -> None:
    assert "not UTF-8" in file_facts.of_status(replace(INFO, lossy=True), 1, 1)
    assert dict(file_facts.of_panel(replace(INFO, lossy=True)))["Encoding"] == "not UTF-8"


def test_one_unsaved_file_is_named_and_many_are_counted() -> None:
    assert leaving.question(["a.md"]) == "a.md has unsaved text"
    many = [f"{number}.md" for number in range(11)]
    assert leaving.question(many) == "11 files have unsaved text"
    assert leaving.listed(many).endswith("7.md\nand 3 more")
    assert [text for _, text, _ in leaving.answers(["a.md"])] == ["Save", "Discard", "Cancel"]
    assert leaving.answers(many)[0][1] == "Save all"
