"""208.3: a permanent that is no creature has neither power nor toughness: it is none with power 2 or less."""

import pytest
from referee import ANN, BOB, attack, creature, given, permanent, resolve, sizes, tapped


@pytest.mark.parametrize(
    "compared", ["power 2 or less", "toughness 2 or less", "power or toughness 2 or less", "base power 2 or less"]
)
def test_only_creatures_are_compared_by_power_and_toughness(compared: str) -> None:
    relic = permanent("relic", ANN, types=("Artifact",))
    golem = creature("golem", ANN, types=("Artifact",), power=2, toughness=2)
    counting = creature("imp", ANN, f"This creature gets +1/+0 for each artifact you control with {compared}.", stated=False)
    given(counting, relic, golem).when(attack(imp=BOB)).then(sizes(imp="3/2"))


def test_a_permanent_that_is_no_creature_is_spared_by_what_is_done_to_those_of_a_size() -> None:
    tapping = creature(
        "imp", ANN, "Whenever this creature attacks, tap all permanents your opponents control with power 2 or less."
    )
    relic, ox = permanent("relic", BOB, types=("Artifact",)), creature("ox", BOB)
    given(tapping, relic, ox).when(attack(imp=BOB), resolve()).then(tapped("imp", "ox"))
