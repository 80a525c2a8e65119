"""What goes on in the library, for those who operate it: log events by structlog, and spans by OpenTelemetry.

No event is logged unless `observe` was called. Spans are made where the program has imported OpenTelemetry's API
(`opentelemetry.trace`): this package doesn't need it, and never imports it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from time import monotonic
from typing import Any, Protocol

from .errors import InvalidInput

EVENTS = {
    "declared": "A player's choice was appended. `stream`, `command`, `version`, and the command's `key`, `correlation` and "
    "`causation` where it states them.",
    "taken_back": "A choice was cut: it isn't legal, or a player took it back. `stream`, `to`, `version`, the `rule` or None.",
    "judged_slowly": "A ruling took longer than a second (a warning). `stream`, `command`, `seconds`.",
    "appended": "Entries were appended to a journal. `stream`, `entries`, `version`.",
    "imported": "A game of another program was kept. `stream`, `entries`, `appended`, and whether there is a `conflict`.",
    "exported": "Tables were written. `to`, and the number of `rows` by table.",
}
"""Every event that the library logs, and its fields."""
SPANS = {
    "declarant.judge": "Around a ruling. `declarant.stream`, `declarant.command`; of a command that has them, `declarant.key`, "
    "`declarant.correlation` and `declarant.causation`.",
    "declarant.append": "Around an append to a journal. `declarant.stream`, `declarant.entries`; of such a command the same.",
    "declarant.import": "Around a log of MTG Arena, or a game of another program, that is imported. `declarant.log`.",
    "declarant.export": "Around an export of tables. `declarant.to`.",
}
"""Every span, with its attributes."""
SLOW = 1.0
"""Seconds after which a ruling counts as slow."""


class Logger(Protocol):
    """A logger of structlog, or what has these methods of one."""

    def info(self, event: str, **context: Any) -> Any:
        """Log an event."""
        ...

    def warning(self, event: str, **context: Any) -> Any:
        """Log an event that somebody should look at."""
        ...


class _Observed:
    logger: Logger | None = None


def observe(logger: Logger | None) -> None:
    """Log the library's events with a logger of structlog from now on; None: don't log them, as at first.

    `declarant.observe(structlog.get_logger())`. All events are listed in the documentation, under “Events and spans”.
    """
    if logger is not None and not callable(getattr(logger, "info", None)):
        raise InvalidInput("observe: logger", f"{logger!r:.200}", "a logger of structlog, or None")
    _Observed.logger = logger


def observed() -> bool:
    """Whether events are logged."""
    return _Observed.logger is not None


def log_event(event: str, **context: Any) -> None:
    """Log an event of `EVENTS`, if `observe` was called."""
    if _Observed.logger is not None:
        _Observed.logger.info(event, **context)


_NOTHING = nullcontext()


def judging(command: object, stream: Callable[[], str]) -> AbstractContextManager[None]:
    """Around a ruling: a span, and an event where it takes long."""
    if _Observed.logger is None and "opentelemetry.trace" not in sys.modules:
        return _NOTHING
    origin = getattr(command, "origin", None)
    return _judging(type(command).__name__, stream(), {} if origin is None else origin.ids)


@contextmanager
def _judging(command: str, stream: str, ids: dict[str, str]) -> Iterator[None]:
    start = monotonic()
    with span("declarant.judge", stream=stream, command=command, **ids):
        yield
    seconds = monotonic() - start
    if _Observed.logger is not None and seconds > SLOW:
        _Observed.logger.warning("judged_slowly", stream=stream, command=command, seconds=round(seconds, 3))


def span(name: str, **attributes: str | int) -> AbstractContextManager[Any]:
    """A span of `SPANS`, the current one within it; nothing where OpenTelemetry isn't there."""
    trace = sys.modules.get("opentelemetry.trace")
    if trace is None:
        return _NOTHING
    return trace.get_tracer("declarant").start_as_current_span(name, attributes=_named(attributes))  # type: ignore[no-any-return]


def span_until_ended(name: str, **attributes: str | int) -> Callable[[], None]:
    """A span that isn't the current one, for work that is done piece by piece; what is returned ends it."""
    trace = sys.modules.get("opentelemetry.trace")
    if trace is None:
        return lambda: None
    return trace.get_tracer("declarant").start_span(name, attributes=_named(attributes)).end  # type: ignore[no-any-return]


def _named(attributes: dict[str, str | int]) -> dict[str, str | int]:
    return {f"declarant.{key}": value for key, value in attributes.items()}
