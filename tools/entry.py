"""Where the command `declarant` starts: `--version` is answered at once, everything else by the command line proper."""

import os
import signal
import sys

from ..events.version import __version__


def main() -> None:
    """Run the command with the arguments of the process."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, lambda number, frame: os._exit(128 + number))  # nothing has begun yet
    if sys.argv[1:] == ["--version"]:
        print("declarant", __version__)
        return
    from .running import interrupts

    interrupts.heed()
    try:
        from .cli import app  # heavy: pydantic, typer, rich

        app()
    except KeyboardInterrupt:
        pass
    finally:
        if interrupts.pending():
            interrupts.leave()
