"""702.118b: a creature with skulk isn't blocked by creatures with greater power, as it is when blockers are declared."""

import pytest
from referee import ANN, BOB, attack, block, creature, given, illegal, legal, triggers

RAT = creature("rat", ANN, "Skulk", power=2)


@pytest.mark.parametrize("power", [0, 1, 2])
def test_equal_or_less_power_blocks_it(power: int) -> None:
    given(RAT, creature("guard", BOB, power=power)).when(attack(rat=BOB), block(guard="rat")).then(legal)


def test_greater_power_cannot_block_it() -> None:
    given(RAT, creature("guard", BOB, power=3)).when(attack(rat=BOB), block(guard="rat")).then(illegal("509.1b", "skulk"))


def test_power_that_bushido_will_add_does_not_count_yet() -> None:
    given(RAT, creature("samurai", BOB, "Bushido 3", power=2)).when(attack(rat=BOB), block(samurai="rat")).then(
        legal, triggers(samurai=1)
    )


def test_power_gained_before_blockers_are_declared_counts() -> None:
    given(RAT, creature("guard", BOB, power=2)).when(
        attack(rat=BOB), {"changes": {"id": "guard", "power": 3}}, block(guard="rat")
    ).then(illegal("509.1b"))
