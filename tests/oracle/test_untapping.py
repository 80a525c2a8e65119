"""What keeps permanents tapped: who can attack or block in later turns depends on it."""

import pytest
from declarant.events.abilities import THIS, Is, StaysTapped
from declarant.tools.oracle import read_permanent


@pytest.mark.parametrize(
    ("text", "permanents"),
    [
        ("This creature doesn't untap during your untap step.", THIS),
        ("Enchanted creature doesn't untap during its controller's untap step.", Is(role="host")),
        ("Enchanted creature gets +1/+1 and doesn't untap during its controller's untap step.", Is(role="host")),
    ],
)
def test_a_permanent_that_does_not_untap_is_read_as_staying_tapped(text: str, permanents: Is) -> None:
    (ability,) = read_permanent(text)
    assert isinstance(ability, StaysTapped)
    assert ability.permanents == permanents


def test_not_untapping_once_is_what_an_effect_does_when_it_resolves() -> None:
    (trigger,) = read_permanent("Whenever this creature attacks, it doesn't untap during its controller's next untap step.")
    assert trigger.kind == "triggered"
