"""What is exiled until a permanent leaves returns as that leaves (610.3); cards exiled with it are linked to it (607.2a)."""

import pytest
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import (
    ANN,
    BOB,
    attack,
    block,
    creature,
    damage,
    enchantment,
    given,
    has,
    left,
    not_carried_out,
    permanent,
    resolve,
    sizes,
)

UNTIL = (
    "Whenever this creature attacks, exile target creature defending player controls until this creature leaves the battlefield."
)
GUARD, WALL = creature("guard", BOB, power=5, toughness=5), creature("wall", BOB, toughness=1)


def test_it_returns_as_the_permanent_leaves() -> None:
    board = given(creature("imp", ANN, UNTIL), GUARD, creature("elk", BOB, power=3, toughness=3))
    board.when(attack(imp=BOB), resolve()).then(left("guard"))
    board.when(attack(imp=BOB), resolve(), block(elk="imp"), damage()).then(has("guard #2", power=5))


def test_it_returns_where_an_effect_moves_the_permanent() -> None:
    helper = permanent("helper", BOB, "Whenever a creature blocks, destroy all attacking creatures.", types=("Enchantment",))
    board = given(creature("imp", ANN, UNTIL), GUARD, WALL, helper)
    board.when(attack(imp=BOB), resolve(), block(wall="imp"), resolve()).then(has("guard #2", power=5))


def test_nothing_is_exiled_if_it_has_left_already() -> None:
    helper = permanent("helper", BOB, "Whenever a creature attacks, destroy it.", types=("Enchantment",))
    outcome = given(creature("imp", ANN, UNTIL), GUARD, helper).when(attack(imp=BOB), resolve()).then(left("imp"))
    assert "guard" in outcome.game.board.permanents


def test_a_token_does_not_return() -> None:
    board = given(creature("imp", ANN, UNTIL), {**GUARD, "token": True}, creature("elk", BOB, power=3, toughness=3))
    outcome = board.when(attack(imp=BOB), resolve(), block(elk="imp"), damage()).outcome()
    assert "guard #2" not in outcome.game.board.permanents


SAME = "Whenever this creature attacks, it gets +X/+X until end of turn, where X is the power of the exiled card."


def test_the_exiled_card_counts_where_it_is_stated() -> None:
    board = given(creature("imp", ANN, SAME))
    board.when(attack(imp=BOB), resolve()).then(not_carried_out("imp", "exiled with imp"))
    resolution = resolve("all", {"source": "imp", "cards": [creature("ox", BOB, power=3)]})
    board.when(attack(imp=BOB), resolution).then(sizes(imp="5/5"))


def test_all_cards_exiled_with_it_enter() -> None:
    text = "When this creature dies, put all creature cards exiled with it onto the battlefield."
    board = given(creature("imp", ANN, text), GUARD)
    steps = attack(imp=BOB), block(guard="imp"), damage()
    board.when(*steps, resolve()).then(not_carried_out("imp", "exiled with imp"))
    cards = [creature("ox", ANN, power=3), creature("eel", BOB)]
    both = board.when(*steps, resolve("all", {"source": "imp", "cards": cards})).then(has("ox #2", power=3), has("eel #2"))
    assert both.game.board.permanents["eel #2"].controller == BOB


def test_none_is_exiled_with_it_where_that_is_stated() -> None:
    dies = "When this creature dies, put all cards exiled with it onto the battlefield."
    board = given(creature("imp", ANN, dies), GUARD, facts={"imp": {"cards exiled with it": 0}})
    outcome = board.when(attack(imp=BOB), block(guard="imp"), damage(), resolve()).outcome()
    assert outcome.game.stack.marks == ()


def test_each_other_card() -> None:
    text = (
        "Whenever another creature dies, you may exile that card. If you do, return each other card exiled with this creature to "
    )
    vat = creature("vat", ANN, f"{text}its owner's graveyard.")
    board = given(creature("imp", ANN), vat, GUARD)
    resolution = resolve("all", {"source": "vat", "accept": [True], "cards": [creature("ox", ANN)]})
    outcome = board.when(attack(imp=BOB), block(guard="imp"), damage(), resolution).outcome()
    cards = outcome.game.board.cards
    assert (cards["imp"].zone, cards["ox"].zone) == ("exile", "graveyard")


@pytest.mark.parametrize(
    "text", ["put two cards exiled with it into their owners' hands.", "put it onto the battlefield with the exiled card."]
)
def test_what_is_not_read(text: str) -> None:
    read = read_permanent(f"Whenever this creature attacks, {text}")
    assert [each.does for each in read if isinstance(each, a.Triggered)] == [None]


HEIR = (
    "Whenever another nontoken creature you control dies, exile it. If you do, create a 1/1 white Spirit creature token with "
    '"When this token leaves the battlefield, return the exiled card to its owner\'s hand."'
)
GRANTED = HEIR.replace("token with", "token. It gains")
PIT = enchantment("pit", BOB, "Whenever a Beast attacks, destroy it.")
PYRE = enchantment("pyre", BOB, "Whenever a creature attacks and isn't blocked, destroy target Spirit.")
BEASTS = [creature(id, ANN, types=("Beast",)) for id in ("ox", "elk")]


@pytest.mark.parametrize("text", [HEIR, GRANTED])
def test_what_a_token_calls_the_exiled_card_is_what_was_exiled_as_it_was_created(text: str) -> None:
    """Of each token its own card: not nothing, and not what the ability exiled before."""
    board = given(*BEASTS, creature("imp", ANN), creature("guard", BOB), PIT, PYRE, enchantment("tomb", ANN, text))
    steps = attack(ox=BOB, elk=BOB, imp=BOB), resolve("all"), block()
    first = resolve("all", {"source": "pyre", "targets": ["tomb token 1"]})
    cards = board.when(*steps, first).outcome().game.board.cards
    exiled = {id for id in ("ox", "elk") if cards[id].zone == "exile"}
    cards = board.when(*steps, resolve("all", {"source": "pyre", "targets": ["tomb token 2"]})).outcome().game.board.cards
    assert len(exiled) == 1 and exiled == {id for id in ("ox", "elk") if cards[id].zone == "hand"}


def test_which_card_is_meant_is_asked_of_a_token_where_an_ability_exiled_it_for_several() -> None:
    text = HEIR.replace("create a 1/1 white Spirit creature token", "create two 1/1 white Spirit creature tokens")
    board = given(BEASTS[0], creature("guard", BOB), PIT, enchantment("tomb", ANN, text))
    board.when(attack(ox=BOB), resolve("all")).then(not_carried_out("tomb", "the exiled card"))


def test_what_entered_this_turn_before_the_board_was_stated_may_have_exiled_something() -> None:
    imp = creature("imp", ANN, "When this creature dies, return the exiled card to its owner's hand.", summoning_sick=True)
    pit = enchantment("pit", BOB, "Whenever a creature attacks, destroy all creatures.")
    board = given(imp, BEASTS[0], pit)
    board.when(attack(ox=BOB), resolve("all")).then(not_carried_out("imp", "exiled with imp"))
