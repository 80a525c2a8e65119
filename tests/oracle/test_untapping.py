"""What keeps permanents tapped: who can attack or block in later turns depends on it."""

import pytest
from declarant.events.abilities import THIS, Is, StaysTapped, UntapsDuring
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


@pytest.mark.parametrize("whose", ["each other player's untap step", "other players' untap steps"])
def test_what_untaps_in_the_steps_of_others_can_block_in_their_turns(whose: str) -> None:
    (ability,) = read_permanent(f"Untap all creatures you control during {whose}.")
    assert isinstance(ability, UntapsDuring) and ability.players.who == "others"


@pytest.mark.parametrize("whose", ["each opponent's untap step", "your untap step", "its controller's untap step"])
def test_untapping_in_other_steps_is_declined(whose: str) -> None:
    with pytest.raises(WordingNotUnderstood, match=f"during {whose}"):
        read_permanent(f"Untap all creatures you control during {whose}.")
