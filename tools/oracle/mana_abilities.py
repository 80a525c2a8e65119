"""Activated mana abilities (605.1a): what they cost and add is asked where costs to attack or block are paid."""

from __future__ import annotations

import re

from ...events.abilities import Ability, ManaAbility

_COLORS = ("{W}", "{U}", "{B}", "{R}", "{G}")
_SYMBOLS = re.compile(r"(?:\{[WUBRGC]\})+")
_ANY_COLOR = re.compile(r"(one|two|three) mana of any (?:one )?color", re.IGNORECASE)
_NUMBERS = {"one": 1, "two": 2, "three": 3}
_SACRIFICE = re.compile(r"sacrifice (?:this \w+|~|it)", re.IGNORECASE)


def mana_ability(text: str, name: str) -> list[Ability]:
    """The mana ability that a line with a cost and a colon is, if it is one.

    What of its cost is neither {T} nor sacrificing its source, and what it says after what it adds, stands in `unread`.
    """
    cost, _, effect = text.partition(":")
    sentence, *after = [part.strip() for part in effect.strip().split(". ")]
    adds = re.fullmatch(r"Add (.+?)\.?", sentence, re.IGNORECASE)
    if adds is None:
        return []
    parts = [part.strip() for part in cost.rpartition(" — ")[2].split(",")]
    sacrifice = [
        part for part in parts if _SACRIFICE.fullmatch(part) or (name and part.casefold() == f"sacrifice {name}".casefold())
    ]
    others = [part for part in parts if part != "{T}" and part not in sacrifice]
    return [
        ManaAbility(
            taps="{T}" in parts,
            sacrifices=bool(sacrifice),
            adds=_options(adds[1]),
            unread=". ".join([*others, *filter(None, after)]),
            text=text,
        )
    ]


def _options(words: str) -> tuple[str, ...] | None:
    """What it adds: one of these; None where the words say an amount that depends on something."""
    if (any_color := _ANY_COLOR.fullmatch(words)) is not None:
        return tuple(symbol * _NUMBERS[any_color[1].lower()] for symbol in _COLORS)
    options = [part for part in re.split(r",? or |, ", words) if part]
    return tuple(options) if all(_SYMBOLS.fullmatch(option) for option in options) else None
