"""509.5f (509.3f from 2024-11-08): characteristics count as they are when creatures block or become blocked, not later."""

from typing import Any

from referee import ANN, BOB, attack, block, creature, enchantment, given, numbered, triggers

OX = creature("ox", ANN)
GUARD = creature("guard", BOB)
BY_WHITE = creature(
    "bear", ANN, "Whenever this creature becomes blocked by a white creature, destroy that creature at end of combat."
)
WHITE_BLOCKS = enchantment("horn", ANN, "Whenever a white creature blocks, draw a card.")
RED_BECOMES_BLOCKED = enchantment("drum", ANN, "Whenever a red creature you control becomes blocked, draw a card.")


def turns(id: str, color: str) -> dict[str, Any]:
    return {"changes": {"id": id, "colors": [color]}}


blocks = numbered("509.5a", "509.3a")
becomes_blocked = numbered("509.5c", "509.3c")
becomes_blocked_by = numbered("509.5d", "509.3d")


@blocks
def test_a_blocker_has_the_characteristics_when_it_is_declared(rules: str, rule: str) -> None:
    board = given(OX, GUARD, WHITE_BLOCKS, rules=rules)
    board.when(attack(ox=BOB), turns("guard", "W"), block(guard="ox")).then(triggers(rule, horn=1))
    board.when(attack(ox=BOB), block(guard="ox")).then(triggers())


@blocks
def test_a_blocker_that_gets_them_later_triggers_nothing(rules: str, rule: str) -> None:
    given(OX, GUARD, WHITE_BLOCKS, rules=rules).when(attack(ox=BOB), block(guard="ox"), turns("guard", "W")).then(triggers())


@blocks
def test_a_blocker_has_them_when_an_effect_makes_it_block(rules: str, rule: str) -> None:
    given(OX, GUARD, WHITE_BLOCKS, rules=rules).when(
        attack(ox=BOB), block(), turns("guard", "W"), {"blocks": {"guard": "ox"}}
    ).then(triggers(rule, horn=1))


@becomes_blocked
def test_an_attacker_has_the_characteristics_when_it_becomes_blocked(rules: str, rule: str) -> None:
    board = given(OX, GUARD, RED_BECOMES_BLOCKED, rules=rules)
    board.when(attack(ox=BOB), turns("ox", "R"), block(guard="ox")).then(triggers(rule, drum=1))
    board.when(attack(ox=BOB), block(), turns("ox", "R"), {"becomes_blocked": "ox"}).then(triggers(rule, drum=1))


@becomes_blocked
def test_an_attacker_that_gets_them_later_triggers_nothing(rules: str, rule: str) -> None:
    board = given(OX, GUARD, creature("wall", BOB), RED_BECOMES_BLOCKED, rules=rules)
    board.when(attack(ox=BOB), block(guard="ox"), turns("ox", "R")).then(triggers())
    board.when(attack(ox=BOB), block(guard="ox"), turns("ox", "R"), {"blocks": {"wall": "ox"}}).then(triggers())


@becomes_blocked_by
def test_its_blocker_has_the_characteristics_when_it_becomes_a_blocking_creature(rules: str, rule: str) -> None:
    board = given(BY_WHITE, creature("guard", BOB, colors=["B"]), rules=rules)
    board.when(attack(bear=BOB), turns("guard", "W"), block(guard="bear")).then(triggers(rule, bear=1))
    board.when(attack(bear=BOB), block(guard="bear")).then(triggers())
    board.when(attack(bear=BOB), block(), {"enters": creature("wolf", BOB, colors=["W"]), "blocking": "bear"}).then(
        triggers(rule, bear=1)
    )


@becomes_blocked_by
def test_its_blocker_that_gets_them_later_triggers_nothing(rules: str, rule: str) -> None:
    given(BY_WHITE, creature("guard", BOB, colors=["B"]), rules=rules).when(
        attack(bear=BOB), block(guard="bear"), turns("guard", "W")
    ).then(triggers())
