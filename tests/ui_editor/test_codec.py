"""What the editor shows of a file, and that saving gives back every byte that was not edited."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor, QTextDocument

from openclaw_desktop.ui.editor.codec import Codec, description, label, to_shown

ODD = "\x00\x0b\x0c\r\x1b\x7f\x85\xa0\u2028\u2029\u200b\u200d\u202e\ufdd0\ufdd1\ufdd2\ufeff\ufffc\ue000\n"
texts = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from(ODD)) | st.lists(
    st.sampled_from(["\r\n", "\n", "\r", "a", "中", "😀", "\x00", "  ", "\u2029"])
).map("".join)


def shown_by_qt(text: str) -> str:
    """What is in a Qt document after `text` was put into it."""
    document = QTextDocument()
    document.setPlainText(text)
    return document.toRawText().replace("\u2029", "\n")


@given(texts)
def test_every_text_comes_back_from_the_codec(text: str) -> None:
    shown, codec = to_shown(text)
    assert codec.to_file(shown) == text


@given(texts)
def test_a_qt_document_holds_what_is_shown_unchanged(text: str) -> None:
    shown, codec = to_shown(text)
    assert shown_by_qt(shown) == shown
    assert codec.to_file(shown_by_qt(shown)) == text


@given(texts, st.data())
def test_an_edit_leaves_every_other_character_as_it_was(text: str, data: st.DataObject) -> None:
    """A word typed between two shown characters appears there in the file, and nothing else changes."""
    shown, codec = to_shown(text)
    place = data.draw(st.integers(0, len(shown)))
    document = QTextDocument()
    document.setPlainText(shown)
    cursor = QTextCursor(document)
    cursor.setPosition(len(shown[:place].encode("utf-16-le")) // 2)
    cursor.insertText("word")
    edited = codec.to_file(document.toRawText().replace("\u2029", "\n"))
    before, after = codec.to_file(shown[:place]), codec.to_file(shown[place:])
    assert before + after == text
    assert edited == before + "word" + after


@given(texts, texts)
def test_a_paste_never_changes_what_is_already_there(text: str, pasted: str) -> None:
    shown, codec = to_shown(text)
    addition, wider = codec.shown_again(pasted)
    ends = pasted.replace("\r\n", "\n").replace("\r", "\n").replace("\u2029", "\n")
    expected = ends.replace("\n", "\r\n") if codec.crlf else ends
    assert wider.to_file(shown + addition) == text + expected


def test_a_file_of_crlf_lines_gets_crlf_for_new_ones() -> None:
    shown, codec = to_shown("one\r\ntwo\r\n")
    assert shown == "one\ntwo\n"
    assert codec == Codec(crlf=True)
    assert codec.to_file(shown + "three\n") == "one\r\ntwo\r\nthree\r\n"


def test_in_a_mixed_file_each_line_keeps_its_own_ending_and_the_odd_ones_are_seen() -> None:
    shown, codec = to_shown("one\r\ntwo\nthree\r\n")
    mark = codec.carriage_return
    assert mark is not None
    assert shown == f"one{mark}\ntwo\nthree{mark}\n"
    assert codec.to_file(shown.replace("two", "2\ntwo")) == "one\r\n2\ntwo\nthree\r\n"


def test_a_file_without_odd_characters_is_shown_as_it_is() -> None:
    text = "# Memory\n\n- naïve 数据库 👩‍👩‍👧 no\xa0break\ttab"
    assert to_shown(text) == (text, Codec())


@pytest.mark.parametrize(
    ("character", "short", "long"),
    [
        ("\x00", "NUL", "U+0000 control character NUL"),
        ("\r", "CR", "U+000D control character CR"),
        ("\u200b", "ZWSP", "U+200B zero width space"),
        ("\ufdd0", "U+FDD0", "U+FDD0 noncharacter"),
    ],
)
def test_an_unseen_character_has_a_name(character: str, short: str, long: str) -> None:
    assert label(character) == short
    assert description(character) == long
