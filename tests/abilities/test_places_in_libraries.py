"""Where in a library something is put: on top, on the bottom, so many from the top, shuffled into it; and in which order."""

from typing import Any

import pytest
from declarant.events.abilities import LeavesInsteadOfDying, Moves, PutsCards
from declarant.events.model import parts_of
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.rendering.lines import render
from referee import ANN, BOB, attack, block, creature, damage, given, resolve

ATTACKS = "Whenever this creature attacks, "


@pytest.mark.parametrize(
    ("text", "place", "order"),
    [
        ("put target creature on top of its owner's library.", 1, None),
        ("put target creature into its owner's library second from the top.", 2, None),
        ("put target creature into its owner's library just beneath the top two cards of that library.", 3, None),
        ("put up to two target creatures on the bottom of their owners' libraries in a random order.", "bottom", "random"),
        ("target creature's owner puts it on their choice of the top or bottom of their library.", "top or bottom", None),
        ("put target creature on the top or bottom of its owner's library.", "top or bottom", None),
        ("put target card from your graveyard on your choice of the top or bottom of your library.", "top or bottom", None),
        ("shuffle target creature into its owner's library.", "shuffled", None),
        ("put target card from your graveyard on the bottom of your library.", "bottom", None),
        ("look at the top two cards of your library, then put them back in any order.", 1, "any"),
        ("shuffle up to two target cards from your graveyard into your library.", "shuffled", None),
        ("shuffle your graveyard into your library.", "shuffled", None),
        ("defending player puts a card from their hand on top of their library.", 1, None),
    ],
)
def test_a_place_in_a_library_is_in_the_value(text: str, place: int | str, order: str | None) -> None:
    (ability,) = read_permanent(ATTACKS + text, types=["Creature"])
    (put,) = [each for each in parts_of(ability) if isinstance(each, Moves | PutsCards)]
    assert (put.place, put.order) == (place, order)
    (again,) = read_permanent(render(ability), types=["Creature"])
    assert again.model_copy(update={"text": ""}) == ability.model_copy(update={"text": ""})


def test_where_it_goes_instead_of_dying_is_in_the_value() -> None:
    for words, place in (("put it on top of", 1), ("put it on the bottom of", "bottom"), ("shuffle it into", "shuffled")):
        text = f"If this creature would die, {words} its owner's library instead."
        (ability,) = read_permanent(text, types=["Creature"])
        assert isinstance(ability, LeavesInsteadOfDying) and ability.place == place
        assert render(ability) == text


def dying(text: str, **choices: Any) -> Any:
    """Ann's imp dies, and what its text says is done; her elk is in her graveyard, with four other cards."""
    imp, ox = creature("imp", ANN, f"When this creature dies, {text}"), creature("ox", BOB, power=9, toughness=9)
    chosen = {"source": "imp", "cards": [creature("elk", ANN)], **choices}
    board = given(imp, ox, hand={ANN: 1}, graveyard={ANN: 5, BOB: 2})
    return board.when(attack(imp=BOB), block(ox="imp"), damage(), resolve(1, chosen)).outcome().game.board


def test_what_was_put_on_top_is_drawn() -> None:
    put = "put target creature card from your graveyard {}. Draw a card."
    on_top = dying(put.format("on top of your library"), targets=["elk"])
    assert (on_top.cards["elk"].zone, on_top.hand[ANN]) == ("hand", 2)
    beneath = dying(put.format("into your library second from the top"), targets=["elk"])
    assert (beneath.cards["elk"].zone, beneath.hand[ANN]) == ("library", 2)


@pytest.mark.parametrize(
    ("text", "left", "zone"),
    [
        ("shuffle your graveyard into your library.", {ANN: 0, BOB: 2}, "library"),
        ("exile all graveyards.", {ANN: 0, BOB: 0}, "exile"),
        ("exile each opponent's graveyard.", {ANN: 6, BOB: 0}, "graveyard"),
    ],
)
def test_a_whole_graveyard_goes(text: str, left: dict[str, int], zone: str) -> None:
    board = dying(text, **({"cards": []} if zone == "graveyard" else {}))
    assert all(each.zone == zone for each in board.cards.values())
    assert {ANN: board.graveyard[ANN], BOB: board.graveyard[BOB]} == left
