"""What goes wrong, stated on standard error: a line for people or, on request, a JSON object."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from ...events.errors import CorruptJournal, DeclarantError, InvalidInput

if TYPE_CHECKING:  # structlog is imported where something is logged: it brings rich, which takes as long as this package
    import structlog
    from structlog.typing import EventDict, WrappedLogger


def configure(as_json: bool) -> None:
    """Log to standard error from now on."""
    import structlog

    _How.as_json = as_json
    processors: list[structlog.typing.Processor] = [structlog.processors.add_log_level]
    if as_json:
        processors += [structlog.processors.TimeStamper(fmt="iso", utc=True), structlog.processors.JSONRenderer()]
    else:
        processors.append(_line)
    # What standard error is, is asked anew for each line: a progress bar takes it over while it is shown.
    structlog.configure(processors=processors, logger_factory=lambda *_: structlog.PrintLogger(sys.stderr))


class _How:
    as_json = False


def as_json() -> bool:
    """Whether lines are JSON: what other processes are given, so that they log alike."""
    return _How.as_json


def _logger() -> Any:
    import structlog

    return structlog.get_logger()


def log_progress(words: str, **details: str) -> None:
    """Log what is being done."""
    _logger().info(words, **details)


def log_error(error: DeclarantError) -> None:
    """Log what doesn't fit, and what else doesn't: the place, what was found, what is allowed."""
    details = {}
    if isinstance(error, InvalidInput):
        details = {"kind": error.kind, "where": error.where, "found": error.found, "allowed": error.allowed}
    elif isinstance(error, CorruptJournal):
        details = {"kind": "corrupt-journal", "where": error.entry, "found": error.reason}
    _logger().error(str(error), **details)
    for each in error.further if isinstance(error, InvalidInput) else ():
        log_error(each)


def log_info(words: str, **details: str) -> None:
    """Log what goes on."""
    _logger().info(words, **details)


def log_warning(words: str, **details: str) -> None:
    """Log what was passed over."""
    _logger().warning(words, **details)


def _line(logger: WrappedLogger, method: str, event: EventDict) -> str:
    # What was found may be anything: a terminal mustn't obey it.
    words = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in event["event"])
    return f"{event['level']}: {words}"
