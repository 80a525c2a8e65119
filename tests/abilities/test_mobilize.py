"""702.181: N 1/1 red Warriors enter tapped and attacking."""

from referee import ANN, BOB, CLEANUP, attack, attacking, block, creature, damage, given, has, left, life, resolve

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


def test_they_never_attacked_so_that_nothing_triggers_on_it() -> None:
    captain = creature("captain", ANN, "Whenever a creature you control attacks, you gain 1 life.")
    given(CHIEF, captain).when(attack(chief=BOB), resolve()).then(life(Ann=21))


def test_they_are_sacrificed_at_the_next_end_step() -> None:
    given(CHIEF).when(attack(chief=BOB), resolve(), CLEANUP).then(left("chief token 1", "chief token 2"))
