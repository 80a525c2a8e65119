"""What runs in the visitor's browser: the application of `serve`, one request and one answer at a time, without a server."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import unquote

from starlette.types import Message, Scope

from ..serve import answers
from ..serve.app import Server, routed
from ..serve.working import at_once

SERVER = Server(None, at_once, base="#", live=False)
APPLICATION = routed(SERVER, hosts=("*",))
SEARCHING = 600.0
"""How many seconds a search may take where its visitor can end it."""


def search() -> None:
    """Say that answers are searches, and given in a worker that may be ended: they may take longer."""
    answers.limit(None, SEARCHING)


async def answer(
    method: str, target: str, headers: Mapping[str, str], body: bytes | memoryview, address: str = "http://localhost/"
) -> tuple[int, dict[str, str], bytes]:
    """The status, the headers and the body of an answer. `address`: where the site is, for links that are passed on."""
    SERVER.address = address
    path, _, query = target.partition("?")
    waiting: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]
    status, told, made = 500, dict[str, str](), bytearray()

    async def receive() -> Message:
        return waiting.pop() if waiting else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
            told.update((name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"])
        else:
            made.extend(message.get("body", b""))

    scope: Scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "server": ("localhost", 80),
        "client": None,
        "headers": [(b"host", b"localhost"), *((name.lower().encode(), value.encode()) for name, value in headers.items())],
    }
    await APPLICATION(scope, receive, send)
    return status, told, bytes(made)
