"""614.9: damage is dealt to another permanent instead, and what changes damage to that one applies then."""

import pytest
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.rendering.lines import render
from referee import ANN, BOB, attack, block, creature, damage, dealt, given, life, permanent, refused

PARIAH = "All damage that would be dealt to you is dealt to enchanted creature instead."
BODYGUARD = (
    "As long as this creature is untapped, all damage that would be dealt to you by unblocked creatures is dealt to this "
    "creature instead."
)
GIANT = "All damage that would be dealt to you and other permanents you control is dealt to this creature instead."
IMP, ELK = creature("imp", ANN, "Lifelink", power=3), creature("elk", BOB, toughness=5)


def pariah(on: str, id: str = "pariah") -> dict:
    text = f"Enchant creature\n{PARIAH}"
    return permanent(id, BOB, text, types=("Enchantment", "Aura"), attached_to=on)


def test_it_is_dealt_to_the_enchanted_creature() -> None:
    board = given(IMP, ELK, pariah("elk")).when(attack(imp=BOB), block(), damage())
    board.then(dealt(imp={"elk": 3}), life(Ann=23, Bob=20))


def test_what_a_source_deals_to_both_is_added_up() -> None:
    trampler = creature("imp", ANN, "Trample", power=7)
    board = given(trampler, ELK, pariah("elk")).when(attack(imp=BOB), block(elk="imp"), damage(imp={"elk": 5, BOB: 2}))
    board.then(dealt(imp={"elk": 7}, elk={"imp": 2}), life(Bob=20))


def test_what_protects_that_creature_prevents_it() -> None:
    red, elk = {**IMP, "colors": ["R"]}, creature("elk", BOB, "Protection from red")
    given(red, elk, pariah("elk")).when(attack(imp=BOB), block(), damage()).then(dealt(), life(Ann=20, Bob=20))


def test_where_that_creature_is_none_any_more_the_effect_does_nothing() -> None:
    walls = permanent("rock", BOB, types=("Artifact",))
    given(IMP, walls, pariah("rock")).when(attack(imp=BOB), block(), damage()).then(dealt(imp={BOB: 3}))


def test_to_which_of_two_it_is_dealt_is_chosen() -> None:
    board = given(IMP, ELK, creature("ox", BOB), pariah("elk"), pariah("ox", "other"))
    board.when(attack(imp=BOB), block(), damage()).then(refused("wording-not-understood", "replace or prevent"))


@pytest.mark.parametrize("tapped", [False, True])
def test_a_bodyguard_has_to_be_untapped(tapped: bool) -> None:
    board = given(IMP, creature("elk", BOB, BODYGUARD, toughness=5, tapped=tapped)).when(attack(imp=BOB), block(), damage())
    board.then(dealt(imp={BOB if tapped else "elk": 3}))


def test_a_giant_takes_what_would_be_dealt_to_others_too() -> None:
    giant, ox = creature("elk", BOB, GIANT, toughness=9), creature("ox", BOB)
    board = given(IMP, creature("ant", ANN), giant, ox).when(attack(imp=BOB, ant=BOB), block(ox="ant"), damage())
    board.then(dealt(imp={"elk": 3}, ant={"elk": 2}, ox={"ant": 2}))


@pytest.mark.parametrize("text", [PARIAH, BODYGUARD, GIANT])
def test_it_is_rendered_as_it_is_read(text: str) -> None:
    (read,) = read_permanent(text, name="Elk", types=("Creature",))
    assert read_permanent(f"{render(read, 'Elk')}.", name="Elk", types=("Creature",))[0].model_copy(update={"text": text}) == read
