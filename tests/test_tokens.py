"""Token counts: the same as tiktoken's own, offline, and bounded on hostile text."""

from __future__ import annotations

import hashlib
import random
import shutil
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
import tiktoken
import tiktoken.registry
from hypothesis import given, settings
from hypothesis import strategies as st

from openclaw_desktop import resources, tokens

ENCODINGS = ("o200k_base", "cl100k_base")
PROSE = (
    "# Memory\n\n- moved **PG-A** to [[PG-B]] 数据库は東京にある; don't FORGET it's 10.0.0.12:5432\n"
    "\t<|endoftext|> POSTGRES_URL=postgres://u:p@h/db \r\n   \n\n//x\n/y\u3000 é́ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 I'LL\u2028"
)


@pytest.fixture(scope="module")
def official(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tiktoken.Encoding]:
    """tiktoken's own encodings, fed from copies of our files under the names its cache gives them."""
    folder = tmp_path_factory.mktemp("tiktoken")
    for name in ENCODINGS:
        address = f"https://openaipublic.blob.core.windows.net/encodings/{name}.tiktoken"
        shutil.copy(
            resources.path(f"encodings/{name}.tiktoken"), folder / hashlib.sha1(address.encode()).hexdigest()
        )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TIKTOKEN_CACHE_DIR", str(folder))
        patch.setattr(tiktoken.registry, "ENCODINGS", {})
        return {name: tiktoken.get_encoding(name) for name in ENCODINGS}


@pytest.mark.parametrize("name", ENCODINGS)
@settings(max_examples=200)
@given(text=st.text() | st.lists(st.sampled_from([*PROSE.split(" "), " ", "\n", "  ", "\r\n"])).map("".join))
def test_counts_as_tiktoken_does(official: dict[str, tiktoken.Encoding], name: str, text: str) -> None:
    assert tokens.count(text, name) == len(official[name].encode_ordinary(text))


@pytest.mark.parametrize("name", ENCODINGS)
def test_a_long_text_counted_in_pieces_counts_the_same(
    official: dict[str, tiktoken.Encoding], name: str
) -> None:
    chooser = random.Random(7)
    words = [*PROSE.split(" "), "\n", "\n\n", "\n/", "  \n", " "]
    text = " ".join(chooser.choice(words) for _ in range(120_000))
    assert len(text) > 3 * tokens.PIECE
    assert tokens.count(text, name) == len(official[name].encode_ordinary(text))


def test_a_special_token_in_a_note_is_plain_text(official: dict[str, tiktoken.Encoding]) -> None:
    assert tokens.count("<|endoftext|>") > 1


def test_the_network_is_never_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket, "socket", refuse)
    tokens._encoding.cache_clear()
    assert tokens.count("hello world") == 2


def test_threads_that_want_an_encoding_at_the_same_moment_read_it_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[str] = []
    meet = Barrier(4)
    path = resources.path

    def counted(name: str) -> Path:
        read.append(name)
        return path(name)

    def count(text: str) -> int:
        meet.wait(timeout=60)
        return tokens.count(text, "cl100k_base")

    monkeypatch.setattr(resources, "path", counted)
    tokens._encoding.cache_clear()
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(count, ["hello world"] * 4)) == [2] * 4
    assert read == ["encodings/cl100k_base.tiktoken"]


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("character", ["a", " ", "\n", "中", "-", "\t"])
def test_a_megabyte_of_one_character_is_counted(name: str, character: str) -> None:
    """Uncut, a million spaces overflow tiktoken's stack; cut, the count stays within a token a cut."""
    one = tokens.count(character * tokens.PIECE, name)
    assert tokens.count(character * (10 * tokens.PIECE), name) == pytest.approx(10 * one, abs=10)


def test_an_empty_text_has_no_tokens() -> None:
    assert tokens.count("") == 0


def test_an_unknown_encoding_is_refused() -> None:
    with pytest.raises(KeyError):
        tokens.count("x", "r50k_base")


def test_the_encodings_ship_with_the_program() -> None:
    for name in ENCODINGS:
        assert Path(resources.path(f"encodings/{name}.tiktoken")).is_file()
