"""113.6: what says that its card is in a graveyard, or returns it from there, triggers there and only there."""

from typing import Any

import pytest
from declarant import Game, permanent
from declarant.events.stack import CardNamed
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.rendering.lines import render

RETURNS = "Whenever a Rat you control attacks, you may return this card from your graveyard to the battlefield tapped."


def game_with(text: str, zone: Any = "graveyard", *, attackers: int = 1) -> Game:
    game = Game.start(["Ann", "Bob"])
    for number in range(attackers):
        game.enter(permanent(f"rat{number}", "Ann", types=["Creature"], subtypes=["Rat"], power=2, toughness=2))
    card = permanent("ghoul", "Ann", types=["Creature"], power=3, toughness=1, text=text, name="Ghoul")
    if zone == "battlefield":
        game.enter(card)
    else:
        game.happen(lambda draft: draft.append(CardNamed(card=card, zone=zone)))
    game.declare_attackers({f"rat{number}": "Bob" for number in range(attackers)})
    game.resolve_all()
    game.journal.verify()
    return game


def test_it_triggers_in_the_graveyard_and_returns() -> None:
    back = game_with(RETURNS).board.permanents["ghoul #2"]
    assert back.tapped and back.power == 3


@pytest.mark.parametrize("zone", ["battlefield", "exile", "hand"])
def test_it_triggers_nowhere_else(zone: str) -> None:
    game = game_with(RETURNS, zone)
    assert "ghoul #2" not in game.board.permanents
    assert not game.stack.marks


@pytest.mark.parametrize(("attackers", "returns"), [(1, False), (2, True)])
def test_its_other_conditions_are_asked_as_well(attackers: int, returns: bool) -> None:
    text = "Whenever you attack, if you control two or more Rats, return this card from your graveyard to your hand."
    game = game_with(text, attackers=attackers)
    assert ("ghoul" in game.board.cards and game.board.cards["ghoul"].zone == "hand") == returns


def test_one_in_exile_enters_attacking() -> None:
    text = "When a Rat you control attacks, if this card is exiled, put it onto the battlefield attacking."
    game = game_with(text, "exile")
    assert game.combat.attackers["ghoul #2"].target == "Bob"


@pytest.mark.parametrize(
    "text",
    [
        RETURNS,
        "Whenever you attack, if this card is in your graveyard, you may return it to the battlefield tapped and attacking.",
        "Whenever a Rat you control dies while this card is in your graveyard, you may pay {B}. If you do, return this card to "
        "your hand.",
    ],
)
def test_it_is_read_and_said(text: str) -> None:
    (ability,) = read_permanent(text)
    assert ability.does is not None
    (again,) = read_permanent(render(ability))
    assert (again.does, again.circumstances, again.condition) == (ability.does, ability.circumstances, ability.condition)


def test_it_returns_only_while_it_is_in_the_graveyard() -> None:
    text = "Whenever another creature dies, you may pay {B}. If you do, return this card from your graveyard to the battlefield."
    (ability,) = read_permanent(text, types=("Creature",))
    assert "graveyard" in str(ability.circumstances)  # type: ignore[union-attr]
