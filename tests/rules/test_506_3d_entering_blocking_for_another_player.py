"""506.3d: what would enter blocking a creature that doesn't attack its controller's side is never a blocking creature."""

from referee import ANN, BOB, CAT, attack, battle, block, blocked, blocking, creature, given, permanent, planeswalker, unblocked

BEAR, OX = creature("bear", ANN), creature("ox", ANN)
PLAYERS = (ANN, BOB, CAT)
WOLF = {"enters": creature("wolf", BOB), "blocking": "bear"}


def test_the_creature_attacks_another_player() -> None:
    given(BEAR, OX, players=PLAYERS).when(attack(bear=CAT, ox=BOB), block(by=BOB), block(by=CAT), WOLF).then(
        blocking(), unblocked("bear", "ox")
    )


def test_the_creature_attacks_another_players_planeswalker() -> None:
    given(BEAR, planeswalker("walker", CAT), players=PLAYERS).when(attack(bear="walker"), block(by=CAT), WOLF).then(blocking())


def test_the_creature_attacks_a_planeswalker_of_its_controller() -> None:
    given(BEAR, planeswalker("walker", BOB), players=PLAYERS).when(attack(bear="walker"), block(by=BOB), WOLF).then(
        blocking(wolf=["bear"]), blocked("bear")
    )


def test_the_creature_attacks_a_battle_that_its_controller_protects() -> None:
    given(BEAR, battle("siege", ANN, BOB), players=PLAYERS).when(attack(bear="siege"), block(by=BOB), WOLF).then(
        blocking(wolf=["bear"]), blocked("bear")
    )


def test_the_creature_attacks_a_battle_that_its_controller_does_not_protect() -> None:
    given(BEAR, battle("siege", BOB, CAT), players=PLAYERS).when(attack(bear="siege"), block(by=CAT), WOLF).then(blocking())


def test_a_permanent_that_is_no_creature_is_never_blocking() -> None:
    given(BEAR).when(
        attack(bear=BOB), block(), {"enters": permanent("statue", BOB, types=("Artifact",)), "blocking": "bear"}
    ).then(blocking(), unblocked("bear"))


def test_a_creature_that_is_also_a_battle_is_never_blocking() -> None:
    rampart = creature("rampart", BOB, types=("Battle",), defense=3, protector=ANN)
    given(BEAR).when(attack(bear=BOB), block(), {"enters": rampart, "blocking": "bear"}).then(blocking(), unblocked("bear"))
