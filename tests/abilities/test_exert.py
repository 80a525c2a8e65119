"""701.43: "when you do" resolves for the creature that was exerted."""

from referee import ANN, BOB, attack, creature, given, resolve, sizes

GLORY = creature("glory", ANN, "You may exert this creature as it attacks. When you do, it gets +1/+3 until end of turn.")


def test_it_does_what_exerting_it_brings() -> None:
    exerting = attack(glory=BOB, step={"optional_costs": {"glory": "exert"}})
    given(GLORY).when(exerting, resolve()).then(sizes(glory="3/5"))
