"""702.154: it gets +X/+0, where X is the power of the creature that was tapped for it."""

from referee import ANN, BOB, attack, creature, given, has, illegal, resolve, sizes

SCOUT, OX = creature("scout", ANN, "Enlist"), creature("ox", ANN, power=3)
ENLISTING = attack(scout=BOB, step={"optional_costs": {"scout": {"enlist": "ox"}}})


def test_it_gets_the_power_of_the_creature() -> None:
    given(SCOUT, OX).when(ENLISTING, resolve()).then(sizes(scout="5/2"))


def test_one_that_left_counts_as_it_was() -> None:
    given(SCOUT, OX).when(ENLISTING, {"leaves": "ox"}, resolve()).then(sizes(scout="5/2"))


def test_each_of_several_instances_is_paid_for_and_triggers_by_itself() -> None:
    """702.154d."""
    elk, wolf = creature("elk", ANN, power=4), creature("wolf", ANN)

    def enlisting(*helpers: str) -> dict[str, object]:
        return attack(scout=BOB, step={"optional_costs": {"scout": [{"enlist": each} for each in helpers]}})

    for text, helpers, size in (
        ("Enlist\nEnlist", ("ox", "elk"), "9/2"),
        ("Enlist\nEnlist", ("elk",), "6/2"),
        ("Enlist\nEnlist\nWhenever this creature enlists a creature, it gets +0/+1 until end of turn.", ("ox", "elk"), "9/4"),
    ):
        board = given(creature("scout", ANN, text), OX, elk, wolf)
        board.when(enlisting(*helpers), resolve("all")).then(sizes(scout=size))
        board.when(enlisting(*helpers)).then(has("elk", tapped=True), has("wolf", tapped=False))
    board.when(enlisting("ox", "ox")).then(illegal("508.1g", "more than once"))
    board.when(enlisting("ox", "elk", "wolf")).then(illegal("508.1g", "3 times"))
    given(SCOUT, OX, elk).when(enlisting("ox", "elk")).then(illegal("508.1g", "twice"))
