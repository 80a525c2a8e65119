"""702.83: a creature that attacks alone gets +1/+1 until end of turn for each exalted ability of its controller."""

from referee import ANN, BOB, attack, creature, given, permanent, resolve, resolved, sizes

ANGEL, SHRINE = creature("angel", ANN, "Exalted"), permanent("shrine", ANN, "Exalted", types=("Enchantment",))


def test_whoever_attacks_alone_grows_for_each() -> None:
    given(ANGEL, SHRINE, creature("bear", ANN)).when(attack(bear=BOB), resolve()).then(
        sizes(bear="4/4", angel="2/2"), resolved("shrine", "angel")
    )


def test_two_attackers_do_not_grow() -> None:
    given(ANGEL, creature("bear", ANN)).when(attack(bear=BOB, angel=BOB)).then(sizes(bear="2/2", angel="2/2"))
