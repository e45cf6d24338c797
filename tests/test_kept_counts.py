"""Tokens are counted once, and not again at the next start."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from openclaw_desktop import kept_counts, tokens
from openclaw_desktop.kept_counts import KeptCounts

O200K, CL100K = "o200k_base", "cl100k_base"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "token-counts.json"


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each text that had to be counted."""
    texts: list[str] = []

    def count(text: str, encoding: str) -> int:
        texts.append(text)
        return len(text) + (encoding == CL100K)

    monkeypatch.setattr(tokens, "count", count)
    return texts


def test_what_is_kept_is_what_was_counted(file: Path) -> None:
    counts = KeptCounts(file)
    for text in ("", "the rain gauge", "雨量计 \ud83d", "a\0b"):
        assert counts.count(text, O200K) == counts.count(text, O200K) == tokens.count(text, O200K)


def test_a_text_is_counted_once_in_each_encoding(file: Path, counted: list[str]) -> None:
    counts = KeptCounts(file)
    assert [counts.count("net", O200K), counts.count("net", O200K), counts.count("net", CL100K)] == [3, 3, 4]
    assert counted == ["net", "net"]


def test_the_next_start_counts_only_what_is_new(file: Path, counted: list[str]) -> None:
    before = KeptCounts(file)
    before.count("net", O200K)
    before.save()
    again = KeptCounts(file)
    assert again.count("net", O200K) == 3
    assert again.count("nets", O200K) == 4
    assert counted == ["net", "nets"]


def test_no_text_is_kept(file: Path, counted: list[str]) -> None:
    counts = KeptCounts(file)
    counts.count("a secret", O200K)
    counts.save()
    assert b"secret" not in file.read_bytes()


DAMAGES = [
    *(b"", b"[1, 2]", b'{"a": "b"}', b'{"a": null}', b"\xff", b"[" * 100_000, b'{"a": ' + b"9" * 5000 + b"}"),
    *(b'{"a": %s}' % number for number in (b"1e999", b"-1", b"1.5", b"true", b"9" * 400)),
    b" " * 2_000_001 + b"{}",
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_counts_as_none(file: Path, counted: list[str], damage: bytes) -> None:
    file.write_bytes(damage)
    counts = KeptCounts(file)
    assert counts.count("net", O200K) == 3
    counts.save()
    KeptCounts(file).count("net", O200K)
    assert counted == ["net"]


def test_the_texts_longest_unasked_for_are_forgotten(
    file: Path, counted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_counts, "MOST", 2)
    counts = KeptCounts(file)
    for text in ("one", "two", "one", "three", "one", "two"):
        counts.count(text, O200K)
    assert counted == ["one", "two", "three", "two"]


def test_nothing_is_written_where_nothing_is_new(file: Path, counted: list[str]) -> None:
    KeptCounts(file).save()
    assert not file.exists()
    counts = KeptCounts(file)
    counts.count("net", O200K)
    counts.save()
    file.unlink()
    counts.count("net", O200K)
    counts.save()
    assert not file.exists()


def test_a_full_disk_is_no_reason_to_stop(
    file: Path, counted: list[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(_path: Path, _data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(kept_counts, "write_atomically", full)
    counts = KeptCounts(file)
    counts.count("net", O200K)
    with caplog.at_level(logging.WARNING):
        counts.save()
    assert "No space left" in caplog.text
