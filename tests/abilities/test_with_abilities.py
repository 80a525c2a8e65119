""" "With abilities", "with no abilities": what a permanent's text says, also what has no bearing on combat (113.1)."""

import pytest
from referee import ANN, BOB, attack, creature, enchantment, given, illegal, legal, refused

LAW = enchantment("law", BOB, "Creatures with abilities can't attack.")
CODE = enchantment("code", BOB, "Creatures with no abilities can't attack.")


@pytest.mark.parametrize(
    "text",
    ["Flying", "{T}: Draw a card.", "Cycling {2}", "{T}: Add {G}.", "When this creature enters, scry 2.", "You have hexproof."],
)
def test_whatever_a_text_says_is_an_ability(text: str) -> None:
    given(creature("ox", ANN, text), LAW).when(attack(ox=BOB)).then(illegal("508.1c"))
    given(creature("ox", ANN, text), CODE).when(attack(ox=BOB)).then(legal)


@pytest.mark.parametrize("text", ["", "(It has no abilities.)"])
def test_without_a_text_there_is_none(text: str) -> None:
    given(creature("ox", ANN, text), LAW).when(attack(ox=BOB)).then(legal)
    given(creature("ox", ANN, text), CODE).when(attack(ox=BOB)).then(illegal("508.1c"))


def test_abilities_are_lost_and_granted() -> None:
    aura = enchantment(
        "aura", BOB, "Enchant creature\nEnchanted creature loses all abilities.", subtypes=["Aura"], attached_to="ox"
    )
    given(creature("ox", ANN, "Cycling {2}"), aura, CODE).when(attack(ox=BOB)).then(illegal("508.1c"))
    given(creature("ox", ANN), enchantment("wings", ANN, "Creatures you control have flying."), CODE).when(attack(ox=BOB)).then(
        legal
    )
    given(creature("ox", ANN, counters={"flying": 1}), CODE).when(attack(ox=BOB)).then(legal)


def test_a_basic_land_type_is_an_ability() -> None:
    given(creature("ox", ANN, types=["Land", "Creature"], subtypes=["Forest"]), CODE).when(attack(ox=BOB)).then(legal)


def test_abilities_that_arent_known_are_counted() -> None:
    given(creature("ox", ANN, unknown_abilities=1), LAW).when(attack(ox=BOB)).then(illegal("508.1c"))


def test_what_is_left_of_a_text_that_was_lost_in_part_is_asked() -> None:
    law = enchantment("sky", BOB, "Creatures lose flying.")
    given(creature("ox", ANN, "Flying\nCycling {2}"), law, LAW).when(attack(ox=BOB)).then(
        refused("wording-not-understood", "with abilities")
    )


@pytest.mark.parametrize("given_to_it", ["", "Flying\n"])
def test_what_is_given_in_words_that_arent_modelled_is_asked(given_to_it: str) -> None:
    ward = enchantment("ward", ANN, f"{given_to_it}Creatures you control have ward {{2}}.")
    given(creature("ox", ANN), ward, LAW).when(attack(ox=BOB)).then(refused("wording-not-understood", "with abilities"))


def test_what_is_asked_may_be_stated() -> None:
    ward = enchantment("ward", ANN, "Creatures you control have ward {2}.")
    board = given(creature("ox", ANN), ward, LAW, facts={"ox": ["with abilities"]})
    board.when(attack(ox=BOB)).then(illegal("508.1c"))
