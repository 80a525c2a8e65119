"""What keeps permanents tapped: who can attack or block in later turns depends on it."""

import pytest
from declarant.events.abilities import THIS, Is, StaysTapped
from declarant.events.errors import WordingNotUnderstood
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


@pytest.mark.parametrize("step", ["each other player's untap step", "other players' untap steps"])
def test_untapping_in_steps_of_others_is_read_however_these_are_named(step: str) -> None:
    (ability,) = read_permanent(f"Untap creatures you control during {step}.")
    assert ability.kind == "untaps_during"


@pytest.mark.parametrize("step", ["each opponent's untap step", "each of your opponents' untap steps", "each untap step"])
def test_untapping_in_other_steps_is_declined(step: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent(f"Untap creatures you control during {step}.")
