"""Whether there is a newer version is asked of one address, and whatever it answers becomes a sentence."""

from __future__ import annotations

import json
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from openclaw_desktop import updates
from openclaw_desktop.errors import UpdatesUnknownError


@contextmanager
def answering(status: int, body: bytes, headers: list[str] | None = None) -> Generator[str]:
    """A list of releases on this machine; `headers` is given the names of those it was sent."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if headers is not None:
                headers.extend(name for name, _ in self.headers.items())
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/latest"
        finally:
            server.shutdown()
            thread.join()


def release(version: object) -> bytes:
    return json.dumps({"tag_name": version, "html_url": "https://elsewhere.example"}).encode()


@pytest.mark.parametrize(
    ("published", "own", "is_newer"),
    [
        ("v0.2.0", "0.1.0", True),
        ("0.1.0", "0.1.0", False),
        ("1.10", "1.9", True),
        ("1.2", "1.2.0", False),
        ("0.9", "1.0", False),
    ],
)
def test_versions_are_compared_as_numbers(published: str, own: str, is_newer: bool) -> None:
    with answering(200, release(published)) as address:
        found = updates.look(address, own=own)
    assert found.is_newer is is_newer
    assert found.version == published.removeprefix("v")


def test_nothing_is_told_but_which_list_is_wanted() -> None:
    headers: list[str] = []
    with answering(200, release("9.9"), headers) as address:
        updates.look(address)
    assert set(headers) <= {"Accept", "Accept-Encoding", "Host", "User-Agent", "Connection"}


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (404, b"{}", "knows of no version that is published yet"),
        (403, b"{}", "asked too often"),
        (302, b"", "answered 302"),
        (500, b"", "answered 500"),
        (200, b"<html>", "something that is no release"),
        (200, b"[]", "something that is no release"),
        (200, b"\xff\xfe\x00", "something that is no release"),
        (200, b"[" * 100_000, "something that is no release"),
        (200, release("latest"), "a version that is none: 'latest'"),
        (200, release(None), "a version that is none"),
        (200, release("1" * 5_000), "a version that is none"),
    ],
)
def test_an_answer_that_is_none_is_a_sentence(status: int, body: bytes, said: str) -> None:
    with answering(status, body) as address, pytest.raises(UpdatesUnknownError, match=said):
        updates.look(address)


def test_without_a_network_it_is_said_who_could_not_be_asked() -> None:
    with answering(200, b"") as address:
        pass
    with pytest.raises(UpdatesUnknownError, match=r"127\.0\.0\.1 cannot be asked: "):
        updates.look(address)
