"""701.10: what is doubled or tripled gets as much more as it is then."""

from typing import Any

import pytest
from abilities.resolving import as_it_attacks
from referee import ANN, BOB, Check, creature, permanent, sizes


@pytest.mark.parametrize(
    ("text", "by", "expected"),
    [
        ("triple its power until end of turn.", {"power": 3}, sizes(imp="9/2")),
        ("triple its power until end of turn.", {"power": -1}, sizes(imp="-3/2")),
        ("triple its power and toughness until end of turn.", {}, sizes(imp="6/6")),
    ],
)
def test_what_is_tripled(text: str, by: dict[str, Any], expected: Check) -> None:
    as_it_attacks(text, by=by).then(expected)


BOARD = (
    creature("elk", ANN, power=3, toughness=4),
    permanent("orb", ANN, types=["Artifact"], mana_value=3),
    permanent("ark", ANN, types=["Artifact"], mana_value=2),
    creature("ox", BOB, power=1, toughness=6, tapped=True),
    creature("cow", BOB, power=1, toughness=6),
)


def test_a_target_that_was_named_first_is_doubled() -> None:
    text = "choose target creature you control. Double that creature's power until end of turn."
    as_it_attacks(text, *BOARD, targets=["elk"]).then(sizes(elk="6/4"))
