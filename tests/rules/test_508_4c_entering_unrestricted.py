"""508.4c: requirements and restrictions on declaring attackers don't touch what enters or is stated to be attacking."""

from typing import Any

import pytest
from referee import ANN, BOB, CAT, attack, attacking, creature, enchantment, given

BEAR = creature("bear", ANN)


@pytest.mark.parametrize(
    "text",
    ["Defender", "This creature can't attack.", "This creature can't attack alone.", "This creature can attack only alone."],
)
def test_its_own_restrictions_dont_matter(text: str) -> None:
    board = given(BEAR, creature("wall", ANN, text))
    board.when(attack(bear=BOB), {"enters": creature("token", ANN, text), "attacking": BOB}).then(attacking(bear=BOB, token=BOB))
    board.when(attack(bear=BOB), {"states_attacking": {"wall": BOB}}).then(attacking(bear=BOB, wall=BOB))


@pytest.mark.parametrize(
    "text",
    [
        "Creatures can't attack you.",
        "No more than one creature can attack each combat.",
        "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you.",
    ],
)
def test_restrictions_and_costs_of_others_dont_matter(text: str) -> None:
    given(BEAR, creature("ox", ANN), enchantment("peace", BOB, text), players=(ANN, BOB, CAT), mana={ANN: "{0}"}).when(
        attack(bear=CAT), {"states_attacking": {"ox": BOB}}
    ).then(attacking(bear=CAT, ox=BOB))


@pytest.mark.parametrize("hindrance", [{"tapped": True}, {"summoning_sick": True}])
def test_a_creature_that_couldnt_be_chosen_can_be_stated_to_be_attacking(hindrance: dict[str, Any]) -> None:
    given(BEAR, creature("ox", ANN, **hindrance)).when(attack(bear=BOB), {"states_attacking": {"ox": BOB}}).then(
        attacking(bear=BOB, ox=BOB)
    )


def test_whom_it_must_attack_doesnt_matter() -> None:
    given(creature("ox", ANN, tapped=True), players=(ANN, BOB, CAT), effects=({"goad": "ox", "by": BOB},)).when(
        attack(), {"states_attacking": {"ox": BOB}}
    ).then(attacking(ox=BOB))
