"""Asks an OpenAI-compatible endpoint for the vector of a question: the one place that opens a connection."""

from __future__ import annotations

import http.client
import ipaddress
import json
import ssl
import time
import urllib.error
import urllib.request
from typing import IO, Any, cast
from urllib.parse import SplitResult, urlsplit

import numpy as np
import truststore

from openclaw_desktop.errors import EmbedderError
from openclaw_desktop.index.embed import Vector

SECONDS = 10.0
LARGEST_ANSWER = 4 * 2**20
LONGEST_MESSAGE = 200

EXAMPLE = "https://api.openai.com/v1"


def host_of(base: str) -> str:
    """Whom an address names, as a person would: without a password in it. Raises EmbedderError."""
    parts = _parts(base)
    return parts.hostname + (f":{parts.port}" if parts.port else "") if parts.hostname else base


def embedded(base: str, model: str, text: str, key: str | None, *, seconds: float = SECONDS) -> Vector:
    """The vector of `text` by `model`, from `base`/embeddings, as long as that gives it.

    Redirects are not followed, and a key goes nowhere unencrypted but to this machine. Raises EmbedderError
    with a sentence that has no key in it.
    """
    parts = _parts(base)
    host = host_of(base)
    is_here = _is_here(parts.hostname or "")
    if key and parts.scheme == "http" and not is_here:
        raise EmbedderError(f"{host} would be sent your key in the clear; its address must begin with https")
    address = parts._replace(path=f"{parts.path.rstrip('/')}/embeddings").geturl()
    body = json.dumps({"model": model, "input": text}).encode()
    request = urllib.request.Request(address, body, {"Content-Type": "application/json"}, method="POST")
    if key:
        request.add_unredirected_header("Authorization", f"Bearer {key}")
    try:
        data = _answer(request, seconds, through_proxy=not is_here)
    except urllib.error.HTTPError as error:
        with error:
            raise EmbedderError(_refusal(host, error, key)) from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise EmbedderError(_failure(host, error, seconds)) from error
    return _vector(host, data)


def _parts(base: str) -> SplitResult:
    try:
        parts = urlsplit(base.strip())
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    else:
        if usable and "@" in parts.netloc:
            raise EmbedderError("the endpoint's address holds a password; keys belong into the keyring")
        if usable:
            return parts
    raise EmbedderError(f"the endpoint is no address like {EXAMPLE}")


def _is_here(host: str) -> bool:
    """Whether the address is this very machine's."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """What was asked of one address is not told to another."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
    ) -> None:
        del req, fp, code, msg, headers, newurl


def _answer(request: urllib.request.Request, seconds: float, *, through_proxy: bool) -> bytes:
    """The body, all within `seconds`."""
    handlers: list[urllib.request.BaseHandler] = [
        _NoRedirect(),
        urllib.request.HTTPSHandler(context=truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)),
        urllib.request.ProxyHandler(None if through_proxy else {}),
    ]
    until = time.monotonic() + seconds
    data = b""
    with urllib.request.build_opener(*handlers).open(request, timeout=seconds) as response:
        while part := response.read1(2**16):
            data += part
            if time.monotonic() > until:
                raise TimeoutError
            if len(data) > LARGEST_ANSWER:
                raise ValueError("its answer does not end")
    return data


def _refusal(host: str, error: urllib.error.HTTPError, key: str | None) -> str:
    """What an answer that is none means."""
    known = {
        401: f"{host} does not accept the key" if key else f"{host} wants a key",
        403: f"{host} does not allow it",
        404: f"{host} has no such model, or no embeddings at this address",
        429: f"{host} is asked too often, or its quota is used up",
    }
    if 300 <= error.code < 400:
        return f"{host} sends the question elsewhere, and that is not followed"
    told = _message(error, key)
    sentence = known.get(error.code, f"{host} answered {error.code}")
    return f"{sentence}: {told}" if told else sentence


def _message(error: urllib.error.HTTPError, key: str | None) -> str:
    """What the service says about it, in one line and without the key."""
    try:
        value: Any = json.loads(error.read(LARGEST_ANSWER))
        told = value["error"]
        text = str(cast("dict[str, Any]", told)["message"]) if isinstance(told, dict) else str(told)
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError, RecursionError):
        return ""
    text = text.replace(key, "…") if key else text
    printable = "".join(character if character.isprintable() else " " for character in text)
    return " ".join(printable.split())[:LONGEST_MESSAGE].rstrip(".")


def _failure(host: str, error: Exception, seconds: float) -> str:
    """Why there is no answer at all."""
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(reason, TimeoutError):
        return f"{host} did not answer within {seconds:g} seconds"
    if isinstance(reason, ssl.SSLCertVerificationError):
        return f"{host} cannot prove who it is: {reason.verify_message}"
    if isinstance(reason, ssl.SSLError):
        return f"{host} makes no secure connection: {reason.reason or reason}"
    told = (reason.strerror or str(reason)) if isinstance(reason, OSError) else str(reason)
    return f"{host} cannot be asked: {told or type(reason).__name__}"


def _vector(host: str, data: bytes) -> Vector:
    try:
        answer: Any = json.loads(data)
        vector = np.asarray(answer["data"][0]["embedding"], dtype=np.float32)
    except (ValueError, KeyError, IndexError, TypeError, RecursionError) as error:
        raise EmbedderError(f"{host} answered without a vector") from error
    if vector.ndim != 1 or not vector.size or not np.isfinite(vector).all():
        raise EmbedderError(f"{host} answered with a vector that is none")
    return vector
