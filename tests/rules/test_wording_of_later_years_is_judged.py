"""What the vocabulary says of odd and even, of the greatest, of colors of others and of players of whom something holds."""

import pytest
from referee import (
    ANN,
    BOB,
    CAT,
    Check,
    attack,
    block,
    creature,
    effect,
    enchantment,
    given,
    illegal,
    land,
    legal,
    permanent,
    planeswalker,
    refused,
)

THREE = (ANN, BOB, CAT)


@pytest.mark.parametrize(("mana_value", "found"), [(2, illegal("509.1b")), (3, legal)])
def test_even_mana_values(mana_value: int, found: Check) -> None:
    law = enchantment("law", ANN, "Your opponents can't block with creatures with even mana values.")
    given(law, creature("bear", ANN), creature("ox", BOB, mana_value=mana_value)).when(attack(bear=BOB), block(ox="bear")).then(
        found
    )


@pytest.mark.parametrize(("power", "found"), [(4, illegal("509.1b")), (3, legal), (2, legal)])
def test_the_greatest_power_among_those_named(power: int, found: Check) -> None:
    law = enchantment("law", ANN, "Creatures your opponents control with the greatest power can't block.")
    board = (
        law,
        creature("bear", ANN, power=9),
        creature("ox", BOB, power=power),
        creature("elk", BOB, power=3 + (power == 3) * 2),
    )
    given(*board).when(attack(bear=BOB), block(ox="bear")).then(found)


@pytest.mark.parametrize(("color", "found"), [("R", illegal("509.1b")), ("G", legal)])
def test_protection_from_the_colors_of_others(color: str, found: Check) -> None:
    saint = creature("saint", ANN, "This creature has protection from the colors of permanents you control.", colors=["W"])
    given(saint, creature("imp", ANN, colors=["R"]), creature("ox", BOB, colors=[color])).when(
        attack(saint=BOB), block(ox="saint")
    ).then(found)


@pytest.mark.parametrize(("powers", "found"), [((2, 3), legal), ((2, 2), illegal("508.1c"))])
def test_creatures_with_different_powers(powers: tuple[int, int], found: Check) -> None:
    text = "This creature can't attack unless you control three or more creatures with different powers."
    others = [creature(f"ally{number}", ANN, power=power) for number, power in enumerate(powers)]
    given(creature("witch", ANN, text, power=1), *others).when(attack(witch=BOB)).then(found)


def test_players_of_whom_something_holds() -> None:
    shy = creature("shy", ANN, "This creature can't attack players who control a Swamp.")
    board = given(shy, land("bog", BOB, "Swamp"), players=THREE)
    board.when(attack(shy=BOB)).then(illegal("508.1c"))
    board.when(attack(shy=CAT)).then(legal)


def test_the_controller_of_what_is_enchanted_is_attacked_by_all() -> None:
    feud = enchantment("feud", ANN, "All creatures attack enchanted creature's controller each combat if able.", attached_to="ox")
    board = given(creature("bear", ANN), creature("ox", BOB), feud, players=THREE)
    board.when(attack(bear=CAT)).then(illegal("508.1d"))
    board.when(attack(bear=BOB)).then(legal)


def test_permanents_you_control_are_attacked_through_whom_they_belong_to() -> None:
    oath = enchantment("oath", BOB, "Creatures can't attack you or permanents you control.")
    board = given(creature("bear", ANN), oath, planeswalker("sage", BOB), planeswalker("monk", CAT), players=THREE)
    for target, found in ((BOB, illegal("508.1c")), ("sage", illegal("508.1c")), ("monk", legal), (CAT, legal)):
        board.when(attack(bear=target)).then(found)


def test_a_chosen_player_isnt_stated() -> None:
    board = given(creature("bear", ANN, "This creature attacks the chosen player each combat if able."), players=(ANN, BOB, CAT))
    board.when(attack(bear=BOB)).then(refused("wording-not-understood"))


def test_an_x_that_somebody_chose_isnt_stated() -> None:
    tax = effect(BOB, "Creatures can't attack this turn unless their controller pays {X} for each of those creatures.")
    given(creature("bear", ANN), effects=(tax,)).when(attack(bear=BOB)).then(refused("wording-not-understood"))


def test_a_granted_keyword_is_one_that_others_ask_for() -> None:
    lord = creature("lord", BOB, "Other creatures you control have first strike.")
    board = (creature("bear", ANN, "This creature can't be blocked except by creatures with first strike."), creature("ox", BOB))
    given(*board).when(attack(bear=BOB), block(ox="bear")).then(illegal("509.1b"))
    given(*board, lord).when(attack(bear=BOB), block(ox="bear")).then(legal)


def test_unblockable_is_said_in_one_word() -> None:
    given(creature("bear", ANN, "This creature is unblockable."), creature("ox", BOB)).when(
        attack(bear=BOB), block(ox="bear")
    ).then(illegal("509.1b"))


@pytest.mark.parametrize(
    ("condition", "hands", "found"),
    [
        ("you have more cards in hand than each opponent", {ANN: 3, BOB: 2, CAT: 2}, legal),
        ("you have more cards in hand than each opponent", {ANN: 3, BOB: 2, CAT: 3}, illegal("508.1c")),
        ("you have more cards in hand than an opponent", {ANN: 3, BOB: 2, CAT: 3}, legal),
        ("you have more cards in hand than an opponent", {ANN: 3, BOB: 4, CAT: 3}, illegal("508.1c")),
        ("an opponent has four or more cards in hand", {ANN: 9, BOB: 2, CAT: 2}, illegal("508.1c")),
        ("an opponent has four or more cards in hand", {ANN: 0, BOB: 4, CAT: 0}, legal),
        ("each opponent has no cards in hand", {ANN: 9, BOB: 0, CAT: 1}, illegal("508.1c")),
        ("each opponent has no cards in hand", {ANN: 9, BOB: 0, CAT: 0}, legal),
    ],
)
def test_opponents_are_asked_one_by_one(condition: str, hands: dict[str, int], found: Check) -> None:
    text = f"This creature can't attack unless {condition}."
    given(creature("bear", ANN, text), players=THREE, hand=hands).when(attack(bear=BOB)).then(found)


@pytest.mark.parametrize(
    ("condition", "owners", "found"),
    [
        ("an opponent controls two or more artifacts", (BOB, CAT), illegal("508.1c")),
        ("an opponent controls two or more artifacts", (CAT, CAT), legal),
        ("your opponents control two or more artifacts", (BOB, CAT), legal),
        ("an opponent controls more artifacts than you", (ANN, BOB), illegal("508.1c")),
        ("an opponent controls more artifacts than you", (CAT, BOB), legal),
        ("no opponent controls two or more artifacts", (BOB, CAT), legal),
        ("no opponent controls two or more artifacts", (BOB, BOB), illegal("508.1c")),
    ],
)
def test_what_opponents_control_is_counted_for_each(condition: str, owners: tuple[str, str], found: Check) -> None:
    text = f"This creature can't attack unless {condition}."
    cogs = [permanent(f"cog{number}", owner, types=("Artifact",)) for number, owner in enumerate(owners)]
    given(creature("bear", ANN, text), *cogs, players=THREE).when(attack(bear=BOB)).then(found)
