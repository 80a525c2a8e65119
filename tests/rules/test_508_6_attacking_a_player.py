"""508.6: a player is "attacking" one whom a creature of theirs attacks, and "attacked" whom they declared one as attacking."""

from typing import Any

import pytest
from referee import ANN, BOB, CAT, Check, attack, block, creature, enchantment, given, illegal, legal, planeswalker

THREE = (ANN, BOB, CAT)
BEAR, GUARD, PAGE = creature("bear", ANN), creature("guard", BOB), creature("page", CAT)
AWE = enchantment("awe", BOB, "Creatures attacking you can't be blocked.")
UNBLOCKABLE = illegal("509.1b", "awe")


@pytest.mark.parametrize(
    ("target", "declared", "verdict"),
    [
        (BOB, block(guard="bear", by=BOB), UNBLOCKABLE),
        ("sage", block(guard="bear", by=BOB), legal),
        (CAT, block(page="bear", by=CAT), legal),
    ],
)
def test_attacking_a_player_is_attacking_that_player_alone(target: str, declared: dict[str, Any], verdict: Check) -> None:
    given(BEAR, GUARD, PAGE, AWE, planeswalker("sage", BOB), players=THREE).when(attack(bear=target), declared).then(verdict)


def test_a_creature_that_entered_attacking_a_player_is_attacking_that_player() -> None:
    given(BEAR, GUARD, PAGE, AWE, players=THREE).when(
        attack(bear=CAT), {"enters": creature("token", ANN), "attacking": BOB}, block(guard="token", by=BOB)
    ).then(UNBLOCKABLE)


def test_a_creature_that_was_reselected_isnt_attacking_the_player_any_more() -> None:
    given(BEAR, GUARD, PAGE, AWE, players=THREE).when(
        attack(bear=BOB), {"reselect": {"bear": CAT}}, block(page="bear", by=CAT)
    ).then(legal)


# --- has attacked ----------------------------------------------------------------------------------------------------------


LATECOMER = creature("latecomer", ANN, "This creature can't attack unless you attacked this turn.")


def test_a_player_has_attacked_who_declared_an_attacker() -> None:
    board = given(BEAR, LATECOMER)
    board.when(attack(bear=BOB), {"combat": "again"}, attack(latecomer=BOB)).then(legal)
    board.when(attack(), {"combat": "again"}, attack(latecomer=BOB)).then(illegal("508.1c"))


def test_a_player_has_attacked_though_the_attacker_is_gone() -> None:
    given(BEAR, LATECOMER).when(attack(bear=BOB), {"leaves": "bear"}, {"combat": "again"}, attack(latecomer=BOB)).then(legal)


def test_a_player_hasnt_attacked_with_an_illegal_declaration() -> None:
    given(BEAR, LATECOMER).when(
        {**attack(bear=ANN), "expect": "illegal"}, attack(), {"combat": "again"}, attack(latecomer=BOB)
    ).then(illegal("508.1c"))


def test_a_player_hasnt_attacked_this_turn_who_attacked_in_an_earlier_one() -> None:
    given(BEAR, LATECOMER).when(attack(bear=BOB), {"turn": BOB}, {"turn": ANN}, attack(latecomer=BOB)).then(illegal("508.1c"))
