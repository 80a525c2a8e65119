"""310.8a: who protects a battle where that isn't said."""

from referee import ANN, BOB, CAT, attack, block, blocked, creature, given, illegal, legal, permanent, refused

BEAR, GUARD = creature("bear", ANN), creature("guard", BOB)


def test_a_battle_without_types_is_protected_by_its_controller() -> None:
    board = given(BEAR, GUARD, permanent("front", BOB, types=("Battle",), defense=3))
    board.when(attack(bear="front"), block(guard="bear")).then(legal, blocked("bear"))
    own = given(BEAR, permanent("front", ANN, types=("Battle",), defense=3))
    own.when(attack(bear="front")).then(illegal("508.1b", "front"))


def test_a_siege_is_protected_by_an_opponent_who_has_to_be_named_if_there_are_several() -> None:
    siege = permanent("siege", ANN, types=("Battle",), subtypes=("Siege",), defense=3)
    given(BEAR, siege).when(attack(bear="siege")).then(legal)
    three = given(BEAR, siege, players=(ANN, BOB, CAT))
    three.when(attack(bear="siege")).then(refused("invalid-input", "battlefield[1].protector", "Bob, Cat"))
