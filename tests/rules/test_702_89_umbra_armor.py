"""702.89: what is destroyed instead isn't derived: damage is declined, and what destroys isn't carried out."""

import pytest
from referee import ANN, BOB, attack, block, creature, damage, given, not_carried_out, permanent, refused, resolve, sizes

GUARD = creature("guard", BOB)


@pytest.mark.parametrize("keyword", ["Umbra armor", "Totem armor"])
def test_nothing_is_guessed(keyword: str) -> None:
    aura = permanent("aura", BOB, keyword, types=("Enchantment", "Aura"), attached_to="guard")
    given(creature("ox", ANN), GUARD, aura).when(attack(ox=BOB), block(guard="ox"), damage()).then(
        refused("wording-not-understood", keyword)
    )
    killer = creature("ox", ANN, "Whenever this creature attacks, destroy target creature defending player controls.")
    fight = given(killer, GUARD, aura).when(attack(ox=BOB), resolve())
    fight.then(not_carried_out("ox", keyword), sizes(guard="2/2"))
