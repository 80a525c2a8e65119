"""What every request and answer goes through: limits of what is sent, headers, and errors as programs and people get them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, ExceptionHandler, Message, Receive, Scope, Send

from ...events.errors import DeclarantError, InvalidInput, Undecided
from ..cases.misfits import internal
from ..page.render import page
from ..running.diagnostics import log_error
from . import answers

MAX_BODY = 64 * 1024
"""Bytes that a request may bring."""
SECONDS_TO_SEND = 10.0
"""How long it may take to send them."""

Endpoint = Callable[[Request], Awaitable[Response]]


class Refusal(Exception):
    """A request that isn't answered: the HTTP status, what was found, and what is allowed."""

    def __init__(self, status: int, found: str, allowed: str) -> None:
        self.status = status
        self.error = InvalidInput("request", found, allowed)
        super().__init__(found)


class JournalFailed(DeclarantError):
    """The journal can't be read; said without the path where it is."""


async def body(request: Request) -> bytes:
    """The body of a request. Raises Refusal where it is longer than `MAX_BODY`, or takes longer than `SECONDS_TO_SEND`."""
    found = bytearray()

    async def read() -> None:
        async for chunk in request.stream():
            found.extend(chunk)
            if len(found) > MAX_BODY:
                raise Refusal(413, f"more than {MAX_BODY} bytes", f"at most {MAX_BODY} bytes")

    try:
        await asyncio.wait_for(read(), SECONDS_TO_SEND)
    except TimeoutError:
        raise Refusal(408, f"{SECONDS_TO_SEND:g} seconds gone", "what is sent, sooner") from None
    return bytes(found)


async def text(request: Request) -> str:
    """The body of a request as text. Raises Refusal, and InvalidInput for what isn't UTF-8."""
    sent = await body(request)
    try:
        return sent.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"request, byte {error.start}", repr(sent[error.start : error.start + 1]), "text in UTF-8") from None


class Headers:
    """What every answer says to browsers: guess no types, say to nobody where readers came from, stand in no frame."""

    def __init__(self, app: ASGIApp, embed: str | None) -> None:
        self.app = app
        ancestors = embed or "'none'"
        self.headers = [
            (b"x-content-type-options", b"nosniff"),
            (b"referrer-policy", b"no-referrer"),
            (b"content-security-policy", f"frame-ancestors {ancestors}".encode()),
            (b"cross-origin-resource-policy", b"same-origin"),
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_more(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *self.headers]
            await send(message)

        await self.app(scope, receive, send_more)


def with_errors(endpoint: Endpoint) -> Endpoint:
    """Errors as programs and people get them."""

    async def answered(request: Request) -> Response:
        try:
            return await endpoint(request)
        except Refusal as refused:
            return _refused(request, refused.error, refused.status)
        except InvalidInput as error:
            return _refused(request, error, 400)
        except ClientDisconnect:
            return PlainTextResponse("", 400)
        except Undecided as error:
            return _refused(request, answers.given_up(error), 503)
        except DeclarantError as error:
            return _refused(request, InvalidInput("journal", str(error), "a journal that can be read"), 500)
        except Exception as error:
            fault = internal(error, "declarant")
            log_error(fault)
            return _refused(request, fault, 500)

    return answered


async def _no_route(request: Request, error: Exception) -> Response:
    """The answer to an address that there isn't, or isn't for that method."""
    from . import openapi  # it brings all that programs can be answered

    assert isinstance(error, HTTPException), "Starlette raises these"
    path = request.url.path[:80]
    methods = ", ".join(openapi.document()["paths"].get(path, ())).upper() or (error.headers or {}).get("Allow")
    if methods is not None:
        refused = InvalidInput("request", f"{request.method} {path}", methods)
        return _refused(request, refused, error.status_code, {"Allow": methods})
    return _refused(request, InvalidInput("request", path, "/, /games, /c/…, /g/…, /api/openapi.json"), error.status_code)


ERRORS: dict[Any, ExceptionHandler] = {404: _no_route, 405: _no_route}
"""HTTP status → who answers where no route does."""


def _refused(request: Request, error: InvalidInput, status: int, headers: Mapping[str, str] | None = None) -> Response:
    if request.url.path.startswith("/api") or "json" in request.headers.get("accept", ""):
        return JSONResponse(answers.error_of(error), status, headers)
    shown = Refused(error)
    return HTMLResponse(
        page("refused.jinja", "declarant", shown, script="", data=None, base=request.app.state.base), status, headers
    )


class Refused:
    """What couldn't be done."""

    def __init__(self, error: InvalidInput) -> None:
        self.error = error
        self.tiles = Markup("")
