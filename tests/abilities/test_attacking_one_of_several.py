"""What asks whether an attacking player leaves another opponent alone, and what prevents damage to whoever is attacked."""

from referee import ANN, BOB, CAT, attack, block, creature, damage, given, life, resolve, triggers

TEXT = (
    "Flying\nWhenever a player attacks you, if that player has another opponent who isn't being attacked, prevent all combat "
    "damage that would be dealt to you this combat."
)
GUARD, OXEN = creature("guard", BOB, TEXT), (creature("ant", ANN), creature("bee", ANN))


def test_damage_is_prevented_where_another_opponent_is_left_alone() -> None:
    board = given(*OXEN, GUARD, players=(ANN, BOB, CAT))
    board.when(attack(ant=BOB), resolve(), block(), damage()).then(life(Bob=20, Cat=20))


def test_nothing_is_prevented_where_all_are_attacked() -> None:
    board = given(*OXEN, GUARD, players=(ANN, BOB, CAT))
    board.when(attack(ant=BOB, bee=CAT), block(by=BOB), block(by=CAT), damage()).then(life(Bob=18, Cat=18))


def test_nothing_triggers_where_there_is_no_other_opponent() -> None:
    given(*OXEN, GUARD).when(attack(ant=BOB)).then(triggers())
