"""A case as an address: the whole of it is in the link, and stored nowhere.

Canonical JSON, deflated with a dictionary of what cases say often, in the letters that addresses are made of.
"""

from __future__ import annotations

import base64
import json
import re
import zlib

from ...events.errors import InvalidInput
from ..cases.documents import parse_json
from ..cases.models import Case
from ..cases.reading import read_case

MAX_BYTES = 64 * 1024
"""How long a case may be, as JSON."""

MAX_CODE = 24_000
"""How long a code may be: addresses that are longer get lost on their way."""

_VERSION = "1."

_OFTEN = (
    b'"why":"","source":"","optional_costs":{"bands":[["mana_abilities":[{"source":"","adds":"{G}"}],"pay":"{2}",'
    b'"expect":"illegal","rule":"509.1c","effects":[{"controller":"","text":""}],"counters":{"+1/+1":1},"attached_to":"",'
    b'"token":true,"tapped":true,"summoning_sick":true,"supertypes":["Legendary"],"types":["Planeswalker"],"loyalty":3,'
    b'"types":["Artifact","Creature"],"subtypes":["Human","Soldier"],"text":"This creature blocks each combat if able.",'
    b'"text":"This creature attacks each combat if able.","text":"Whenever this creature attacks, ","text":"can\'t be blocked '
    b'except by two or more creatures.","text":"Creatures can\'t attack you unless their controller pays {2} for each creature '
    b'they control that\'s attacking you.","text":"Trample","text":"First strike","text":"Defender","text":"Reach",'
    b'"text":"Menace","text":"Flying","colors":["W"],"mana_value":2,"controller":"Bob","name":"","types":["Creature"],'
    b'"power":2,"toughness":2},{"id":"","controller":"Ann","name":"","types":["Creature"],"power":1,"toughness":1}],'
    b'"id":"table","life":{"Ann":20,"Bob":20},"players":["Ann","Bob"],"battlefield":[{"rules":"2026-01-16","steps":'
    b'[{"attack":{"a1":"Bob"}},{"block":{"b1":["a1"]}},{"block":{}}]}'
)
"""Our own words; what comes last is found most cheaply. A change makes another version."""


def address(case: Case, site: str | None = None) -> str:
    """The address at which a case is shown. `site`: where a site is that `declarant site` wrote, else `declarant serve` here.

    Raises InvalidInput for a case that is too long, and for a site that has no address.
    """
    code = encode(case)
    if site is None:
        return f"http://127.0.0.1:8420/c/{code}"
    if not re.fullmatch(r"https?://[^\s#?]+", site):
        raise InvalidInput("--site", repr(site[:80]), "the address of a site, as in https://example.org/referee/")
    return f"{site}#/c/{code}"


def dictionary() -> bytes:
    """What the deflater knows before it begins: whoever opens a code has to know it, too."""
    return _OFTEN


def encode(case: Case) -> str:
    """The code of a case. Raises InvalidInput for one that is too long."""
    told = json.dumps(
        case.model_dump(mode="json", by_alias=True, exclude_unset=True),
        ensure_ascii=False,
        separators=(",", ":"),
        sort_keys=True,
    ).encode()
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=_OFTEN)
    code = _VERSION + base64.urlsafe_b64encode(deflate.compress(told) + deflate.flush()).decode().rstrip("=")
    if len(told) > MAX_BYTES or len(code) > MAX_CODE:
        raise InvalidInput("case", f"{len(told)} bytes", f"a case of at most {MAX_BYTES} bytes, and {MAX_CODE} as an address")
    return code


def decode(code: str) -> Case:
    """The case of a code. Raises InvalidInput, for one that swells to more than a case may be, too."""
    if len(code) > MAX_CODE or not code.startswith(_VERSION):
        raise InvalidInput("the link", f"{code[:20]!r}", "the link of a case, whole")
    packed = code.removeprefix(_VERSION)
    try:
        inflate = zlib.decompressobj(-15, zdict=_OFTEN)
        told = inflate.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), MAX_BYTES + 1)
    except (ValueError, zlib.error):
        raise InvalidInput("the link", f"{code[:20]!r}…", "the link of a case, whole") from None
    if len(told) > MAX_BYTES or not inflate.eof:
        raise InvalidInput("the link", f"more than {MAX_BYTES} bytes, or not all of them", "the link of a case, whole")
    try:
        text = told.decode()
    except UnicodeDecodeError:
        raise InvalidInput("the link", "no text", "the link of a case, whole") from None
    return read_case(parse_json(text, "the link").value, "the link")
