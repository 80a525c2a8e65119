"""702.112: when it deals combat damage to a player and isn't renowned, N +1/+1 counters, and it is."""

from referee import ANN, BOB, attack, block, creature, damage, given, has, resolve, triggers

KNIGHT = creature("knight", ANN, "Renown 2")


def test_it_becomes_renowned_once() -> None:
    first = (attack(knight=BOB), block(), damage(), resolve())
    board = given(KNIGHT)
    board.when(*first).then(has("knight", counters={"+1/+1": 2}, power=4))
    board.when(*first, {"turn": ANN}, attack(knight=BOB), block(), damage()).then(triggers())


def test_of_two_instances_the_second_does_nothing() -> None:
    outcome = (
        given(creature("knight", ANN, "Renown 1\nRenown 1")).when(attack(knight=BOB), block(), damage(), resolve()).outcome()
    )
    assert [each.why for each in outcome.step.resolved] == ["", "condition"]
    has("knight", counters={"+1/+1": 1})(outcome)
