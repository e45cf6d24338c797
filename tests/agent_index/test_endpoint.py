"""A question to a service that speaks OpenAI's protocol, and every way in which that can fail."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Generator
from typing import Any

import pytest
from embedding_server import body, serving, vector

from openclaw_desktop import web
from openclaw_desktop.agent_index import endpoint
from openclaw_desktop.errors import EmbedderError

KEY = "sk-not-a-real-key"


def refused(base: str, key: str | None = None, *, seconds: float = 30) -> str:
    with pytest.raises(EmbedderError) as raised:
        endpoint.embedded(base, "m", "where is the key?", key, seconds=seconds)
    assert KEY not in str(raised.value)
    return str(raised.value)


def test_the_question_is_posted_as_it_is_with_the_model_and_the_key() -> None:
    with serving(vector(3, 4)) as service:
        found = endpoint.embedded(service.base + "/", "m", "wo liegt 网关?", KEY)
    assert found.tolist() == [3, 4]
    [asked] = service.asked
    assert asked.path == "/v1/embeddings"
    assert asked.body == {"model": "m", "input": "wo liegt 网关?"}
    assert asked.headers["Authorization"] == f"Bearer {KEY}"


def test_without_a_key_none_is_sent() -> None:
    with serving(vector(1)) as service:
        endpoint.embedded(service.base, "m", "x", None)
    assert "Authorization" not in service.asked[0].headers


@pytest.mark.parametrize(
    ("status", "key", "told"),
    [
        (401, KEY, "does not accept the key: wrong key …"),
        (401, None, "wants a key"),
        (403, KEY, "does not allow it"),
        (404, KEY, "has no such model"),
        (429, KEY, "its quota is used up"),
        (500, KEY, "answered 500"),
    ],
)
def test_a_refusal_is_said_in_words_and_never_with_the_key(status: int, key: str | None, told: str) -> None:
    with serving(body({"error": {"message": f"wrong\nkey {key}."}}, status)) as service:
        assert told in refused(service.base, key)


def test_a_redirect_is_not_followed() -> None:
    with serving(vector(1)) as other, serving(body(b"", 307, {"Location": other.base})) as service:
        assert "sends the question elsewhere" in refused(service.base, KEY)
    assert not other.asked


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (b"<html>", "answered without a vector"),
        ({"data": []}, "answered without a vector"),
        ({"data": [{"embedding": "AAAA"}]}, "answered without a vector"),
        ({"data": [{"embedding": []}]}, "a vector that is none"),
        ({"data": [{"embedding": [1, None]}]}, "a vector that is none"),
        (b"[" * 100_000, "answered without a vector"),
    ],
)
def test_an_answer_that_is_no_vector_is_said(answer: Any, told: str) -> None:
    with serving(body(answer)) as service:
        assert told in refused(service.base)


def test_an_answer_without_an_end_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "LARGEST_ANSWER", 10)
    with serving(vector(*range(100))) as service:
        assert "its answer does not end" in refused(service.base)


@contextlib.contextmanager
def silent() -> Generator[str]:
    """A service that takes a connection and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}/v1"


def test_a_service_that_says_nothing_is_not_waited_for_longer() -> None:
    with silent() as base:
        assert "did not answer within 0.2 seconds" in refused(base, seconds=0.2)


def test_a_service_that_is_not_there_is_said() -> None:
    with silent() as base:
        gone = base
    assert "cannot be asked" in refused(gone)


def test_a_service_that_makes_no_secure_connection_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(1)
                connection.sendall(b"HTTP/1.0 200 OK\r\n\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        base = f"https://127.0.0.1:{server.getsockname()[1]}/v1"
        assert "makes no secure connection" in refused(base, KEY)
        thread.join()


@pytest.mark.parametrize(
    ("base", "told"),
    [
        ("api.openai.com/v1", "no address like https://"),
        ("file:///etc/passwd", "no address like https://"),
        ("https://", "no address like https://"),
        ("https://host:none/v1", "no address like https://"),
        ("https://me:secret@host/v1", "keys belong into the keyring"),
        ("http://somewhere.example/v1", "sent your key in the clear"),
    ],
)
def test_an_address_that_cannot_be_used_is_said_before_anything_is_sent(base: str, told: str) -> None:
    assert told in refused(base, KEY)


def test_a_proxy_is_not_told_what_is_asked_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(vector(1)) as proxy, serving(vector(2)) as service:
        for name in ("http_proxy", "HTTP_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        assert endpoint.embedded(service.base, "m", "x", None).tolist() == [2]
    assert not proxy.asked
