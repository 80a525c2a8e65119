"""House rules: editions that a group lays over the published ones, with doctrines that some published edition could have.

They are kept with the game that they hold in (`GameStarted.editions`), so that a journal is ruled on alike wherever it is read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from pydantic import ValidationError

from ...events import optional
from ...events.editions import HouseEdition
from ...events.errors import InvalidInput
from .doctrines import DOCTRINES

GROUP = "declarant.editions"
"""The group of entry points, each of which names one edition, or a list of them, as a case writes it."""
MAX_EDITIONS = 20
MAX_NAME = 80
_FORM = "an object with from (an ISO date), name (text) and doctrines (an object)"

Variant: TypeAlias = str | bool | frozenset[str]
"""How a doctrine is: one of its variants, or a set of them."""


def house_editions(data: Any, where: str) -> tuple[HouseEdition, ...]:
    """Editions as they are written, or named as an installed package names them; in the order of their days.

    Raises InvalidInput for what is no list of them, for doctrines and variants that there aren't, and for two that say different
    things of one doctrine from the same day on.
    """
    if not isinstance(data, Sequence) or isinstance(data, str | bytes) or len(data) > MAX_EDITIONS:
        raise InvalidInput(where, repr(data)[:80], f"a list of at most {MAX_EDITIONS} editions")
    found: list[HouseEdition] = []
    for number, each in enumerate(data):
        place = f"{where}[{number}]"
        found += _named(each, place) if isinstance(each, str) else [_read(each, place)]
    said: dict[tuple[object, str], Any] = {}
    for edition in found:
        for doctrine, value in edition.doctrines.items():
            if said.setdefault((edition.effective, doctrine), value) != value:
                raise InvalidInput(where, f"{doctrine} twice from {edition.effective} on", "one variant of each doctrine a day")
    return tuple(sorted(found, key=lambda edition: edition.effective))


def _named(name: str, where: str) -> tuple[HouseEdition, ...]:
    known = installed()
    if name not in known:
        raise InvalidInput(where, repr(name)[:80], f"{_FORM}, or the name of one that is installed: {', '.join(known) or 'none'}")
    return known[name]


@cache
def installed() -> Mapping[str, tuple[HouseEdition, ...]]:
    """What installed packages define, by the names of their entry points. Raises InvalidInput for one that isn't right."""
    found: dict[str, tuple[HouseEdition, ...]] = {}
    for name, entry in optional.installed(GROUP).items():
        value = optional.loaded(entry, f"{_FORM}, or a list of these")
        rows = [value] if isinstance(value, Mapping) else value
        where = f"{GROUP}, {name}"
        if isinstance(rows, list | tuple) and any(isinstance(row, str) for row in rows):
            raise InvalidInput(where, "a name", _FORM)
        found[name] = house_editions(rows, where)
    return found


def _read(data: Any, where: str) -> HouseEdition:
    if not isinstance(data, Mapping | HouseEdition):
        raise InvalidInput(where, repr(data)[:80], _FORM)
    part = f"{where}."
    try:
        edition = HouseEdition.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        path = ".".join(map(str, first["loc"][:2]))
        found = "nothing" if first["type"] == "missing" else repr(first["input"])[:80]
        raise InvalidInput(f"{part}{path}" if path else where, found, _FORM) from None
    if not 0 < len(edition.name) <= MAX_NAME or not edition.name.isprintable():
        raise InvalidInput(f"{part}name", repr(edition.name)[:80], f"printable text of 1 to {MAX_NAME} characters")
    if not edition.doctrines:
        raise InvalidInput(f"{part}doctrines", "nothing", f"any of {', '.join(DOCTRINES)}")
    for doctrine, value in edition.doctrines.items():
        _variant(doctrine, value, f"{part}doctrines.{doctrine}")
    return edition


def doctrines_of(house: Sequence[HouseEdition]) -> dict[str, Any]:
    """The doctrines that are laid over, the later ones in place of the earlier. Raises InvalidInput for one that there isn't."""
    return {
        doctrine: _variant(doctrine, value, f"editions, {each.name}.{doctrine}")
        for each in house
        for doctrine, value in each.doctrines.items()
    }


def house_rule(house: Sequence[HouseEdition], concept: str) -> str | None:
    """The name of the edition laid over last by whose doctrines that concept is decided; None: it says nothing of it."""
    deciding = (each.name for each in reversed(house) if any(concept in DOCTRINES[name].decides for name in each.doctrines))
    return next(deciding, None)


def _variant(doctrine: str, value: str | bool | tuple[str, ...], where: str) -> Variant:
    if doctrine not in DOCTRINES:
        from difflib import get_close_matches  # few misspell, and it takes a while to import

        near = get_close_matches(doctrine, DOCTRINES, 1)
        meant = f"; did you mean {near[0]}?" if near else ""
        raise InvalidInput(where, "no doctrine", f"one of {', '.join(DOCTRINES)}{meant}")
    known = DOCTRINES[doctrine].variants
    words = ", ".join(str(each).lower() if isinstance(each, bool) else repr(each) for each in known if each is not None)
    if None in known:  # any of its members, or none
        if isinstance(value, tuple) and {*value} <= known.keys():
            return frozenset(value)
        raise InvalidInput(where, repr(value)[:80], f"a list of any of {words}")
    if isinstance(value, tuple) or not any(value == each and type(value) is type(each) for each in known):
        raise InvalidInput(where, repr(value)[:80], f"one of {words}")
    return value
