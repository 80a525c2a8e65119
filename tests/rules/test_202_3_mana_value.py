"""202.3: mana value. Of an imported game it may not be known, and no ruling guesses at it."""

from __future__ import annotations

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
