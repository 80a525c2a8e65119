"""Tricks in a file: what a spell does to its target, read from its text; a closed list of wordings, others are declined."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import Field

from ...events.errors import InvalidInput
from ...events.model import Model
from ...handlers.best_play.trick_combat import Trick
from ...handlers.best_play.trigger_reading import GAINED, WITHOUT_EFFECT
from ..cases.models.values import MANA_SYMBOLS
from ..claims import Whole, checked_claim, read_json

LARGEST = 1024 * 1024
_TARGET = r"target (?P<fighting>attacking or blocking |attacking |blocking )?creature(?P<of> you control| an opponent controls)?"
_TEXTS = (
    re.compile(
        _TARGET + r"(?: gets (?P<power>[+-−]\d{1,4})/(?P<toughness>[+-−]\d{1,4}))?(?P<and> and)?(?: gains (?P<gains>[a-z, ]+?))?"
        r" until end of turn\."
    ),
    re.compile(r".+ deals (?P<damage>\d{1,4}) damage to " + _TARGET + r"\."),
    re.compile(r"tap " + _TARGET + r"\."),
)


class StatedTrick(Model):
    """A trick as a file states it."""

    controller: str = Field(description="text: the player who holds it")
    name: str = Field(default="trick", description="text")
    text: str = Field(description="text: what it does, in Oracle wording")
    cost: str = Field(default="", pattern=f"^$|{MANA_SYMBOLS}", description='mana symbols, as "{1}{G}"')
    weight: Whole | None = Field(
        default=None, ge=0, le=100, description="a whole number, 0 to 100: in how many of a hundred games it is held"
    )


def read_trick(stated: Mapping[str, Any], where: str = "tricks") -> Trick:
    """A trick from what is stated of it. Raises InvalidInput for a text that isn't understood."""
    checked = checked_claim(StatedTrick, stated, where)
    text = " ".join(checked.text.split())
    found = next((match for each in _TEXTS if (match := each.fullmatch(text[:1].lower() + text[1:]))), None)
    parts = found.groupdict() if found is not None else {}
    gains = frozenset(re.split(r", and |, | and ", parts["gains"])) if parts.get("gains") else frozenset[str]()
    joined = bool(parts.get("and")) == bool(parts.get("power") and gains)
    nothing = found is not None and "gains" in parts and not (gains or parts.get("power"))
    if found is None or not joined or nothing or gains - GAINED - WITHOUT_EFFECT:
        raise InvalidInput(
            where, repr(checked.text[:80]), "one target creature that gets +X/+Y, gains keywords, or is dealt damage"
        )
    fighting = parts.get("fighting") or ""
    of = (parts.get("of") or "").strip()
    return Trick(
        checked.controller,
        checked.name,
        int((parts.get("power") or "0").replace("−", "-")),
        int((parts.get("toughness") or "0").replace("−", "-")),
        int(parts.get("damage") or 0),
        gains,
        "you" if of == "you control" else "an opponent" if of else "anybody",
        frozenset(word for word in ("attacking", "blocking") if word in fighting),
        checked.cost,
        checked.weight,
        text,
    )


def stated(trick: Trick) -> dict[str, Any]:
    """A trick as a file states it."""
    fields = {"controller": trick.controller, "name": trick.name, "text": trick.text, "cost": trick.cost or None}
    return {name: value for name, value in (fields | {"weight": trick.weight}).items() if value is not None}


def read_tricks(path: Path) -> list[Trick]:
    """The tricks in a JSON file: a list of objects with `controller`, `name` and `text`. Raises InvalidInput."""
    return tricks_of(read_json(path, "a JSON file of tricks", LARGEST), str(path))


def tricks_of(stated: object, where: str = "tricks") -> list[Trick]:
    """Tricks from a list of objects. Raises InvalidInput."""
    listed: Sequence[Any] = stated if isinstance(stated, list | tuple) else [stated]
    if not listed or not all(isinstance(each, dict | Trick) for each in listed):
        raise InvalidInput(where, "no list of objects", "a list of tricks, each with controller, name and text")
    return [each if isinstance(each, Trick) else read_trick(each, where) for each in listed]
