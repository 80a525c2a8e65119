"""701.10: what is doubled or tripled gets as much more as it is then."""

from typing import Any

import pytest
from abilities.resolving import BOARD, as_it_attacks
from referee import Check, sizes


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


def test_a_target_that_was_named_first_is_doubled() -> None:
    text = "choose target creature you control. Double that creature's power until end of turn."
    as_it_attacks(text, *BOARD, targets=["elk"]).then(sizes(elk="6/4"))
