"""What is chosen or tapped, and meant afterwards; conditions after "then"; what becomes of each kind of cards revealed."""

from typing import Any

import pytest
from referee import ANN, BOB, attack, creature, given, has, life, permanent, resolve, sizes, tapped

FIRST = "Whenever this creature attacks, "


def attacks(text: str, *others: dict[str, Any], totals: dict[str, Any] | None = None, **choices: Any) -> Any:
    """Ann's imp, which says that as it attacks, attacks Bob, and its ability resolves."""
    resolution = resolve("all", {"source": "imp", **choices})
    return given(creature("imp", ANN, FIRST + text), *others, **(totals or {})).when(attack(imp=BOB), resolution)


@pytest.mark.parametrize(("hand", "is_tapped"), [(6, False), (5, True)])
def test_what_follows_then_if_is_asked_after_what_was_done(hand: int, is_tapped: bool) -> None:
    text = "draw a card, then if you have seven or more cards in hand, untap this creature."
    attacks(text, totals={"hand": {ANN: hand}}).then(has("imp", tapped=is_tapped))


def test_that_creature_is_the_one_that_was_tapped() -> None:
    text = (
        "you may tap another untapped creature you control. If you do, this creature gets +X/+0 until end of turn, where X is "
        "that creature's power."
    )
    ox = creature("ox", ANN, power=3)
    attacks(text, ox, accept=[True], chosen=["ox"]).then(sizes(imp="5/2"), tapped("imp", "ox"))


@pytest.mark.parametrize("joint", [". Put", " and put"])
def test_those_creatures_are_the_chosen_ones(joint: str) -> None:
    text = f"choose up to two creatures{joint} a +1/+1 counter on each of those creatures."
    attacks(text, creature("ox", BOB), creature("elk", ANN), chosen=["ox", "imp"]).then(sizes(imp="3/3", ox="3/3", elk="2/2"))


REVEALS = (
    "reveal the top card of your library. If it's a land card, put it onto the battlefield tapped. If it isn't a land card, put "
    "it into your hand."
)


@pytest.mark.parametrize("land", [True, False])
def test_each_kind_of_card_goes_where_it_is_stated(land: bool) -> None:
    card = {"id": "top", "controller": ANN, "owner": ANN, "types": ["Land"] if land else ["Artifact"]}
    outcome = attacks(REVEALS, totals={"hand": {ANN: 2}}, library=[card]).outcome()
    assert not outcome.game.stack.marks
    assert outcome.game.board.hand[ANN] == (2 if land else 3)
    assert ("top #2" in outcome.game.board.permanents) == land


@pytest.mark.parametrize(("types", "lost"), [(["Creature"], 2), (["Land"], 0)])
def test_it_triggers_when_such_a_card_is_milled(types: list[str], lost: int) -> None:
    text = "mill a card. When one or more creature cards are milled this way, each opponent loses 2 life."
    size = {"power": 1, "toughness": 1} if "Creature" in types else {}
    card = {"id": "top", "controller": ANN, "owner": ANN, "types": types, **size}
    attacks(text, library=[card]).then(life(Bob=20 - lost))


def test_one_of_the_cards_looked_at_is_revealed_and_put_into_the_hand() -> None:
    text = (
        "look at the top two cards of your library. You may reveal a creature card from among them and put it into your hand. "
        "Put the rest on the bottom of your library in a random order. Put a +1/+1 counter on this creature."
    )
    cards = [
        {"id": id, "owner": ANN, "controller": ANN, "types": ["Creature"], "power": 1, "toughness": 1} for id in ("one", "two")
    ]
    outcome = attacks(text, totals={"hand": {ANN: 0}}, library=cards, chosen=["two"], accept=[True])
    outcome.then(sizes(imp="3/3"))
    assert outcome.outcome().game.board.hand[ANN] == 1


def test_the_creature_is_the_equipped_one_after_cards_are_revealed() -> None:
    text = (
        "Whenever equipped creature attacks, defending player reveals cards from the top of their library until they reveal a "
        "land card. The creature gets +1/+0 until end of turn for each card revealed this way. That player puts the revealed "
        "cards into their graveyard."
    )
    blade = permanent("blade", ANN, text, types=("Artifact", "Equipment"), attached_to="imp")
    cards = [{"id": id, "owner": BOB, "controller": BOB, "types": [type]} for id, type in (("one", "Artifact"), ("two", "Land"))]
    steps = attack(imp=BOB), resolve("all", {"source": "blade", "library": cards})
    outcome = given(blade, creature("imp", ANN), graveyard={BOB: 0}).when(*steps).then(sizes(imp="4/2"))
    assert outcome.game.board.graveyard[BOB] == 2 and not outcome.game.stack.marks
