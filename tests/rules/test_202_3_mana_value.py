"""202.3: mana value. Of an imported game it may not be known, and no ruling guesses at it."""

from __future__ import annotations

from typing import Any

import pytest
from declarant import Game, permanent
from declarant.events.errors import FactNotStated


def test_what_depends_on_a_mana_value_that_isnt_known_is_declined() -> None:
    game = Game.start(["Ann", "Bob"], rules="2024-06-07")
    text = "This creature can't be blocked by creatures with mana value 2 or less."
    game.enter(permanent("ox", "Ann", types=["Creature"], text=text))
    game.enter(permanent("cat", "Bob", types=["Creature"]).model_copy(update={"mana_value": None, "name": "grp 7"}))
    game.declare_attackers({"ox": "Bob"})
    with pytest.raises(FactNotStated, match="cat: found a mana value of grp 7"):
        game.declare_blockers({"cat": ["ox"]})


@pytest.mark.parametrize(
    ("fields", "verdict"),
    [
        ({}, "illegal"),
        ({"name": "Ox", "token": True}, "illegal"),
        ({"name": "Ox", "mana_value": 4}, "legal"),
        ({"name": "Ox"}, None),
    ],
)
def test_what_has_no_mana_cost_has_a_mana_value_of_0_and_that_of_a_card_is_asked_for(fields: Any, verdict: str | None) -> None:
    """202.3a: a token, or what is stated without a name, has no mana cost; a card has one."""
    game = Game.start(["Ann", "Bob"])
    game.enter(permanent("ox", "Ann", types=["Creature"], power=2, toughness=2, **fields))
    assert game.judge_attackers({"ox": "Bob"}).verdict == "legal"
    game.enter(permanent("law", "Bob", types=["Enchantment"], text="Creatures with mana value 3 or less can't attack."))
    if verdict is None:
        with pytest.raises(FactNotStated, match="ox: found a mana value of Ox"):
            game.judge_attackers({"ox": "Bob"})
    else:
        assert game.judge_attackers({"ox": "Bob"}).verdict == verdict
