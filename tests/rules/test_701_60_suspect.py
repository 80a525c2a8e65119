"""701.60c: a suspected creature has menace and can't block."""

from referee import ANN, BOB, attack, block, blocking, creature, enchantment, given, illegal, legal

BEAR, GUARD, WALL, GIANT = creature("bear", ANN), creature("guard", BOB), creature("wall", BOB), creature("giant", BOB)
BEAR_SUSPECTED, GUARD_SUSPECTED = {"suspect": "bear"}, {"suspect": "guard"}


def test_it_cannot_block() -> None:
    given(BEAR, GUARD, effects=(GUARD_SUSPECTED,)).when(attack(bear=BOB), block(guard="bear")).then(
        illegal("509.1b", "guard", "suspected")
    )


def test_another_creature_of_its_controller_blocks() -> None:
    given(BEAR, GUARD, WALL, effects=(GUARD_SUSPECTED,)).when(attack(bear=BOB), block(wall="bear")).then(legal)


def test_it_has_menace() -> None:
    board = given(BEAR, GUARD, WALL, effects=(BEAR_SUSPECTED,))
    board.when(attack(bear=BOB), block(guard="bear")).then(illegal("509.1b", "bear"))
    board.when(attack(bear=BOB), block(guard="bear", wall="bear")).then(legal)


def test_its_menace_is_an_ability_that_others_see() -> None:
    captain = creature(
        "captain", ANN, "Each creature you control with menace can't be blocked except by three or more creatures."
    )
    board = given(BEAR, captain, GUARD, WALL, GIANT, effects=(BEAR_SUSPECTED,))
    board.when(attack(bear=BOB), block(guard="bear", wall="bear")).then(illegal("509.1b", "captain"))
    board.when(attack(bear=BOB), block(guard="bear", wall="bear", giant="bear")).then(legal)


def test_losing_all_abilities_later_takes_menace_and_the_inability_to_block_away() -> None:
    given(BEAR, GUARD, effects=(BEAR_SUSPECTED, {"on": "bear", "loses_abilities": True})).when(
        attack(bear=BOB), block(guard="bear")
    ).then(legal)
    given(BEAR, GUARD, effects=(GUARD_SUSPECTED, {"on": "guard", "loses_abilities": True})).when(
        attack(bear=BOB), block(guard="bear")
    ).then(legal)


def test_losing_all_abilities_before_takes_nothing_of_it_away() -> None:
    given(BEAR, GUARD, effects=({"on": "guard", "loses_abilities": True}, GUARD_SUSPECTED)).when(
        attack(bear=BOB), block(guard="bear")
    ).then(illegal("509.1b"))


def test_becoming_suspected_after_the_block_changes_nothing() -> None:
    given(BEAR, GUARD).when(attack(bear=BOB), block(guard="bear"), {"effect": GUARD_SUSPECTED}).then(blocking(guard=["bear"]))


def test_an_ability_may_ask_for_suspected_creatures() -> None:
    text = "Suspected creatures can't be blocked."
    given(BEAR, creature("ox", ANN, text), GUARD, WALL, effects=(BEAR_SUSPECTED,)).when(
        attack(bear=BOB), block(guard="bear", wall="bear")
    ).then(illegal("509.1b", "ox"))


def test_an_ability_granted_to_suspected_creatures_leaves_what_is_granted_later() -> None:
    air = enchantment("air", ANN, "Suspected creatures you control have flying.")
    board = given(BEAR, GUARD, WALL, air, effects=(BEAR_SUSPECTED, {"on": "bear", "text": "Horsemanship"}))
    board.when(attack(bear=BOB), block(guard="bear", wall="bear")).then(illegal("509.1b", "flying", "horsemanship"))
