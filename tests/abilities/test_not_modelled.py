"""What isn't modelled marks the game where it may matter: trigger events, and changes of values that the board states."""

from typing import Any

import pytest
from referee import ANN, BOB, attack, block, creature, damage, given, life, not_carried_out, permanent, resolve, resolved, sizes

TOKEN = "create a 1/1 white Soldier creature token."


def attacks(text: str, *others: dict[str, Any], **more: Any) -> Any:
    """Ann's imp, which has the text, attacks Bob, and its ability resolves."""
    return given(creature("imp", ANN, f"Whenever this creature attacks, {text}"), *others, **more).when(
        attack(imp=BOB), resolve()
    )


def watches(text: str, controller: str = ANN) -> dict[str, Any]:
    return permanent("altar", controller, text, types=["Enchantment"])


@pytest.mark.parametrize(
    ("does", "text"),
    [
        (TOKEN, "Whenever a creature you control enters, you gain 1 life."),
        (TOKEN, "Whenever another creature enters, scry 1."),
        (TOKEN, "Whenever you create one or more tokens, draw a card."),
        ("sacrifice it.", "Whenever you sacrifice a permanent, you gain 1 life."),
        ("draw a card.", "Whenever you draw a card, each opponent loses 1 life."),
        ("untap it.", "Whenever a permanent becomes untapped, you gain 1 life."),
        ("you gain 1 life.", "Whenever you frobnicate, you gain 1 life."),
    ],
)
def test_what_may_set_off_an_ability_whose_event_isnt_modelled_marks_the_game(does: str, text: str) -> None:
    attacks(does, watches(text)).then(not_carried_out("altar", "isn't modelled"))


@pytest.mark.parametrize(
    ("does", "text", "controller"),
    [
        (TOKEN, "When this enchantment enters, draw a card.", ANN),
        (TOKEN, "Whenever a land you control enters, you gain 1 life.", ANN),
        (TOKEN, "Whenever a creature you control enters, you gain 1 life.", BOB),
        (TOKEN, "Whenever you cast a spell, draw a card.", ANN),
        (TOKEN, "Whenever you draw a card, you gain 1 life.", ANN),
        ("sacrifice it.", "Whenever a creature an opponent controls enters, draw a card.", ANN),
    ],
)
def test_what_cant_set_it_off_doesnt(does: str, text: str, controller: str) -> None:
    attacks(does, watches(text, controller)).then(resolved("imp"))


def test_an_ability_that_triggers_by_itself_isnt_marked() -> None:
    attacks("you gain 1 life.", watches("Whenever you gain life, each opponent loses 1 life.")).then(life(Ann=21, Bob=19))
    attacks("you gain 1 life.", watches("Whenever you gain life, each opponent loses 1 life.")).then(resolved("imp", "altar"))


def test_a_copy_that_enters_is_marked_with_what_it_would_do() -> None:
    twin = creature(
        "imp", ANN, "When this creature enters, draw a card.\nWhenever this creature attacks, create a token that's a copy of it."
    )
    given(twin).when(attack(imp=BOB), resolve()).then(not_carried_out("imp token 1", "isn't modelled"))


def test_combat_damage_marks_what_it_may_set_off() -> None:
    lifelinker = creature("imp", ANN, "Lifelink")
    board = given(lifelinker, watches("Whenever you frobnicate, draw a card."))
    board.when(attack(imp=BOB), block(), damage()).then(not_carried_out("altar", "isn't modelled"))


def test_a_lord_that_dies_in_combat_leaves_what_is_stated_of_others_behind() -> None:
    lord = creature("lord", ANN, "Other creatures you control get +1/+1.")
    board = given(lord, creature("elk", ANN), creature("wall", BOB, power=3, toughness=5))
    board.when(attack(lord=BOB), block(wall="lord"), damage()).then(not_carried_out("lord", "stated"))
    board.when(attack(elk=BOB), block(), damage()).then(resolved())


def test_an_empty_line_says_nothing() -> None:
    given(creature("imp", ANN, "Trample\n")).when(attack(imp=BOB), block(), damage()).then(resolved())


ANTHEM = "Creatures you control get +1/+1."


def test_a_token_without_the_bonus_that_is_stated_marks_the_game() -> None:
    attacks(TOKEN, watches(ANTHEM)).then(not_carried_out("altar", "stated"))
    attacks(TOKEN, watches(ANTHEM, BOB)).then(resolved("imp"))
    attacks(TOKEN, watches("Equipped creature gets +1/+1.")).then(resolved("imp"))


def test_a_bonus_that_leaves_marks_the_game() -> None:
    attacks("sacrifice an enchantment.", watches(ANTHEM)).then(not_carried_out("altar", "stated"))


def test_a_bonus_that_grows_marks_the_game() -> None:
    grows = "This creature gets +1/+1 for each other creature you control."
    attacks(TOKEN, creature("elk", ANN, grows)).then(not_carried_out("elk", "stated"))


def test_what_derives_values_is_whole() -> None:
    attacks(TOKEN, watches(ANTHEM), stated=False).then(resolved("imp"), sizes(**{"imp token 1": "2/2"}))
