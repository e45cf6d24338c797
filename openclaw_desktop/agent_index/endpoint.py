"""Asks an OpenAI-compatible endpoint for the vector of a question."""

from __future__ import annotations

import ipaddress
import json
from typing import Any, cast
from urllib.parse import SplitResult, urlsplit

import numpy as np

from openclaw_desktop import web
from openclaw_desktop.errors import EmbedderError
from openclaw_desktop.index.embed import Vector

SECONDS = 10.0
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
    request = web.Request(address, body, {"Content-Type": "application/json"}, method="POST")
    if key:
        request.add_unredirected_header("Authorization", f"Bearer {key}")
    try:
        data = web.answer(request, seconds, through_proxy=not is_here)
    except web.HTTPError as error:
        with error:
            raise EmbedderError(_refusal(host, error, key)) from error
    except web.FAILURES as error:
        raise EmbedderError(web.failure(host, error, seconds)) from error
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


def _refusal(host: str, error: web.HTTPError, key: str | None) -> str:
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


def _message(error: web.HTTPError, key: str | None) -> str:
    """What the service says about it, in one line and without the key."""
    try:
        value: Any = json.loads(error.read(web.LARGEST_ANSWER))
        told = value["error"]
        text = str(cast("dict[str, Any]", told)["message"]) if isinstance(told, dict) else str(told)
    except (*web.FAILURES, KeyError, TypeError, RecursionError):
        return ""
    text = text.replace(key, "…") if key else text
    printable = "".join(character if character.isprintable() else " " for character in text)
    return " ".join(printable.split())[:LONGEST_MESSAGE].rstrip(".")


def _vector(host: str, data: bytes) -> Vector:
    try:
        answer: Any = json.loads(data)
        vector = np.asarray(answer["data"][0]["embedding"], dtype=np.float32)
    except (ValueError, KeyError, IndexError, TypeError, RecursionError) as error:
        raise EmbedderError(f"{host} answered without a vector") from error
    if vector.ndim != 1 or not vector.size or not np.isfinite(vector).all():
        raise EmbedderError(f"{host} answered with a vector that is none")
    return vector
