"""702.130: afflict triggers once whenever its creature becomes blocked, also by an effect."""

from referee import ANN, BOB, attack, block, creature, given, triggers

MUMMY = creature("mummy", ANN, "Afflict 3")
GUARD, WALL = creature("guard", BOB), creature("wall", BOB)


def test_it_triggers_once_when_its_creature_becomes_blocked() -> None:
    given(MUMMY, GUARD, WALL).when(attack(mummy=BOB), block(guard="mummy", wall="mummy")).then(triggers("509.3c", mummy=1))


def test_it_triggers_when_an_effect_makes_its_creature_blocked() -> None:
    given(MUMMY).when(attack(mummy=BOB), block(), {"becomes_blocked": "mummy"}).then(triggers("509.3c", mummy=1))


def test_it_does_not_trigger_when_its_creature_is_unblocked_or_blocks() -> None:
    given(MUMMY, GUARD).when(attack(mummy=BOB), block()).then(triggers())
    given(creature("bear", ANN), creature("ghoul", BOB, "Afflict 1")).when(attack(bear=BOB), block(ghoul="bear")).then(triggers())


def test_each_instance_triggers_separately() -> None:
    given(creature("mummy", ANN, "Afflict 1\nAfflict 2"), GUARD).when(attack(mummy=BOB), block(guard="mummy")).then(
        triggers(mummy=2)
    )
