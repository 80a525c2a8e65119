"""How long the command and the package take to start, and how much they bring: `python -m bench.startup`.

Each time is the best of several runs in processes of their own, in milliseconds on the clock. Sizes are of what is installed
here, as files. It has no aim of its own; `house` compares the time of an import with that of an older version.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from importlib import metadata
from pathlib import Path

from .measuring import command

RUNS = 5

STARTS = {
    "python -c pass": "pass",
    "import declarant": "import declarant",
    "declarant --version": "import sys; sys.argv = ['declarant', '--version']; from declarant.tools.entry import main; main()",
    "declarant --help": "import sys; sys.argv = ['declarant', '--help']; from declarant.tools.entry import main; main()",
    "import declarant; declarant.Game": "import declarant; declarant.Game",
    "a first game": "import declarant; declarant.Game.start(['Ann', 'Bob'], rules='2024-06-07')",
}


def main() -> None:
    """Print times, and for the package and each extra how many distributions it needs and how large they are."""
    for name, code in STARTS.items():
        print(f"{name:34} {1000 * min(_seconds(code) for _ in range(RUNS)):6.0f} ms")
    for extra in ("", *sorted(metadata.metadata("declarant").get_all("Provides-Extra") or [])):
        found = _needed("declarant", extra)
        size = sum(map(_size, found)) / 2**20
        print(f"{'declarant' + (f'[{extra}]' if extra else ''):34} {len(found):6} distributions, {size:.0f} MB")


def _seconds(code: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=False, capture_output=True)
    return time.perf_counter() - start


def _needed(name: str, extra: str = "") -> set[str]:
    """The distributions that one needs here, itself included; those that aren't installed are left out."""
    from packaging.requirements import Requirement

    found, waiting = set[str](), [(name, extra)]
    while waiting:
        each, extras = waiting.pop()
        key = re.sub(r"[-_.]+", "-", each).lower()
        try:
            stated = metadata.requires(each) or []
        except metadata.PackageNotFoundError:
            continue
        if key in found and not extras:
            continue
        found.add(key)
        for requirement in map(Requirement, stated):
            wanted = extras.split(",")
            if requirement.marker is None or any(requirement.marker.evaluate({"extra": asked}) for asked in wanted):
                waiting.append((requirement.name, ",".join(requirement.extras)))
    return found


def _size(name: str) -> int:
    files = (Path(str(file.locate())) for file in metadata.files(name) or ())
    return sum(file.stat().st_size for file in files if file.is_file())


if __name__ == "__main__":
    command(main, __doc__)
