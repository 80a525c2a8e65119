"""702.43: when it dies, its +1/+1 counters may be put on target artifact creature."""

from referee import ANN, BOB, attack, block, creature, damage, given, has, resolve

WORKER = creature("worker", ANN, "Modular 2", types=("Artifact", "Creature"), counters={"+1/+1": 2})


def test_as_many_counters_as_it_had() -> None:
    golem = creature("golem", ANN, types=("Artifact", "Creature"))
    board = given(WORKER, golem, creature("guard", BOB))
    board.when(attack(worker=BOB), block(guard="worker"), damage(), resolve()).then(has("golem", counters={"+1/+1": 2}))
