"""Players, and what is attacked."""

import pytest
from declarant.events.abilities import THIS, CantAttack, ChangesLife, HasType, MustAttack, Players, Targets, Triggered
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


OF_ATTACKERS = (
    "Whenever this creature attacks",
    "Whenever this creature attacks and isn't blocked",
    "Whenever this creature becomes blocked",
)
OF_NOBODY = ("Whenever this creature blocks", "Whenever this creature dies", "When this creature leaves the battlefield")


@pytest.mark.parametrize("trigger", [*OF_ATTACKERS, *OF_NOBODY])
@pytest.mark.parametrize(
    "does",
    [
        "that player loses 2 life",
        "you may draw a card. If you do, that player loses 2 life",
        "destroy all creatures that player controls",
    ],
)
def test_that_player_is_the_defending_one_as_something_attacks_and_else_nobody(trigger: str, does: str) -> None:
    (ability,) = read_permanent(f"{trigger}, {does}.")
    assert isinstance(ability, Triggered)
    assert (ability.does is not None) == (trigger in OF_ATTACKERS)


def test_that_player_is_the_defending_player_where_that_one_was_named() -> None:
    for named in ("defending player discards a card, then", "if defending player has no cards in hand,"):
        (ability,) = read_permanent(f"Whenever this creature attacks, {named} that player loses 2 life.")
        assert isinstance(ability, Triggered)
        assert ability.does is not None
        assert ChangesLife(players=Players(who="defending"), loses=2) in ability.does.instructions


@pytest.mark.parametrize("who", ["any opponent", "any player"])
@pytest.mark.parametrize("does", ["{} loses 2 life", "it deals 2 damage to {}", "{} sacrifices a creature"])
def test_which_of_any_players_loses_something_isnt_guessed(who: str, does: str) -> None:
    (ability,) = read_permanent(f"Whenever this creature attacks, {does.format(who)}.")
    assert isinstance(ability, Triggered)
    assert ability.does is None
