"""Cards that are turned up as an ability resolves: the top of a library, a revealed hand, what is discarded (701.17, 701.20).

A case says which cards they are. What asks for them isn't carried out otherwise; how many there are is known all the same.
"""

from typing import Any

import pytest
from abilities.resolving import as_it_attacks
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import (
    ANN,
    BOB,
    attack,
    attacking,
    block,
    creature,
    damage,
    given,
    has,
    land,
    life,
    not_carried_out,
    permanent,
    refused,
    resolve,
    sizes,
    tapped,
)

OX, IMP2, BOG = creature("ox", ANN, power=4, toughness=3), creature("fly", ANN, power=1), land("bog", ANN, "Swamp")


def attacks(text: str, *library: dict[str, Any], **more: Any) -> Any:
    """Ann's imp attacks, and its ability resolves with what is stated of cards."""
    choices = {"source": "imp", **more, **({"library": library} if library else {})}
    board = given(creature("imp", ANN, f"Whenever this creature attacks, {text}"), hand={ANN: 3}, graveyard={ANN: 1})
    return board.when(attack(imp=BOB), resolve("all", choices))


AMONG = "look at the top three cards of your library. You may put a creature card from among them onto the battlefield. "


def test_one_of_the_cards_on_top_enters_where_they_are_stated() -> None:
    attacks(f"{AMONG}Put the rest on the bottom of your library in a random order.", BOG, OX, IMP2).then(has("ox #2", power=4))
    attacks(f"{AMONG}Put the rest into your graveyard.", BOG, OX, IMP2).then(has("ox #2", power=4))
    chosen = attacks(f"{AMONG}Put the rest into your hand.", BOG, OX, IMP2, chosen=["fly"]).then(has("fly #2", power=1))
    assert chosen.game.board.hand[ANN] == 5 and chosen.game.board.cards["ox"].zone == "hand"


def test_what_one_may_do_with_cards_nobody_states_is_not_done() -> None:
    board = attacks(f"{AMONG}Put the rest into your hand.").then(attacking(imp=BOB)).game.board
    assert board.hand[ANN] == 6 and len(board.permanents) == 1
    taken = attacks(f"{AMONG}Put the rest into your hand.", accept=[True])
    taken.then(not_carried_out("imp", "on top of the library of Ann"))


def test_what_must_be_done_with_cards_nobody_states_is_not_carried_out() -> None:
    text = "exile the top two cards of your library. Put a creature card from among them onto the battlefield."
    attacks(text).then(not_carried_out("imp", "which cards are in the exile"))
    attacks(text, BOG, OX).then(has("ox #2", power=4))


LAND = "reveal the top card of your library. If it's a land card, put it onto the battlefield. Otherwise, put it into your hand."


def test_if_it_is_a_land_card() -> None:
    attacks(LAND).then(not_carried_out("imp", "on top of the library of Ann"))
    attacks(LAND, BOG).then(has("bog #2", tapped=False))
    assert attacks(LAND, OX).outcome().game.board.hand[ANN] == 4


def test_its_mana_value_and_its_toughness_count() -> None:
    text = "reveal the top card of your library. You gain life equal to that card's toughness, then put it into your hand."
    attacks(text, OX).then(life(Ann=23))
    attacks(text).then(not_carried_out("imp", "on top of the library of Ann"))


def test_milled_cards_are_counted_by_what_they_are() -> None:
    text = "mill three cards. For each creature card milled this way, create a 2/2 black Zombie creature token."
    outcome = attacks(text, BOG, OX, IMP2).then(has("imp token 2", token=True))
    assert outcome.game.board.graveyard[ANN] == 4 and "imp token 3" not in outcome.game.board.permanents
    attacks(text, BOG, OX).then(not_carried_out("imp", "on top of the library of Ann"))
    assert attacks("mill three cards.").outcome().game.board.graveyard[ANN] == 4


def test_a_card_is_put_from_where_it_was_milled() -> None:
    text = "you may mill three cards. You may put a creature card and/or a land card from among them onto the battlefield."
    outcome = attacks(text, BOG, OX, IMP2, accept=[True, True]).then(has("ox #2", power=4), has("bog #2", tapped=False))
    assert outcome.game.board.graveyard[ANN] == 2
    without_land = attacks(text, IMP2, OX, creature("elk", ANN), accept=[True, True, True], chosen=["ox"])
    assert without_land.then(has("ox #2", power=4)).game.board.graveyard[ANN] == 3
    without_creature = attacks(text, BOG, OX, IMP2, accept=[True, False, True]).then(has("bog #2", tapped=False))
    assert without_creature.game.board.graveyard[ANN] == 3


def test_a_card_that_is_named_twice_is_refused() -> None:
    text = "look at the top two cards of your library. You may put any number of creature cards from among them onto the "
    text += "battlefield."
    attacks(text, OX, IMP2, accept=[True], chosen=["ox", "ox"]).then(refused("invalid-input", "ox"))


def test_until_a_creature_card_is_revealed() -> None:
    text = (
        "reveal cards from the top of your library until you reveal a creature card. Put that card onto the battlefield and the "
        "rest on the bottom of your library in a random order."
    )
    attacks(text, BOG, OX).then(has("ox #2", power=4))
    attacks(text, BOG).then(not_carried_out("imp", "which cards are in the library"))


def test_each_player_reveals_and_draws_the_card() -> None:
    text = (
        "each player reveals the top card of their library. For each nonland card revealed this way, you create a 1/1 white Cat "
        "creature token. Then each player draws a card."
    )
    outcome = attacks(text, OX, creature("eel", BOB)).then(has("imp token 2", token=True))
    assert outcome.game.board.cards["ox"].zone == "hand" and outcome.game.board.hand[BOB] == 1


def test_one_card_of_those_looked_at_goes_to_the_hand() -> None:
    text = "look at the top three cards of your library. Put one of them into your hand and the rest into your graveyard."
    unknown = attacks(text).outcome().game.board
    assert (unknown.hand[ANN], unknown.graveyard[ANN]) == (4, 3)
    known = attacks(text, BOG, OX, IMP2, chosen=["bog"]).outcome().game.board
    assert (known.hand[ANN], known.graveyard[ANN], known.cards["bog"].zone) == (4, 3, "hand")


def test_the_discarded_card_counts() -> None:
    text = "draw a card, then discard a card. It gets +X/+0 until end of turn, where X is the discarded card's mana value."
    attacks(text.replace("It gets", "This creature gets")).then(not_carried_out("imp", "which cards Ann discards"))
    outcome = attacks(text.replace("It gets", "This creature gets"), discarded=[{**OX, "mana_value": 5}]).then(sizes(imp="7/2"))
    assert outcome.game.board.hand[ANN] == 3 and outcome.game.board.cards["ox"].zone == "graveyard"


def test_when_a_nonland_card_is_discarded() -> None:
    text = "draw a card, then discard a card. When you discard a nonland card this way, you gain 2 life."
    attacks(text, discarded=[OX]).then(life(Ann=22))
    attacks(text, discarded=[BOG]).then(life(Ann=20))


def test_a_creature_card_is_discarded() -> None:
    text = "you may discard a creature card. When you do, you gain 2 life."
    attacks(text).then(life(Ann=20))
    attacks(text, accept=[True], cards=[OX]).then(life(Ann=22))


def test_a_card_of_a_revealed_hand_is_chosen() -> None:
    text = "Whenever this creature deals combat damage to a player, that player reveals their hand. You choose a card from it. "
    board = given(creature("imp", ANN, f"{text}That player exiles that card."), hand={BOB: 2})
    unknown = board.when(attack(imp=BOB), block(), damage(), resolve())
    unknown.then(not_carried_out("imp", "which cards are in the hand"))
    resolution = resolve("all", {"source": "imp", "cards": [creature("eel", BOB)]})
    outcome = board.when(attack(imp=BOB), block(), damage(), resolution).outcome()
    assert outcome.game.board.hand[BOB] == 1 and outcome.game.board.cards["eel"].zone == "exile"
    given(creature("imp", ANN, f"{text}That player exiles that card.")).when(attack(imp=BOB), block(), damage(), resolve())


def test_a_card_of_the_hand_or_of_the_graveyard_enters_attacking_that_player() -> None:
    text = "you may put a creature card from your hand or graveyard onto the battlefield tapped and attacking that player."
    attacks(text, accept=[True], cards=[OX]).then(attacking(**{"imp": BOB, "ox #2": BOB}))
    attacks(text, accept=[True], modes=[1], cards=[OX]).then(attacking(**{"imp": BOB, "ox #2": BOB}))


def test_what_is_stated_and_not_turned_up_is_an_error() -> None:
    assert "turned up" in str(attacks("you gain 2 life.", OX).outcome().report.error)


@pytest.mark.parametrize(
    "text",
    [
        "exile the top card of your library. It gains haste until end of turn.",
        "look at the top three cards of your library. If it's a land card, you gain 1 life.",
        "put one of them into your hand.",
    ],
)
def test_what_is_said_of_cards_that_are_not_meant_is_not_read(text: str) -> None:
    read = read_permanent(f"Whenever this creature attacks, {text}")
    assert [each.does for each in read if isinstance(each, a.Triggered)] == [None]


@pytest.mark.parametrize(("card", "life_total"), [(BOG, 22), (OX, 20)])
def test_if_such_a_card_was_discarded_this_way(card: dict[str, Any], life_total: int) -> None:
    text = "discard a card. If you discarded a land card this way, you gain 2 life."
    attacks(text, discarded=[card]).then(life(Ann=life_total))


FEW = "look at the top three cards of your library. Put any number of creature cards with total mana value 4 or less from among "
FEW += "them onto the battlefield. Put the rest on the bottom of your library in a random order."
THREE, TWO = creature("three", ANN, power=5, mana_value=3), creature("two", ANN, power=4, mana_value=2)
ONE = creature("one", ANN, mana_value=1)


def test_those_that_are_chosen_have_no_more_than_that_in_all() -> None:
    attacks(FEW, THREE, TWO, ONE, chosen=["two", "one"]).then(has("two #2", power=4), has("one #2", power=2))
    by_default = attacks(FEW, THREE, TWO, ONE).then(has("three #2", power=5))
    assert len(by_default.game.board.permanents) == 2  # with the next one it would be too much
    refused = attacks(FEW, THREE, TWO, ONE, chosen=["three", "two"]).outcome().report.error
    assert refused is not None and refused.found == "three, two"


EQUIPMENT = (
    "look at the top two cards of your library. You may put an Aura or Equipment card from among them onto the battlefield. If "
    "an Equipment is put onto the battlefield this way, you may attach it to a creature you control. Put the rest on the bottom "
    "of your library in a random order."
)
SWORD = permanent("sword", ANN, "Equipped creature gets +1/+1.", types=["Artifact"], subtypes=["Equipment"])


def test_what_was_put_onto_the_battlefield_this_way_is_asked_of() -> None:
    attacks(EQUIPMENT, SWORD, OX, chosen=["sword", "imp"]).then(has("sword #2", attached_to="imp"))
    attacks(EQUIPMENT, BOG, OX).then(attacking(imp=BOB))


@pytest.mark.parametrize(("said", "gained"), [("odd", 1), ("even", 0)])
def test_the_revealed_cards_mana_value_is_odd_or_even(said: str, gained: int) -> None:
    text = f"reveal the top card of your library. If that card's mana value is {said}, you gain 1 life."
    attacks(text, {**OX, "mana_value": 3}).then(life(Ann=20 + gained))


def test_each_player_returns_all_of_their_cards() -> None:
    text = "When this creature dies, exile it and each player returns all creature cards from their graveyard to their hand."
    board = given(creature("imp", ANN, text), creature("bat", BOB), creature("elk", ANN), creature("cat", BOB))
    steps = attack(imp=BOB, elk=BOB), block(bat="imp", cat="elk"), damage(), resolve()
    cards = board.when(*steps).then(life(Bob=20)).game.board.cards
    assert {id: cards[id].zone for id in ("imp", "bat", "elk", "cat")} == {
        "imp": "exile",
        "bat": "hand",
        "elk": "hand",
        "cat": "hand",
    }


@pytest.mark.parametrize("which", ["one", "one of them"])
def test_one_of_those_looked_at(which: str) -> None:
    text = f"look at the top two cards of your library. Put {which} into your hand and the other into your graveyard."
    board = as_it_attacks(text).then(tapped("imp")).game.board
    assert (board.hand[ANN], board.graveyard[ANN]) == (2, 2)


@pytest.mark.parametrize(("card", "tokens"), [(creature("yak", ANN), 0), (creature("elk", ANN), 1)])
def test_if_no_card_was_put_after_what_became_of_the_rest(card: dict[str, Any], tokens: int) -> None:
    text = (
        "look at the top card of your library. You may put a creature card from among them onto the battlefield. Put the rest "
        "into your graveyard. If you don't put a card onto the battlefield this way, create a 1/1 green Elf creature token."
    )
    chosen = {"library": [card], "accept": [not tokens]}
    board = as_it_attacks(text, **chosen).outcome().game.board
    assert sum(each.token for each in board.permanents.values()) == tokens
    assert board.graveyard[ANN] == 1 + tokens


def test_the_mana_value_of_the_card_that_was_discarded() -> None:
    text = "you may discard a creature card. If you do, it deals damage equal to that card's mana value to any target."
    yak = creature("yak", ANN, mana_value=5)
    as_it_attacks(text, accept=[True], cards=[yak], targets=["Bob"]).then(life(Bob=15))


@pytest.mark.parametrize(("cast", "life_then"), [(True, 20), (False, 22)])
def test_what_is_done_if_it_isn_t_cast(cast: bool, life_then: int) -> None:
    effect = "exile the top card of your library. You may cast it. If you don't, you gain 2 life."
    as_it_attacks(effect, accept=[cast]).then(life(Ann=life_then))


@pytest.mark.parametrize(("accept", "zone"), [(True, "battlefield"), (False, "hand")])
def test_a_revealed_card_may_be_put_if_it_is_of_a_kind(accept: bool, zone: str) -> None:
    effect = (
        "reveal the top card of your library. You may put that card onto the battlefield if it's a permanent card with mana "
        "value 3 or less. Otherwise, put that card into your hand."
    )
    ox = permanent("ox", ANN, types=("Creature",), power=4, toughness=4, mana_value=3)
    board = as_it_attacks(effect, library=[ox], accept=[accept]).outcome().game.board
    assert ("ox #2" in board.permanents or "ox" in board.permanents) == accept
    assert accept or board.cards["ox"].zone == zone
