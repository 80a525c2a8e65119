"""`declarant site` and `declarant link`: the referee for any browser, and the address that holds a case."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...events.errors import InvalidInput
from .app import app
from .cases import CaseOption
from .common import ending


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
        from ..history import explanations as explaining
        from ..serve.answers import case_of
        from ..serve.permalink import address

        cases = list(explaining.read(Path(path), case))
        for each in cases:
            if isinstance(each, InvalidInput):
                raise each
            if len(cases) != 1:
                raise InvalidInput("--case", "nothing", f"one of the {len(cases)} cases of {path}")
            case_of(each.model_dump(mode="json", by_alias=True, exclude_unset=True))
            print(address(each, site))
