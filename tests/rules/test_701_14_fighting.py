"""701.14: creatures that fight deal damage equal to their power to each other."""

from referee import ANN, BOB, attack, creature, given, marked, resolve

IMP = creature("imp", ANN, "Whenever this creature attacks, it fights target creature.", power=3, toughness=9)
OX = creature("ox", BOB, power=2, toughness=5)


def test_two_creatures_fight() -> None:
    given(IMP, OX).when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["ox"]})).then(marked(imp=2, ox=3))


def test_a_creature_that_fights_itself_deals_twice_its_power() -> None:
    given(IMP, OX).when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["imp"]})).then(marked(imp=6, ox=0))
