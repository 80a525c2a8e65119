"""702: keywords that trigger on a declaration of attackers; each instance by itself."""

from typing import Any

import pytest
from referee import (
    ANN,
    BOB,
    CAT,
    Check,
    attack,
    block,
    creature,
    enchantment,
    given,
    illegal,
    legal,
    planeswalker,
    tapped,
    triggers,
)

WHENEVER_IT_ATTACKS = [
    "Annihilator 2",
    "Battle cry",
    "Decayed",
    "Double team",
    "Firebending 2",
    "Melee",
    "Mentor",
    "Mobilize 2",
    "Myriad",
    "Provoke",
]
OX = creature("ox", ANN)


@pytest.mark.parametrize("keyword", WHENEVER_IT_ATTACKS)
def test_it_triggers_once_when_its_creature_attacks(keyword: str) -> None:
    given(creature("bear", ANN, keyword), OX).when(attack(bear=BOB, ox=BOB)).then(triggers("508.3a", bear=1))


@pytest.mark.parametrize("keyword", WHENEVER_IT_ATTACKS)
def test_each_instance_triggers_by_itself(keyword: str) -> None:
    given(creature("bear", ANN, keyword), effects=({"on": "bear", "text": keyword},)).when(attack(bear=BOB)).then(
        triggers(bear=2)
    )


@pytest.mark.parametrize("keyword", [*WHENEVER_IT_ATTACKS, "Dethrone", "Training", "Enlist"])
def test_it_doesnt_trigger_when_another_creature_attacks(keyword: str) -> None:
    given(creature("bear", ANN, keyword), creature("giant", ANN, power=5)).when(attack(giant=BOB)).then(triggers())


@pytest.mark.parametrize("keyword", [*WHENEVER_IT_ATTACKS, "Dethrone", "Training", "Exalted"])
def test_it_doesnt_trigger_for_a_creature_that_enters_attacking(keyword: str) -> None:
    given(OX).when(attack(), {"enters": creature("token", ANN, keyword, power=0), "attacking": BOB}).then(triggers())


@pytest.mark.parametrize("keyword", ["Vigilance", "Haste", "Banding", "First strike", "Trample", "Menace"])
def test_other_keywords_trigger_nothing(keyword: str) -> None:
    given(creature("bear", ANN, keyword)).when(attack(bear=BOB)).then(legal, triggers())


@pytest.mark.parametrize("keyword", ["Battle cry", "Mentor"])
def test_it_triggers_though_nothing_else_attacks(keyword: str) -> None:
    given(creature("bear", ANN, keyword)).when(attack(bear=BOB)).then(triggers(bear=1))


@pytest.mark.parametrize("keyword", ["Myriad", "Melee"])
def test_it_triggers_though_there_is_only_one_opponent_and_a_planeswalker_is_attacked(keyword: str) -> None:
    given(creature("bear", ANN, keyword), planeswalker("sage", BOB)).when(attack(bear="sage")).then(triggers(bear=1))


@pytest.mark.parametrize("text", ["Haste\nHaste", "Haste"])
def test_redundant_instances_of_haste_change_nothing(text: str) -> None:
    given(creature("bear", ANN, text, summoning_sick=True)).when(attack(bear=BOB)).then(legal, tapped("bear"))


# --- 702.83 exalted ------------------------------------------------------------------------------------------------------------


def exalting(*others: dict[str, Any]) -> Any:
    return given(OX, enchantment("shrine", ANN, "Exalted"), creature("squire", ANN, "Exalted"), *others)


def test_each_instance_of_exalted_that_a_player_controls_triggers_for_the_one_that_attacks_alone() -> None:
    exalting(enchantment("altar", BOB, "Exalted"), creature("saint", ANN, "Exalted, exalted")).when(attack(ox=BOB)).then(
        triggers("508.3a", shrine=1, squire=1, saint=2)
    )


def test_exalted_triggers_for_its_own_creature_too() -> None:
    exalting().when(attack(squire=BOB)).then(triggers(shrine=1, squire=1))


def test_exalted_doesnt_trigger_for_two_attackers() -> None:
    exalting().when(attack(ox=BOB, squire=BOB)).then(triggers())


# --- 702.105 dethrone -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "life", "found"),
    [
        (BOB, {ANN: 10, BOB: 20, CAT: 15}, triggers("508.3a", bear=1)),
        (BOB, {ANN: 20, BOB: 20, CAT: 15}, triggers(bear=1)),
        (CAT, {ANN: 10, BOB: 20, CAT: 15}, triggers()),
        (BOB, {ANN: 30, BOB: 20, CAT: 15}, triggers()),
        ("sage", {ANN: 10, BOB: 20, CAT: 15}, triggers()),
    ],
    ids=["the most", "tied for the most", "the second", "less than oneself", "a planeswalker"],
)
def test_dethrone_triggers_against_the_player_with_the_most_life(target: str, life: dict[str, int], found: Check) -> None:
    given(creature("bear", ANN, "Dethrone"), planeswalker("sage", BOB), players=(ANN, BOB, CAT), life=life).when(
        attack(bear=target)
    ).then(found)


def test_each_instance_of_dethrone_triggers() -> None:
    given(creature("bear", ANN, "Dethrone\nDethrone")).when(attack(bear=BOB)).then(triggers(bear=2))


# --- 702.149 training -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("powers", "times"), [((), 0), ((1,), 0), ((2,), 0), ((3,), 1), ((3, 4), 1), ((1, 3), 1)], ids=str)
def test_training_needs_another_attacker_with_greater_power_and_triggers_once(powers: tuple[int, ...], times: int) -> None:
    others = [creature(f"other{number}", ANN, power=power) for number, power in enumerate(powers)]
    given(creature("pupil", ANN, "Training", power=2), creature("idle", ANN, power=9), *others).when(
        attack({"pupil": BOB, **{other["id"]: BOB for other in others}})
    ).then(triggers(**({"pupil": times} if times else {})))


def test_each_instance_of_training_triggers() -> None:
    given(creature("pupil", ANN, "Training\nTraining", power=2), creature("giant", ANN, power=3)).when(
        attack(pupil=BOB, giant=BOB)
    ).then(triggers(pupil=2))


# --- 702.147 decayed ---------------------------------------------------------------------------------------------------------


def test_a_decayed_creature_cant_block() -> None:
    given(OX, creature("zombie", BOB, "Decayed")).when(attack(ox=BOB), block(zombie="ox")).then(illegal("509.1b", "zombie"))
