"""Ctrl-C and SIGTERM end a command within a second, whatever it is at, and are never taken for anything else.

Python hears of a signal between two of its own steps only, and what libraries make of an exception in their midst is up to
them. So a signal is also passed to a thread: where the command hasn't ended soon after, the thread ends the process.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from contextlib import suppress
from threading import Thread
from time import sleep
from types import FrameType
from typing import NoReturn

PATIENCE = 0.8
"""Seconds that a command has for putting away what it is at."""


class _Signals:
    heard: int | None = None
    """Which signal was heard."""


class Ended(KeyboardInterrupt):
    """The command is to end: by Ctrl-C, or by whoever started it."""


def heed() -> None:
    """From now on the signals raise Ended in the main thread, and after a while end the process."""
    _Signals.heard = None
    reading, writing = socket.socketpair()
    writing.setblocking(False)
    Thread(target=_end, args=(reading, writing), daemon=True).start()
    sys.unraisablehook = _lost
    signal.set_wakeup_fd(writing.fileno(), warn_on_full_buffer=False)
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) != signal.SIG_IGN:  # as of what nohup or a shell script left in the background
            signal.signal(number, _hear)


def _hear(number: int, frame: FrameType | None) -> NoReturn:
    _Signals.heard = number
    raise Ended


def _lost(unraisable: sys.UnraisableHookArgs) -> None:
    """Where Python can't pass the exception on, as out of a callback, it is raised once more afterwards."""
    if isinstance(unraisable.exc_value, Ended):
        signal.raise_signal(_Signals.heard or signal.SIGINT)
    else:
        sys.__unraisablehook__(unraisable)


def _end(reading: socket.socket, writing: socket.socket) -> NoReturn:
    """Wait for a signal, and then for the command to end."""
    number = 0
    while number not in (signal.SIGINT, signal.SIGTERM):
        number = reading.recv(1)[0]
    sleep(PATIENCE)
    _let_go()
    os._exit(status(number))


def pending() -> bool:
    """Whether a signal was heard, whatever became of the exception."""
    return _Signals.heard is not None


def check() -> None:
    """Raise Ended where a signal was heard: what was found since may be of its making."""
    if pending():
        raise Ended


def status(number: int | None = None) -> int:
    """The exit status of a process that such a signal ended (by default the one that was heard)."""
    return 128 + (number or _Signals.heard or signal.SIGINT)


def leave() -> NoReturn:
    """End the process now: threads that are still at work, such as a solver's, aren't waited for."""
    _let_go()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # nobody may read it any more
            stream.flush()
    os._exit(status())


def _let_go() -> None:
    """What pools of processes keep in the system under a name goes: else a process of Python's warns that it was left there."""
    if (util := sys.modules.get("multiprocessing.util")) is not None:
        with suppress(Exception):
            util._run_finalizers(0)
