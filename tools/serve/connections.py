"""How the server listens: so many connections at once, and none of them waits long for a request that doesn't come."""

from __future__ import annotations

import asyncio
import sys

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

SECONDS_TO_ASK = 5.0
"""How long the head of a request may take, from its first byte or from the connection's beginning."""

SPARE = 150
"""Open files that are left for journals, pages, and connections that are about to be closed."""


def _connections() -> int:
    if sys.platform == "win32":  # where sockets are no files
        return MOST
    import resource

    return max(20, min(MOST, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - SPARE))


MOST = 800
CONNECTIONS = _connections()
"""How many connections are held at once, of as many open files as the system allows this process."""

BACKLOG = 64
"""How many connections asyncio accepts in one go. Where none can be, it complains so many times a second."""


class Connection(H11Protocol):
    """A connection that is closed where the head of a request doesn't come in time."""

    closing: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody connects. One more than are answered learns that it's too many; many more are closed at once."""
        super().connection_made(transport)
        if len(self.connections) > CONNECTIONS + BACKLOG:
            transport.abort()
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Something is sent: once it makes a request, nothing is waited for until the next begins."""
        super().data_received(data)
        cycle: RequestResponseCycle | None = self.cycle
        asked = cycle is not None and not cycle.response_complete
        if asked and self.closing is not None:
            self.closing.cancel()
            self.closing = None
        elif not asked and self.closing is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        super().connection_lost(exc)
        if self.closing is not None:
            self.closing.cancel()

    def _wait(self) -> None:
        self.closing = self.loop.call_later(SECONDS_TO_ASK, self.transport.close)


def config(app: ASGIApp, host: str = "127.0.0.1", port: int = 0) -> uvicorn.Config:
    """How uvicorn runs the application."""
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        http=Connection,
        ws="none",
        lifespan="off",
        log_level="warning",
        limit_concurrency=CONNECTIONS,
        backlog=BACKLOG,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=2,
        server_header=False,
        proxy_headers=False,
    )
