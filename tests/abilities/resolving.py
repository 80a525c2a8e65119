"""Ann's imp does something in a combat against Bob, and what its text says then is done."""

from typing import Any

from referee import ANN, BOB, CAT, attack, block, creature, damage, given, permanent, resolve

ATTACKS = "Whenever this creature attacks, "
HITS = "Whenever this creature deals combat damage to a player, "
_ALL = (ANN, BOB, CAT)
BOARD = (
    creature("elk", ANN, power=3, toughness=4),
    permanent("orb", ANN, types=["Artifact"], mana_value=3),
    permanent("ark", ANN, types=["Artifact"], mana_value=2),
    creature("ox", BOB, power=1, toughness=6, tapped=True),
    creature("cow", BOB, power=1, toughness=6),
)
"""Creatures and artifacts of different sizes and mana values, beside the imp."""


def as_it_attacks(
    text: str, *others: dict[str, Any], by: dict[str, Any] | None = None, totals: dict[str, Any] | None = None, **choices: Any
) -> Any:
    """Ann's 2/2 imp, which says that as it attacks, attacks Bob, and Cat isn't attacked."""
    has = {"hand": {ANN: 1}, "graveyard": {ANN: 1}, "mana": {ANN: "{R}{R}{R}"}} | (totals or {})
    board = given(creature("imp", ANN, ATTACKS + text, **(by or {})), *others, players=_ALL, **has)
    return board.when(attack(imp=BOB), resolve("all", {"source": "imp", **choices}) if choices else resolve())


def as_it_hits(text: str, *others: dict[str, Any], **choices: Any) -> Any:
    """Ann's 2/2 imp deals combat damage to Bob."""
    board = given(creature("imp", ANN, HITS + text), *others, graveyard={ANN: 2, BOB: 3}, hand={BOB: 2})
    return board.when(attack(imp=BOB), block(), damage(), resolve("all", {"source": "imp", **choices}))


def as_it_dies(text: str, *others: dict[str, Any], players: tuple[str, ...] = _ALL, **choices: Any) -> Any:
    """Ann's 3/2 imp is blocked by Bob's wall and dies."""
    imp, wall = creature("imp", ANN, text, power=3), creature("wall", BOB, power=9, toughness=9)
    board = given(imp, wall, *others, players=players, graveyard={ANN: 1, BOB: 1})
    return board.when(attack(imp=BOB), block(wall="imp"), damage(), resolve("all", {"source": "imp", **choices}))
