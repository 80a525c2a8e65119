"""702.64: of the damage of each source to it, so much is prevented."""

from referee import ANN, BOB, attack, block, creature, damage, given, has

IMP = creature("imp", ANN, "Absorb 2", toughness=6)


def test_of_each_source_so_much() -> None:
    elk, cow = creature("elk", BOB, power=3), creature("cow", BOB, power=1)
    given(IMP, elk, cow).when(attack(imp=BOB), block(elk="imp", cow="imp"), damage(imp={"elk": 2})).then(has("imp", marked=1))


def test_each_instance_prevents_its_own() -> None:
    imp, elk = creature("imp", ANN, "Absorb 1\nAbsorb 2", toughness=6), creature("elk", BOB, power=5)
    given(imp, elk).when(attack(imp=BOB), block(elk="imp"), damage()).then(has("imp", marked=2))
