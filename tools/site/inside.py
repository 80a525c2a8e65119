"""What runs in the visitor's browser: the application of `serve`, one request and one answer at a time, without a server."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, unquote

from starlette.types import Message, Scope

from ..serve import answers
from ..serve.app import Server, routed
from ..serve.permalink import encode
from ..serve.working import at_once

SERVER = Server(None, at_once, base="#", live=False)
APPLICATION = routed(SERVER, hosts=("*",))
EXAMPLE = '2024-06-07 | Ann: brute 4/3 "Menace" | Bob: sentry 1/4 | attack brute>Bob | block sentry>brute'


def search(progress: Callable[[str], None]) -> None:
    """Say that answers are searches, whose `progress` is reported, as of a `Server`."""
    SERVER.progress = progress


def first(asked: str) -> str:
    """Status, headers and body of an answer to GET, as JSON: before anything waits for the browser.

    `asked`: `target`, `headers` and `address` as JSON, as for `answer`.
    """
    given: dict[str, Any] = json.loads(asked)
    answering = answer("GET", given["target"], given["headers"], b"", given["address"])
    try:
        answering.send(None)
    except StopIteration as done:
        status, headers, body = done.value
        return json.dumps((status, headers, body.decode()))
    raise AssertionError("what is asked by GET waits for nothing")


def warm() -> None:
    """Load and build what most rulings need: the table, a ruling with a text, and its page."""
    for target in ("/", f"/?line={quote(EXAMPLE)}", f"/c/{encode(answers.case_of(EXAMPLE))}"):
        first(json.dumps({"target": target, "headers": {}, "address": ""}))


async def answer(
    method: str, target: str, headers: Mapping[str, str], body: bytes | memoryview, address: str = "http://localhost/"
) -> tuple[int, dict[str, str], bytes]:
    """The status, the headers and the body of an answer. `address`: where the site is, for links that are passed on."""
    SERVER.address = address
    path, _, query = target.partition("?")
    waiting: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]
    status, answered, made = 500, dict[str, str](), bytearray()

    async def receive() -> Message:
        return waiting.pop() if waiting else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
            answered.update((name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"])
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
    return status, answered, bytes(made)
