"""Lets the documentation's examples be tried: below each case in YAML stands a link that opens it in the browser."""

from __future__ import annotations

import os
from typing import Any

import yaml
from declarant.events.errors import InvalidInput
from declarant.tools.cases.reading import read_case
from declarant.tools.serve.permalink import encode
from docutils import nodes

SITE = os.environ.get("DECLARANT_SITE", "../site/")
"""Where the site of `make site` is; by default beside the documentation, as in `build`."""


def code_of(text: str) -> str | None:
    """The code of the first case of an example in YAML, as links hold it; None where it is none."""
    try:
        first = next(iter(yaml.safe_load_all(text)), None)
        first = first[0] if isinstance(first, list) and first else first
        return encode(read_case({"id": "example", **first}, "")) if isinstance(first, dict) else None
    except (yaml.YAMLError, InvalidInput):
        return None


def put_links(app: Any, tree: nodes.document) -> None:
    """Put a link below each example of a page."""
    up = "../" * app.env.docname.count("/") if not SITE.startswith("http") else ""
    for block in list(tree.findall(nodes.literal_block)):
        code = code_of(block.astext()) if block.get("language") == "yaml" else None
        if code is not None:
            link = nodes.reference("", "Open it in the browser", refuri=f"{up}{SITE}#/c/{code}", internal=False)
            block.parent.insert(block.parent.index(block) + 1, nodes.paragraph("", "", link))


def setup(app: Any) -> dict[str, bool]:
    """What Sphinx calls."""
    app.connect("doctree-read", put_links)
    return {"parallel_read_safe": True}
