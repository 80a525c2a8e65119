"""Makes HTML and SVG of what is shown: every page by the same templates, with all it needs inside, and no network.

Jinja2 escapes whatever isn't markup already. The policy of a page names the hashes of its own style and script, so that a
browser runs and applies nothing else, whoever put it there.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, ModuleLoader, StrictUndefined
from markupsafe import Markup

from ...events.errors import InvalidInput
from ...events.version import __version__
from . import words
from .board import Tiles

_TEMPLATES = Path(__file__).parent / "templates"
COMPILED = _TEMPLATES / "compiled"
"""Where a site has the templates as modules, so that no visitor's browser compiles them."""


@cache
def environment() -> Environment:
    """The templates, with what they call."""
    loader = ModuleLoader(COMPILED) if COMPILED.is_dir() else FileSystemLoader(_TEMPLATES)
    found = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    found.filters |= {
        "day": words.day,
        "problem": problem,
        "sentence": words.capital,
        "shown": words.shown,
        "symbols": words.with_symbols,
    }
    return found


def problem(error: InvalidInput) -> str:
    """What doesn't fit, in a line, and what else."""
    misfits = (f"{each.where}: found {each.found}; allowed: {each.allowed}" for each in (error, *error.further))
    return words.shown("; ".join(misfits))


@cache
def source(name: str) -> Markup:
    """A style or a script of ours, as it is."""
    return Markup((_TEMPLATES / name).read_text("utf-8").strip())


@cache
def style(*names: str) -> Markup:
    """Styles of ours, without comments and what is only there to be read."""
    text = re.sub(r"/\*.*?\*/", "", "\n".join(source(name) for name in names), flags=re.DOTALL)
    return Markup(re.sub(r"\s*([{};,])\s*", r"\1", re.sub(r"\s+", " ", text)).strip())


def running(script: str) -> Markup:
    """A script of ours, which only says what it does (`mount`), and what runs it in a page by itself."""
    return source(script) + Markup("\n") + source("page.js")


def hash_of(text: str) -> str:
    """How a policy names a style or a script."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def policy(style: str, script: str = "", *, forms: bool = False, connect: bool = False) -> str:
    """What a page may do: apply this style, run this script, and nothing else."""
    allowed = {
        "default-src": "'none'",
        "style-src": f"'{hash_of(style)}'",
        "script-src": f"'{hash_of(script)}'" if script else "'none'",
        "img-src": "data:",
        "connect-src": "'self'" if connect else "'none'",
        "base-uri": "'none'",
        "form-action": "'self'" if forms else "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in allowed.items())


def embedded(data: object) -> Markup:
    """Data as JSON for a script element, which nothing in it can end, and no character of which is unseen."""
    text = json.dumps(data, separators=(",", ":"))
    for character in "&<>":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)


def page(
    template: str,
    title: str,
    shown: object,
    *,
    styles: tuple[str, ...] = (),
    script: str,
    data: object,
    forms: bool = False,
    connect: bool = False,
    base: str = "",
    **more: object,
) -> str:
    """A page, whole. `styles`: what it has besides those of every page; `base`: what stands before the path of each link.

    The same things shown give the same bytes.
    """
    css, js = style("tokens.css", "board.css", "page.css", *styles), running(script) if script else Markup("")
    made = (
        environment()
        .get_template(template)
        .render(
            page=shown,
            title=words.shown(title, 200),
            style=css,
            script=js,
            script_name=script,
            policy=policy(css, js, forms=forms, connect=connect),
            data=embedded(data) if data is not None else "",
            version=__version__,
            base=base,
            **more,
        )
    )
    return made + "\n"


def framed(made: str) -> str:
    """A page in a frame, for notebooks: it can't reach what is around it."""
    frame = Markup('<iframe sandbox="allow-scripts" width="100%" height="640" title="declarant" srcdoc="{}"></iframe>')
    return str(frame.format(made))


def picture_style() -> Markup:
    """The style of a picture that is a file of its own."""
    return style("tokens.css", "board.css")


def picture(board: Markup, tiles: Tiles, upto: str = "") -> str:
    """A board as a file of its own, in light and in dark. `upto`: attack or block, where what comes later isn't drawn."""
    start, _, rest = board.partition(">")
    size = Markup(' xmlns="http://www.w3.org/2000/svg" data-upto="{}"').format(upto)
    inner = Markup("<style>{}</style><defs>{}</defs>").format(picture_style(), tiles.used_by(board))
    return str(Markup(start.replace("<svg", Markup("<svg") + size)) + Markup(">") + inner + Markup(rest)) + "\n"
