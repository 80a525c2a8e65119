"""702.181: N 1/1 red Warriors enter tapped and attacking."""

from referee import ANN, BOB, attack, attacking, block, creature, damage, given, has, life, resolve

CHIEF = creature("chief", ANN, "Mobilize 2")
WARRIORS = {"chief token 1": BOB, "chief token 2": BOB}


def test_warriors_enter_tapped_and_attacking() -> None:
    given(CHIEF).when(attack(chief=BOB), resolve()).then(
        attacking(chief=BOB, **WARRIORS),
        has("chief token 2", tapped=True, token=True, colors=frozenset("R"), power=1, toughness=1),
    )


def test_they_deal_damage_and_may_be_blocked() -> None:
    board = given(CHIEF, creature("guard", BOB))
    board.when(attack(chief=BOB), resolve(), block({"guard": "chief token 1"}), damage()).then(life(Bob=17))
