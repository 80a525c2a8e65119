"""What is declared and paid sets off what triggers, and marks the game with what it may set off that isn't modelled (508.2b)."""

from contextlib import nullcontext
from typing import Any

import pytest
from declarant.events.errors import IllegalDeclaration
from referee import (
    ANN,
    BOB,
    Outcome,
    attack,
    block,
    creature,
    enchantment,
    given,
    land,
    legal,
    not_carried_out,
)

UNKNOWN = (
    "Whenever this creature is assigned as an attacker, draw a card.",
    "Whenever this creature is turned sideways, draw a card.",
    "Whenever you frobnicate, draw a card.",
    "Whenever a creature you control taps, you gain 1 life.",
    "Whenever you tap a creature, you gain 1 life.",
    "Whenever a player taps a creature, you gain 1 life.",
)


def marked(outcome: Outcome) -> list[str]:
    return [each.source for each in outcome.step.not_carried_out]


@pytest.mark.parametrize("text", UNKNOWN)
def test_what_isnt_known_to_wait_for_something_else_is_marked_as_it_attacks(text: str) -> None:
    given(creature("imp", ANN, text)).when(attack(imp=BOB)).then(legal, not_carried_out("imp", "isn't modelled"))


@pytest.mark.parametrize("text", UNKNOWN[:3])
def test_what_isnt_known_to_wait_for_something_else_is_marked_as_it_blocks(text: str) -> None:
    text = text.replace("an attacker", "a blocker")
    board = given(creature("imp", BOB, text), creature("ox", ANN))
    board.when(attack(ox=BOB), block(imp="ox")).then(legal, not_carried_out("imp", "isn't modelled"))


@pytest.mark.parametrize(
    "text",
    [
        "Inspired — Whenever this creature becomes untapped, draw a card.",
        "Whenever you tap an untapped creature an opponent controls, draw a card.",
        "Whenever you tap a land for mana, add one mana of any color.",
        "Whenever a creature you control is killed, draw a card.",
        "Whenever a creature is exiled, draw a card.",
        "Whenever you investigate, draw a card.",
        "Whenever you become the monarch, draw a card.",
        "Whenever one or more opponents each lose exactly 1 life, draw a card.",
        "Whenever you sacrifice a Food, draw a card.",
        "Sacrifice a Food: Target creature gains haste until end of turn. Whenever it next becomes tapped this turn, untap it.",
        "Whenever this creature becomes attached, draw a card.",
        "When this creature enters, draw a card.",
        "Whenever you cast a spell, draw a card.",
        "At the beginning of your end step, draw a card.",
    ],
)
def test_what_surely_waits_for_something_else_isnt_marked(text: str) -> None:
    board = given(creature("imp", ANN, text), creature("ox", BOB))
    assert not marked(board.when(attack(imp=BOB)).then(legal))
    assert not marked(board.when(attack(imp=BOB), block(ox="imp")).then(legal))


def test_what_untaps_marks_the_game_as_it_does() -> None:
    imp = creature("imp", ANN, "Whenever this creature becomes untapped, draw a card.")
    board = given(imp)
    board.when(attack(imp=BOB), {"turn": BOB}, {"turn": ANN}).then(not_carried_out("imp", "isn't modelled"))


SACRIFICING = "This creature can't attack unless you sacrifice a creature."
PAYS = {"pay": {"sacrifice": ["elk"]}}


def paying(text: str, toll: str = SACRIFICING, pay: Any = PAYS, **more: Any) -> Outcome:
    board = given(creature("imp", ANN, toll), creature("elk", ANN), enchantment("altar", ANN, text), **more)
    return board.when(attack(imp=BOB, step=pay)).then(legal)


def test_what_triggers_on_sacrificing_marks_the_game() -> None:
    assert marked(paying("Whenever you sacrifice a creature, you gain 1 life.")) == ["altar"]
    assert not marked(paying("Whenever you sacrifice a land, you gain 1 life."))


@pytest.mark.parametrize("pays", [True, False])
def test_what_waits_for_payment_is_marked_once_it_is_paid(pays: bool) -> None:
    toll = enchantment(
        "toll",
        BOB,
        "Creatures can't attack you unless their controller pays {1} for each creature they control that's attacking you.",
    )
    imp = creature("imp", ANN, "Whenever a creature you control taps, you gain 1 life.")
    game = given(imp, land("forest", ANN, "Forest"), toll, mana={ANN: "{G}"}).game()
    game.declare_attackers({"imp": BOB}, pay=None)
    assert not game.stack.marks
    with nullcontext() if pays else pytest.raises(IllegalDeclaration):
        game.pay(pays)
    assert [mark.source for mark in game.stack.marks] == ["imp"] * pays


def test_a_size_that_a_cost_changes_and_that_is_stated_marks_the_game() -> None:
    lord = creature(
        "elk", ANN, "Other creatures you control get +1/+1 for each differently named token among permanents you control."
    )
    board = given(creature("imp", ANN, SACRIFICING), lord)
    board.when(attack(imp=BOB, step=PAYS)).then(legal, not_carried_out("elk", "stated"))


def test_what_triggers_on_paying_life_marks_the_game() -> None:
    toll = "This creature can't attack unless you pay 2 life."
    assert marked(paying("Whenever you pay life, draw a card.", toll, {"pay": True})) == ["altar"]


@pytest.mark.parametrize(
    "says", ["gets +2/+2 while attacking", "gets +2/+0 if it's attacking", "gets +1/+1 if it is attacking with a friend"]
)
def test_a_size_that_isnt_understood_and_is_of_combat_marks_the_game_as_that_begins(says: str) -> None:
    given(creature("imp", ANN, says)).when(attack(imp=BOB)).then(legal, not_carried_out("imp", "stated"))
    quiet = creature("imp", ANN, "gets +2/+2 for each weird token")
    assert not marked(given(quiet).when(attack(imp=BOB)).then(legal))
