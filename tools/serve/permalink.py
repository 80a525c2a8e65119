"""A case as an address: the whole of it is in the link, and stored nowhere.

The line of the case, where that suffices and isn't long; else canonical JSON, deflated with a dictionary of what cases say often,
in the letters that addresses are made of.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterable
from typing import TypeVar

from ...events.errors import InvalidInput
from ...events.model import Model
from ..cases.documents import parse_json
from ..cases.line import NAMELESS, line_of
from ..cases.models import Case
from ..cases.reading import read_case, read_line

MAX_BYTES = 64 * 1024
"""How long a case may be, as JSON."""

MAX_CODE = 24_000
"""How long a code may be: addresses that are longer get lost on their way."""

AnswerT = TypeVar("AnswerT", bound=Model)

_VERSION = "1."

_LINE = "2."
_TABLE = "table"
MAX_LINE_CODE = 400
"""How long the code of a line may be; a longer one is deflated."""

_SIGNS = dict(zip('"|/:>;+,={}()#.', "qpdcgsaueklfnho", strict=True))
"""The signs of lines in the letters that addresses leave as they are: a space is `_`, any other `~` and its letter."""

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


def linked(answers: Iterable[AnswerT], case: Case, here: str | None = None) -> list[AnswerT]:
    """Answers about a case with its link, if there can be one. `here`: what the address begins with."""
    try:
        link = f"{here}/c/{encode(case)}" if here is not None else address(case)
    except InvalidInput:
        return list(answers)
    return [answer.model_copy(update={"link": link}) for answer in answers]


def dictionary() -> bytes:
    """What the deflater knows before it begins: whoever opens a code has to know it, too."""
    return _OFTEN


def signs() -> dict[str, str]:
    """What `~` and a letter stand for in the code of a line."""
    return {letter: sign for sign, letter in _SIGNS.items()}


def encode(case: Case) -> str:
    """The code of a case. Raises InvalidInput for one that is too long."""
    return _line_code(case) or _deflated(case)


def _line_code(case: Case) -> str | None:
    """The code of the case's line; None where that is long, or leaves something out."""
    try:
        line = line_of(case.model_copy(update={"id": ""}) if case.id == _TABLE else case)
        if len(line) > MAX_LINE_CODE or _called(read_line(line)).as_data() != _called(case).as_data():
            return None
    except InvalidInput:
        return None
    code = _LINE + "".join(map(_escaped, line))
    return code if len(code) <= MAX_LINE_CODE else None


def _called(case: Case) -> Case:
    """Who has no name is what is on the table."""
    return case.model_copy(update={"id": _TABLE}) if case.id in ("", NAMELESS) else case


def _escaped(sign: str) -> str:
    if sign == " ":
        return "_"
    if sign in _SIGNS:
        return f"~{_SIGNS[sign]}"
    return sign if (sign.isascii() and sign.isalnum()) or sign == "-" else f"~{ord(sign):02X}"


def _unescaped(code: str) -> str:
    letters = signs()

    def sign(found: re.Match[str]) -> str:
        escape = found[0]
        return " " if escape == "_" else letters[escape[1]] if escape[1] in letters else chr(int(escape[1:], 16))

    if not re.fullmatch(rf"(?:[A-Za-z0-9-]|_|~(?:[{''.join(_SIGNS.values())}]|[2-7][0-9A-F]))*", code):
        raise InvalidInput("the link", f"{code[:20]!r}", "the link of a case, whole")
    return re.sub(r"_|~(?:[a-z]|[0-9A-F]{2})", sign, code)


def _deflated(case: Case) -> str:
    data = json.dumps(case.as_data(), ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=_OFTEN)
    code = _VERSION + base64.urlsafe_b64encode(deflate.compress(data) + deflate.flush()).decode().rstrip("=")
    if len(data) > MAX_BYTES or len(code) > MAX_CODE:
        raise InvalidInput("case", f"{len(data)} bytes", f"a case of at most {MAX_BYTES} bytes, and {MAX_CODE} as an address")
    return code


def decode(code: str) -> Case:
    """The case of a code. Raises InvalidInput, for one that swells to more than a case may be, too."""
    if code.startswith(_LINE) and len(code) <= MAX_CODE:
        return _called(read_line(_unescaped(code.removeprefix(_LINE))))
    if len(code) > MAX_CODE or not code.startswith(_VERSION):
        raise InvalidInput("the link", f"{code[:20]!r}", "the link of a case, whole")
    packed = code.removeprefix(_VERSION)
    try:
        inflate = zlib.decompressobj(-15, zdict=_OFTEN)
        data = inflate.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), MAX_BYTES + 1)
    except (ValueError, zlib.error):
        raise InvalidInput("the link", f"{code[:20]!r}…", "the link of a case, whole") from None
    if len(data) > MAX_BYTES or not inflate.eof:
        raise InvalidInput("the link", f"more than {MAX_BYTES} bytes, or not all of them", "the link of a case, whole")
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise InvalidInput("the link", "no text", "the link of a case, whole") from None
    return read_case(parse_json(text, "the link").value, "the link")
