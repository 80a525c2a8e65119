"""Reads a permanent's rules text as a whole, with what own keywords mean."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from ...events.abilities import THIS, Ability, ChangesCharacteristics, CountersOn, QuantityCompares
from .own_keywords import installed, said_in_full
from .reader import SIZE, read_text, setting_of


def read_permanent(
    text: str,
    *,
    name: str = "",
    types: Collection[str] = (),
    where: str = "text",
    derived: bool = False,
    as_far_as_read: bool = False,
) -> tuple[Ability, ...]:
    """A permanent's rules text as abilities: an ability a line, reminders in parentheses skipped.

    `name` is the permanent's own name, which its text uses for itself; a permanent with `Legendary` among its types and
    supertypes may use its first name. `derived`: what it makes of power and toughness is read, too, or declined; with
    `as_far_as_read`, what of that isn't understood is left out.

    Raises WordingNotUnderstood for a line that bears on declarations and isn't understood, with the character at which its
    unread words begin.
    """
    text = said_in_full(text, installed())
    found = read_text(text, replace(setting_of(name, types, where), derived=derived, as_far_as_read=as_far_as_read))
    return (*found, *_creature_at(text, types)) if derived else found


_CREATURE_AT = re.compile(r"artifact creature at (\d{1,3})\+")
_CHARGES = re.compile(r"^(\d{1,3})\+ \|", re.MULTILINE)


def _creature_at(text: str, types: Collection[str]) -> tuple[Ability, ...]:
    """721.2b: a Spacecraft is an artifact creature too as long as it has so many charge counters: its last number, unless its
    reminder says it. Its size then is in its text, or printed on it."""
    if "Spacecraft" not in types or not (charges := _CREATURE_AT.findall(text) or _CHARGES.findall(text)):
        return ()
    enough = QuantityCompares(quantity=CountersOn(of="source", counter="charge"), comparison=">=", than=int(charges[-1]))
    size = next((each.strip() for each in text.split("\n") if SIZE.fullmatch(each.strip())), None)
    power, toughness = map(int, size.split("/")) if size is not None else (None, None)
    changes = ChangesCharacteristics(
        permanents=THIS,
        types=("Creature",),
        kept=True,
        base_power=power,
        base_toughness=toughness,
        condition=enough,
        text=f"{charges[-1]}+ | artifact creature",
    )
    return (changes,)
