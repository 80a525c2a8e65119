"""508.7a–e: reselecting which player, planeswalker or battle a creature is attacking."""

from typing import Any

import pytest
from referee import (
    ANN,
    BOB,
    CAT,
    attack,
    attacking,
    battle,
    block,
    blocked,
    creature,
    effect,
    enchantment,
    given,
    illegal,
    legal,
    planeswalker,
    tapped,
    triggers,
)

THREE = (ANN, BOB, CAT)
TRIGGER = "Whenever this creature attacks, you gain 1 life."
BEAR = creature("bear", ANN, TRIGGER)


def reselect(**targets: str) -> dict[str, Any]:
    return {"reselect": targets}


# --- 508.7a ------------------------------------------------------------------------------------------------------------------


def test_the_creature_goes_on_attacking_something_else() -> None:
    given(BEAR, planeswalker("sage", BOB)).when(attack(bear=BOB), reselect(bear="sage")).then(
        legal, attacking(bear="sage"), tapped("bear")
    )


def test_it_hasnt_attacked_a_second_time() -> None:
    eye = enchantment("eye", CAT, "Whenever a creature attacks you, you gain 1 life.")
    given(BEAR, eye, players=THREE).when(attack(bear=BOB), reselect(bear=CAT)).then(triggers())


def test_it_still_attacked_what_was_chosen_as_it_was_declared() -> None:
    outcome = given(BEAR, players=THREE).when(attack(bear=BOB), reselect(bear=CAT)).then(attacking(bear=CAT))
    assert outcome.game.combat.attacked == {"bear": BOB}
    assert outcome.game.combat.attacked_this_turn == {"bear": (BOB,)}


def test_a_blocked_creature_stays_blocked() -> None:
    given(BEAR, creature("guard", BOB), planeswalker("sage", BOB)).when(
        attack(bear=BOB), block(guard="bear"), reselect(bear="sage")
    ).then(legal, attacking(bear="sage"), blocked("bear"))


# --- 508.7b ------------------------------------------------------------------------------------------------------------------


def test_restrictions_on_declaring_attackers_dont_matter() -> None:
    peace = enchantment("peace", CAT, "Creatures can't attack you.")
    given(BEAR, peace, players=THREE).when(attack(bear=BOB), reselect(bear=CAT)).then(legal, attacking(bear=CAT))


def test_requirements_on_declaring_attackers_dont_matter() -> None:
    given(BEAR, players=THREE, effects=(effect(BOB, "[bear] attacks [Bob] this turn if able."),)).when(
        attack(bear=BOB), reselect(bear=CAT)
    ).then(legal, attacking(bear=CAT))


def test_costs_to_attack_dont_matter() -> None:
    text = "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you."
    given(BEAR, enchantment("toll", CAT, text), players=THREE, mana={ANN: "{0}"}).when(attack(bear=BOB), reselect(bear=CAT)).then(
        legal, attacking(bear=CAT)
    )


# --- 508.7c ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "target", [ANN, "monk", "own", "rock"], ids=["oneself", "one's planeswalker", "a battle one protects", "a creature"]
)
def test_only_an_opponent_their_planeswalker_or_a_battle_they_protect_is_reselected(target: str) -> None:
    given(BEAR, planeswalker("monk", ANN), battle("own", BOB, ANN), creature("rock", BOB)).when(
        attack(bear=BOB), reselect(bear=target)
    ).then(illegal("508.7c"), attacking(bear=BOB))


def test_a_battle_of_ones_own_that_an_opponent_protects_can_be_reselected() -> None:
    given(BEAR, battle("siege", ANN, BOB)).when(attack(bear=BOB), reselect(bear="siege")).then(legal, attacking(bear="siege"))


def test_only_an_attacking_creature_has_something_to_reselect() -> None:
    given(BEAR, creature("ox", ANN), players=THREE).when(attack(bear=BOB), reselect(ox=CAT)).then(
        illegal("508.7", "ox isn't attacking"), attacking(bear=BOB)
    )


def test_what_is_reselected_wrongly_changes_nothing_at_all() -> None:
    given(BEAR, creature("ox", ANN), players=THREE).when(attack(bear=BOB, ox=BOB), reselect(bear=CAT, ox=ANN)).then(
        illegal("508.7c"), attacking(bear=BOB, ox=BOB)
    )


# --- 508.7d–e: this referee's games use the attack multiple players option, and nobody's range of influence is limited -----


@pytest.mark.parametrize("target", [CAT, "Dan", "monk"])
def test_any_opponent_can_be_reselected_and_their_planeswalkers(target: str) -> None:
    given(BEAR, planeswalker("monk", "Dan"), players=(ANN, BOB, CAT, "Dan")).when(attack(bear=BOB), reselect(bear=target)).then(
        legal, attacking(bear=target)
    )
