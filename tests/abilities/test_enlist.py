"""702.154: it gets +X/+0, where X is the power of the creature that was tapped for it."""

from referee import ANN, BOB, attack, creature, given, resolve, sizes

SCOUT, OX = creature("scout", ANN, "Enlist"), creature("ox", ANN, power=3)
ENLISTING = attack(scout=BOB, step={"optional_costs": {"scout": {"enlist": "ox"}}})


def test_it_gets_the_power_of_the_creature() -> None:
    given(SCOUT, OX).when(ENLISTING, resolve()).then(sizes(scout="5/2"))


def test_one_that_left_counts_as_it_was() -> None:
    given(SCOUT, OX).when(ENLISTING, {"leaves": "ox"}, resolve()).then(sizes(scout="5/2"))
