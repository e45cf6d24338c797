"""A service for embeddings on this machine, which answers as a test tells it and keeps what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(slots=True)
class Asked:
    """One request."""

    path: str
    headers: Mapping[str, str]
    body: Any


@dataclass(slots=True)
class Service:
    """`answer` gives status, headers and body."""

    answer: Callable[[Asked], tuple[int, Mapping[str, str], bytes]]
    asked: list[Asked] = field(default_factory=list[Asked])
    port: int = 0

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"


def vector(*numbers: float) -> Callable[[Asked], tuple[int, Mapping[str, str], bytes]]:
    return body({"data": [{"embedding": list(numbers)}]})


def body(
    value: Any, status: int = 200, headers: Mapping[str, str] | None = None
) -> Callable[[Asked], tuple[int, Mapping[str, str], bytes]]:
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return lambda _: (status, headers or {}, data)


@contextmanager
def serving(answer: Callable[[Asked], tuple[int, Mapping[str, str], bytes]]) -> Generator[Service]:
    service = Service(answer)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            read = self.rfile.read(int(self.headers["Content-Length"]))
            asked = Asked(self.path, dict(self.headers.items()), json.loads(read))
            service.asked.append(asked)
            status, headers, data = service.answer(asked)
            self.send_response(status)
            for name, value in {"Content-Length": str(len(data)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            del format, args

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        service.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield service
        finally:
            server.shutdown()
            thread.join()
