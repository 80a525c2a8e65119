"""Where the command `declarant` starts: `--version` is answered at once, everything else by the command line proper."""

import sys
from importlib import metadata


def main() -> None:
    """Run the command with the arguments of the process."""
    if sys.argv[1:] == ["--version"]:
        print("declarant", metadata.version("declarant"))
        return
    from .cli import app  # heavy: pydantic, typer, rich

    app()
