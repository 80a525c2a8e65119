"""702.45: bushido triggers whenever its creature blocks or becomes blocked."""

from referee import ANN, BOB, attack, block, creature, given, triggers

SAMURAI, RONIN = creature("samurai", ANN, "Bushido 1"), creature("ronin", BOB, "Bushido 2")
GUARD, WALL = creature("guard", BOB), creature("wall", BOB)


def test_it_triggers_once_when_its_creature_becomes_blocked_by_however_many() -> None:
    given(SAMURAI, GUARD, WALL).when(attack(samurai=BOB), block(guard="samurai", wall="samurai")).then(
        triggers("509.3c", samurai=1)
    )


def test_it_triggers_once_when_its_creature_blocks() -> None:
    given(creature("bear", ANN), RONIN).when(attack(bear=BOB), block(ronin="bear")).then(triggers("509.3a", ronin=1))


def test_it_triggers_on_both_sides() -> None:
    given(SAMURAI, RONIN).when(attack(samurai=BOB), block(ronin="samurai")).then(triggers(samurai=1, ronin=1))


def test_it_does_not_trigger_when_its_creature_is_unblocked() -> None:
    given(SAMURAI, RONIN).when(attack(samurai=BOB), block()).then(triggers())


def test_each_instance_triggers_separately() -> None:
    given(creature("samurai", ANN, "Bushido 1\nBushido 2"), GUARD).when(attack(samurai=BOB), block(guard="samurai")).then(
        triggers(samurai=2)
    )


def test_it_does_not_trigger_for_a_creature_that_enters_blocking() -> None:
    given(creature("bear", ANN)).when(attack(bear=BOB), block(), {"enters": RONIN, "blocking": "bear"}).then(triggers())
