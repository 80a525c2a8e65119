"""What workers do in the tests: functions that a process of its own can import."""

import os
import signal
import time
from pathlib import Path

from declarant.events.errors import CorruptJournal


def squared(number: int) -> int:
    return number * number


def refused_at_three(number: int) -> int:
    if number == 3:
        raise CorruptJournal("entry 3", "it isn't there")
    return number


def dies_once_at_three(item: tuple[int, str]) -> int:
    """Ends its process the first time that it comes to three: the file is there from then on."""
    number, file = item
    if number == 3 and not Path(file).exists():
        Path(file).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def dies_at_three(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def process_id(_: int) -> int:
    """The process that does it."""
    return os.getpid()


def sleeps(folder: str) -> None:
    """Leaves the id of its process, and goes on for longer than anybody waits."""
    Path(folder, str(os.getpid())).touch()
    time.sleep(600)
