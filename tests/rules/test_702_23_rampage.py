"""702.23: rampage triggers once whenever its creature becomes blocked."""

from referee import ANN, BOB, attack, block, creature, given, triggers

ROC = creature("roc", ANN, "Rampage 2")
GUARD, WALL = creature("guard", BOB), creature("wall", BOB)


def test_it_triggers_once_by_however_many_it_is_blocked() -> None:
    given(ROC, GUARD, WALL).when(attack(roc=BOB), block(guard="roc", wall="roc")).then(triggers("509.3c", roc=1))


def test_it_triggers_with_one_blocker_although_it_will_add_nothing() -> None:
    given(ROC, GUARD).when(attack(roc=BOB), block(guard="roc")).then(triggers("509.3c", roc=1))


def test_it_does_not_trigger_when_blockers_are_added() -> None:
    given(ROC, GUARD, WALL).when(attack(roc=BOB), block(guard="roc"), {"blocks": {"wall": "roc"}}).then(triggers())


def test_it_does_not_trigger_when_its_creature_blocks() -> None:
    given(creature("bear", ANN), creature("roc", BOB, "Rampage 2")).when(attack(bear=BOB), block(roc="bear")).then(triggers())


def test_each_instance_triggers_separately() -> None:
    given(creature("roc", ANN, "Rampage 1\nRampage 1"), GUARD).when(attack(roc=BOB), block(guard="roc")).then(triggers(roc=2))
