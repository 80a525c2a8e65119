"""506.4: what a creature is attacking, where its ability deals damage to that."""

import pytest
from referee import ANN, BOB, attack, battle, creature, enchantment, given, life, resolve

SIEGE = battle("siege", ANN, BOB)


@pytest.mark.parametrize(
    ("whom", "left"), [("player or planeswalker", 3), ("player, planeswalker, or battle", 2), ("player or permanent", 2)]
)
def test_a_battle_that_is_attacked_is_dealt_damage_where_the_text_names_battles(whom: str, left: int) -> None:
    imp = creature("imp", ANN, f"Whenever this creature attacks, it deals 1 damage to the {whom} it's attacking.")
    outcome = given(imp, SIEGE).when(attack(imp="siege"), resolve()).outcome()
    assert outcome.game.view.permanents["siege"].defense == left


def test_whom_a_creature_attacked_is_known_after_it_left() -> None:
    imp = creature("imp", ANN, "Whenever this creature attacks, it deals 1 damage to the player or planeswalker it's attacking.")
    pit = enchantment("pit", BOB, "Whenever a creature attacks, destroy that creature.")
    given(imp, pit).when(attack(imp=BOB), resolve("all")).then(life(Bob=19))
