"""Places told before cards, Equipment put onto what attacks, what any opponent may prevent, and counters that others put."""

from typing import Any

import pytest
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.rendering.lines import render
from referee import ANN, BOB, CAT, attack, creature, given, has, permanent, resolve, sizes

ATTACKS = "Whenever this creature attacks, "
SWORD = permanent("sword", ANN, "Equipped creature gets +1/+1.", types=["Artifact"], subtypes=["Equipment"])
RETURNED = creature("elk", ANN, power=3)


def attacking_with(text: str, *others: dict[str, Any], hand: int = 0, **choices: Any) -> Any:
    board = given(creature("imp", ANN, ATTACKS + text), *others, players=(ANN, BOB, CAT), hand={ANN: 1, BOB: hand})
    return board.when(attack(imp=BOB), resolve("all", {"source": "imp", **choices}))


@pytest.mark.parametrize(
    "text",
    [
        "return to the battlefield tapped target creature card in your graveyard.",
        "you may put an Equipment card from your hand onto the battlefield attached to it.",
        "it gets +2/+0 until end of turn unless an opponent pays 3 life.",
        "draw a card unless any player pays 2 life.",
        "each opponent blights 1.",
        "each opponent may blight 1.",
        "for each opponent, that player blights 1.",
        "target player blights 2.",
        "support 2. Those creatures gain trample until end of turn.",
        "it gets +1/+0 until end of turn for each card in defending player's hand.",
        "it explores, then it explores again.",
        "add one mana of any color.",
        "add X mana in any combination of colors, where X is its power.",
        "add an amount of {R} equal to its power.",
        "after this phase, there is an additional combat phase followed by an additional main phase.",
    ],
)
def test_it_is_read_as_it_is_said(text: str) -> None:
    (ability,) = read_permanent(ATTACKS + text)
    assert ability.does is not None  # type: ignore[union-attr]
    (again,) = read_permanent(render(ability))
    assert again.model_copy(update={"text": ""}) == ability.model_copy(update={"text": ""})


def test_where_cards_are_returned_to_is_told_before_them() -> None:
    text = "return to the battlefield tapped target creature card in your graveyard."
    attacking_with(text, targets=["elk"], cards=[RETURNED]).then(has("elk #2", tapped=True, power=3))


def test_equipment_is_put_onto_the_battlefield_attached_to_what_attacks() -> None:
    text = "you may put an Equipment card from your hand onto the battlefield attached to it."
    attacking_with(text, accept=[True], cards=[SWORD]).then(has("sword #2", attached_to="imp"), sizes(imp="3/3"))


@pytest.mark.parametrize(("accept", "size"), [([False, False], "4/2"), ([True, False], "2/2"), ([False, True], "2/2")])
def test_any_opponent_may_prevent_it(accept: list[bool], size: str) -> None:
    attacking_with("it gets +2/+0 until end of turn unless an opponent pays 3 life.", accept=accept).then(sizes(imp=size))


def test_each_opponent_blights_a_creature_of_their_own() -> None:
    others = creature("ox", BOB), creature("cow", BOB), creature("yak", CAT)
    attacking_with("each opponent blights 1.", *others, chosen=["ox", "yak"]).then(
        sizes(imp="2/2", ox="1/1", cow="2/2", yak="1/1")
    )


def test_up_to_so_many_other_creatures_are_supported() -> None:
    others = creature("ox", BOB), creature("elk", ANN)
    attacking_with("support 2.", *others, targets=["elk"]).then(sizes(imp="2/2", ox="2/2", elk="3/3"))
    attacking_with("support 2.", *others, targets=["elk", "ox"]).then(sizes(imp="2/2", ox="3/3", elk="3/3"))


def test_the_hand_of_the_defending_player_is_counted() -> None:
    text = "it gets +1/+0 until end of turn for each card in defending player's hand."
    attacking_with(text, hand=3).then(sizes(imp="5/2"))


def test_the_greatest_of_those_that_attacked_is_counted() -> None:
    text = (
        "Whenever one or more creatures you control attack, this creature gets +X/+0 until end of turn, where X is the greatest "
    )
    nun = creature("nun", ANN, text + "power among those creatures.")
    board = given(nun, creature("ape", ANN, power=3), creature("bat", ANN, power=4), creature("big", ANN, power=9))
    board.when(attack(ape=BOB, bat=BOB), resolve()).then(sizes(nun="6/2"))
