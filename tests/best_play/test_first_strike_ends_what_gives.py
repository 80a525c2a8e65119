"""510.4: in the second step creatures have what they have then: who gave it may be dead, a counter gone (704.5q)."""

from typing import Any

import pytest
from declarant.tools.best_play.best import best
from declarant.tools.cases.models import Case
from referee import ANN, BOB, attack, creature, given

LORD = creature("lord", BOB, "Other creatures you control have deathtouch.", power=1, toughness=1)
GROWN = creature(
    "ox",
    BOB,
    "Creatures you control with +1/+1 counters on them have deathtouch.",
    power=4,
    toughness=4,
    counters={"+1/+1": 1},
)


@pytest.mark.parametrize(
    ("early", "blockers", "value", "declaration"),
    [
        # With the lord before the first striker, the ox has no deathtouch in the second step: rather 3 life, and elk for ox.
        ("First strike", (LORD, creature("ox", BOB)), 10 - 4 - 3, {"ox": ("elk",)}),
        # Before the first striker the ox loses its counter, and deathtouch with it.
        ("First strike\nWither", (GROWN,), 10 - 8 - 3, {"ox": ("elk",)}),
    ],
)
def test_who_blocks_best_counts_with_what_is_left_after_first_strike(
    early: str, blockers: tuple[dict[str, Any], ...], value: int, declaration: dict[str, tuple[str, ...]]
) -> None:
    attackers = creature("imp", ANN, early, power=3, toughness=3), creature("elk", ANN, power=5, toughness=5)
    case = given(*attackers, *blockers).when(attack(imp=BOB, elk=BOB)).case
    found, _ = best(Case.model_validate(case), worth="flat")
    assert (found.value, found.declaration) == (value, declaration)
