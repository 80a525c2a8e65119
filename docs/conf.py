"""How Sphinx builds the documentation: `make docs`. The reference is made of the code, by `making.py`, before it is read."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from declarant import __version__
from making import make_reference
from sphinx.application import Sphinx

project = "declarant"
author = copyright = "the declarant authors"
release = version = __version__
extensions = ["myst_parser", "opening"]
exclude_patterns = ["README.md"]
html_theme = "furo"
html_title = "declarant"
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
suppress_warnings = ["misc.highlighting_failure"]
man_pages = [("reference/commands", "declarant", "referee combats of Magic: The Gathering", author, 1)]


def reference(app: Sphinx) -> None:
    """The manual page that `make docs` builds after the pages is made of the same reference."""
    folder = Path(__file__).parent / "reference"
    if app.builder.name != "man" or not folder.is_dir():
        make_reference(folder)


def setup(app: Sphinx) -> None:
    """What Sphinx asks of it."""
    app.connect("builder-inited", reference)
