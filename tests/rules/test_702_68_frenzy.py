"""702.68: frenzy triggers whenever its creature attacks and isn't blocked."""

from referee import ANN, BOB, attack, block, creature, given, triggers

SLIVER, GUARD = creature("sliver", ANN, "Frenzy 2"), creature("guard", BOB)


def test_it_triggers_when_no_blocker_is_declared_for_its_creature() -> None:
    given(SLIVER, GUARD).when(attack(sliver=BOB), block()).then(triggers("509.3g", sliver=1))


def test_it_does_not_trigger_when_its_creature_attacks_or_is_blocked() -> None:
    given(SLIVER, GUARD).when(attack(sliver=BOB)).then(triggers())
    given(SLIVER, GUARD).when(attack(sliver=BOB), block(guard="sliver")).then(triggers())


def test_each_instance_triggers_separately() -> None:
    given(creature("sliver", ANN, "Frenzy 1\nFrenzy 2"), GUARD).when(attack(sliver=BOB), block()).then(triggers(sliver=2))
