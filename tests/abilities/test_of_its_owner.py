"""What a creature does to its own owner, whom it doesn't belong to any more (108.3)."""

import pytest
from referee import ANN, BOB, attack, block, creature, damage, enchantment, given, triggers


@pytest.mark.parametrize(("owner", "times"), [(BOB, 1), (ANN, 0)])
def test_it_deals_damage_to_its_owner(owner: str, times: int) -> None:
    law = enchantment("law", ANN, "Whenever a creature deals combat damage to its owner, draw a card.")
    found = {"law": times} if times else {}
    given(creature("imp", ANN, owner=owner), law).when(attack(imp=BOB), block(), damage()).then(triggers(**found))


def test_it_attacks_its_owner() -> None:
    law = enchantment("law", ANN, "Whenever a creature attacks its owner, draw a card.")
    given(creature("imp", ANN, owner=BOB), law).when(attack(imp=BOB)).then(triggers(law=1))
    given(creature("imp", ANN), law).when(attack(imp=BOB)).then(triggers())
