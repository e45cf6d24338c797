"""The one place that opens a connection to another machine; whoever calls it was told to by a person."""

from __future__ import annotations

import http.client
import ssl
import time
import urllib.error
import urllib.request
from typing import IO, Any

import truststore

LARGEST_ANSWER = 4 * 2**20

Request = urllib.request.Request
HTTPError = urllib.error.HTTPError

FAILURES = (OSError, http.client.HTTPException, ValueError)
"""What `answer` raises besides HTTPError, and reading an HTTPError's body as well."""


def answer(request: Request, seconds: float, *, through_proxy: bool = True) -> bytes:
    """The body of the answer, all of it within `seconds`; redirects are not followed.

    Raises HTTPError for an answer that is none, and any of FAILURES.
    """
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


def failure(host: str, error: Exception, seconds: float) -> str:
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


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """What was asked of one address is not told to another."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
    ) -> None:
        del req, fp, code, msg, headers, newurl
