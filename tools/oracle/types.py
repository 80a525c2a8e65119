"""The words for card types, supertypes and subtypes (`events.types`), singular and plural."""

from __future__ import annotations

from collections.abc import Iterable

from ...events import types
from .tables import listed

# Singular and plural, or both in one.
_IRREGULAR = {
    word.split(":")[0]: word.split(":")[-1]
    for word in listed(
        """
        Aetherborn, Astartes, Aurochs, Bison, Caribou, Child:Children, Custodes, Cyberman:Cybermen,
        Cyclops:Cyclopes, Dauthi, Djinn, Dwarf:Dwarves, Efreet:Efreets, Eldrazi, Elf:Elves, Elk, Equipment,
        Fish, Food:Foods, Fungus:Fungi, Hero:Heroes, Hippo:Hippos, Homunculus:Homunculi, Jellyfish, Kithkin,
        Kor, Leech:Leeches, Locus:Loci, Merfolk, Moonfolk, Moose, Mouse:Mice, Myr, Nautilus:Nautiluses,
        Nephilim, Octopus:Octopuses, Ox:Oxen, Pegasus:Pegasi, Plains, Samurai, Sheep, Soltari, Spawn:Spawns,
        Squid, Starfish, Thalakos, Thief:Thieves, Treasure:Treasures, Treefolk, Vedalken, Walrus:Walruses,
        Werewolf:Werewolves, Wolf:Wolves
        """
    )
}


def plural(word: str) -> str:
    """The plural of a type's word."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh", "z")) else "s")


def _table(names: Iterable[str]) -> dict[str, str]:
    return {form.lower(): name for name in names for form in (name, plural(name))}


CARD_TYPES = _table(("Artifact", "Battle", "Creature", "Enchantment", "Instant", "Land", "Planeswalker", "Sorcery", "Kindred"))
"""Singular and plural, in lower case, to the type."""

SUPERTYPES = {word.lower(): word for word in types.SUPERTYPES}

GROUPS = _table(types.GROUPS)
"""Words that stand for several types (rules 700.6 and 700.12)."""

SUBTYPES = _table(
    (
        *types.ARTIFACT_TYPES,
        *types.ENCHANTMENT_TYPES,
        *types.LAND_TYPES,
        *types.PLANESWALKER_TYPES,
        *types.BATTLE_TYPES,
        *types.CREATURE_TYPES,
    )
)

LAND_TYPES = _table(types.LAND_TYPES)
WALKERS = frozenset(each.lower() for each in types.PLANESWALKER_TYPES)

SINGULAR = {name.lower() for name in {*CARD_TYPES.values(), *SUBTYPES.values()} if plural(name) != name}
SINGULAR |= {"permanent", "source", "token", "commander", "ring-bearer"}
"""Words for one of them only, in lower case."""
