"""Which files of which distributions a browser needs: what answers requests, and nothing that prints, measures or trains."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping
from pathlib import Path

from ...events.version import __version__

PACKAGE = Path(__file__).resolve().parents[2]

ROOMS = ("events", "projections", "handlers", "tools")

LEFT_OUT = re.compile(
    r"""declarant/(envs|openspiel|__main__)\.py
    |declarant/tools/(audit|bench|cli|corpus|environments|puzzles|rating|simulation|text)/
    |declarant/tools/(demo|entry|ignored)\.
    |declarant/tools/(running/(executors|interrupts)|oracle/(coverage|doing|alternatives)|arena/(checking|deriving|following))\.py
    |declarant/tools/(tables/(picture|seventeen_lands|simulated)|page/(reviews|reviewing))\.py|declarant/tools/page/templates/puzzles\.
    |declarant/tools/history/(turn_by_turn|copies)\.py
    |declarant/tools/site/(?!__init__|inside|taking)
    |declarant/tools/(serve/connections|serve/assistants)\.py
    |declarant/.*conformance\.py|declarant/events/journal/stores/postgresql\.py
    |.*\.(png|svg|md|pyi|so)$|.*/py\.typed$|.*\.dist-info/
    |pydantic/(v1|deprecated)/|pydantic/(mypy|color|_hypothesis_plugin)\.py|annotated_types/test_cases\.py
    |anyio/_backends/_trio\.py|anyio/(pytest_plugin|to_process|to_interpreter|itertools)\.py|idna/(__main__|cli)\.py
    |segno/(cli|writers_pil)\.py|starlette/(testclient|templating|staticfiles|schemas|graphql)\.py
    |jinja2/(sandbox|nativetypes|meta)\.py|structlog/(twisted|_frames_pretty)\.py|yaml/cyaml\.py|markupsafe/_speedups\.c|.*\.data/""",
    re.VERBOSE,
)

CORE = "pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so"


def files(wheels: Mapping[str, Path]) -> dict[str, bytes]:
    """Path → bytes: this package as it is here, and what the wheels hold, as far as a browser needs it."""
    found = {
        f"declarant/{path.relative_to(PACKAGE).as_posix()}": path.read_bytes()
        for path in (*PACKAGE.glob("*.py"), *(path for room in ROOMS for path in (PACKAGE / room).rglob("*")))
        if path.is_file() and "__pycache__" not in path.parts
    }
    for wheel in wheels.values():
        if wheel.suffix == ".whl":
            with zipfile.ZipFile(wheel) as archive:
                found |= {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
    kept = {name: found[name] for name in sorted(found) if name == CORE or not LEFT_OUT.match(name)}
    about = f"Metadata-Version: 2.1\nName: declarant\nVersion: {__version__}\n"
    return kept | {f"declarant-{__version__}.dist-info/METADATA": about.encode()}


def licences(wheels: Mapping[str, Path]) -> str:
    """The licences of what is in the files, whole, by distribution."""
    sections = [
        f"declarant {__version__}\n\n{(PACKAGE / 'LICENSE').read_text('utf-8') if (PACKAGE / 'LICENSE').is_file() else 'MIT'}"
    ]
    for name, wheel in sorted(wheels.items()):
        if wheel.suffix != ".whl":
            continue
        with zipfile.ZipFile(wheel) as archive:
            texts = [each for each in archive.namelist() if re.search(r"\.dist-info/(.*/)?(LICEN[CS]E|COPYING)[^/]*$", each)]
            sections.append(f"{name}\n\n" + "\n\n".join(archive.read(each).decode("utf-8", "replace") for each in sorted(texts)))
    sections.append(
        "Pyodide, with CPython and its libraries\n\nMPL-2.0 (https://github.com/pyodide/pyodide), PSF-2.0 (https://python.org)"
    )
    return ("\n\n" + "-" * 80 + "\n\n").join(sections) + "\n"
