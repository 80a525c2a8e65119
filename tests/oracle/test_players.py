"""Players, and what is attacked."""

import pytest
from declarant.events.abilities import THIS, CantAttack, HasType, MustAttack, Players, Targets
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.oracle import read_permanent
from oracle.reading import one

CREATURE = HasType(type="Creature")
YOU = Players(who="you")
ANY = Players(who="any")


@pytest.mark.parametrize(
    ("phrase", "meant"),
    [
        ("you", Targets(players=YOU)),
        ("you or planeswalkers you control", Targets(players=YOU, planeswalkers=YOU)),
        ("you or a planeswalker you control", Targets(players=YOU, planeswalkers=YOU)),
        ("planeswalkers you control", Targets(planeswalkers=YOU)),
        ("your opponents", Targets(players=Players(who="opponents"))),
        ("enchanted player", Targets(players=Players(who="enchanted"))),
        (
            "enchanted player or planeswalkers they control",
            Targets(players=Players(who="enchanted"), planeswalkers=Players(who="enchanted")),
        ),
    ],
)
def test_what_is_attacked_is_stated_by_player(phrase: str, meant: Targets) -> None:
    assert one(f"Creatures can't attack {phrase}.") == CantAttack(creatures=CREATURE, targets=meant)


def test_players_that_a_board_does_not_state_are_declined() -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent("Creatures can't attack the player to your left.")


def test_a_player_other_than_you_is_any_other_player() -> None:
    assert one("Creatures attack a player other than you each combat if able.") == MustAttack(
        creatures=CREATURE, targets=Targets(players=Players(who="others"))
    )


def test_a_planeswalker_or_battle_speaks_of_itself() -> None:
    assert one("Creatures can't attack Old Vessa.", name="Old Vessa") == CantAttack(
        creatures=CREATURE, targets=Targets(planeswalkers=ANY, battles=ANY, permanents=THIS)
    )
