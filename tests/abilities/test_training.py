"""702.149: a +1/+1 counter when it attacks with a creature of greater power."""

from referee import ANN, BOB, attack, creature, given, has, resolve, sizes, triggers

PUPIL, MASTER = creature("pupil", ANN, "Training", power=1, toughness=1), creature("master", ANN, power=4)


def test_it_learns_from_a_stronger_one() -> None:
    given(PUPIL, MASTER).when(attack(pupil=BOB, master=BOB), resolve()).then(
        sizes(pupil="2/2"), has("pupil", counters={"+1/+1": 1})
    )


def test_it_does_not_learn_from_an_equal() -> None:
    given(PUPIL, creature("peer", ANN, power=1)).when(attack(pupil=BOB, peer=BOB)).then(triggers())
