"""`declarant site`, `link` and `line`: the referee for any browser, and a case as an address and as a line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...events.errors import InvalidInput
from .app import app
from .cases import CaseOption
from .common import FINE, ending, for_each_case

if TYPE_CHECKING:
    from ..cases.models import Case


@app.command()
def site(
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="The folder to write: new, empty, or an older site.")],
    from_: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="FOLDER",
            exists=True,
            file_okay=False,
            help="Where wheels and Pyodide lie; else they are fetched.",
        ),
    ] = None,
) -> None:
    """Write the referee as static files, for any host and any path: it runs in the visitor's browser.

    \b
    declarant site -o site
    python -m http.server -d site         then open http://localhost:8000
    declarant site -o site --from wheels  without a network

    What it needs is taken from PyPI and npm once, by pip and npm, checked against hashes that are pinned, and kept in your cache.
    The same input gives the same bytes. Needs the extra `site` (Node, which makes bytecode), or a Node on the path.

    Exit status: 0 fine, 2 something can't be fetched or written.
    """
    with ending():
        from ..site.building import build

        for name, size in build(out, from_).items():
            print(f"{size:>12,}  {name}")


@app.command()
def link(
    path: Annotated[str, typer.Argument(metavar="CASE", help="A file of cases.")],
    case: CaseOption = None,
    site: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Where a site is, as `declarant site` writes; by default `declarant serve` here."),
    ] = None,
) -> None:
    """Print the address that holds a case: whoever opens it has the case, and it is stored nowhere.

    \b
    declarant link dispute.yaml --site https://example.org/referee/

    Exit status: 0 fine, 2 bad input.
    """
    with ending():
        from ..serve.answers import case_of
        from ..serve.permalink import address

        for each in _cases(path, case):
            case_of(each.as_data())
            print(address(each, site))


@app.command()
def line(
    path: Annotated[str, typer.Argument(metavar="CASE", help="A file or directory of cases, - for standard input, or a line.")],
    case: CaseOption = None,
    json: Annotated[bool, typer.Option("--json", help="The other way: print the cases as JSON, one a line.")] = False,
) -> None:
    """Print cases as lines that people can read, paste and post: one a case, in ASCII.

    \b
    declarant line dispute.yaml
    declarant audit 'Ann 20: brute 3/2 "Menace" | Bob 20: bear 2/2
                     | attack brute>Bob | block bear>brute'

    A line stands wherever a case does: instead of a file for a command (between single quotes), in files that end in .lines, on
    standard input, in the API, for assistants, and in the fields of the table. It says all that the case says, but for its source
    and remarks. A case that takes more than 8,000 characters isn't written as a line: that is stated on standard error.

    Exit status: 0 fine, 2 some can't be read, or are too long.
    """
    with ending():
        from ..cases.line import line_of
        from ..running.json_lines import json_line

        def link(each: Case) -> int:
            print(json_line(each.as_data()) if json else line_of(each))
            return FINE

        raise typer.Exit(for_each_case(path, case, link))


def _cases(path: str, id: str | None) -> list[Case]:
    """The one case that is meant. Raises InvalidInput."""
    from ..history import explanations as explaining

    cases = list(explaining.read(path, id))
    for each in cases:
        if isinstance(each, InvalidInput):
            raise each
    if len(cases) != 1:
        raise InvalidInput("--case", "nothing", f"one of the {len(cases)} cases of {path}")
    return [each for each in cases if not isinstance(each, InvalidInput)]
