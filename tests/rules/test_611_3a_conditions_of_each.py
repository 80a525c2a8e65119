"""611.3a: what a static ability says of some permanents applies to those of which its condition holds, each for itself."""

import pytest
from referee import (
    ANN,
    BOB,
    Check,
    attack,
    block,
    creature,
    damage,
    effect,
    enchantment,
    given,
    illegal,
    land,
    left,
    legal,
    refused,
    sizes,
)

OX, ELK = creature("ox", ANN, types=["Goblin"]), creature("elk", BOB)


@pytest.mark.parametrize("condition", ["as long as they're attacking", "as long as their controller controls a Goblin"])
@pytest.mark.parametrize(
    ("text", "fought"),
    [
        ("Creatures have first strike {}.", left("elk")),
        ("Creatures get +1/+1 {}.", left("elk")),
        ("Creatures have base power and toughness 6/6 {}.", sizes(ox="6/6")),
        ("Creatures have indestructible {}.", left("elk")),
    ],
)
def test_a_condition_is_asked_of_each(text: str, condition: str, fought: Check) -> None:
    board = given(OX, ELK, creature("wisp", BOB, power=0, toughness=1))
    rite = {"enters": enchantment("rite", ANN, text.format(condition))}
    board.when(rite, attack(ox=BOB), block(elk="ox"), damage()).then(fought)


def test_those_that_lose_an_ability_and_those_that_cant_be_blocked() -> None:
    bird, hawk = creature("bird", ANN, "Flying"), creature("hawk", ANN, "Flying", counters={"+1/+1": 1})
    lame = enchantment("rite", BOB, "Each creature loses flying as long as it has a +1/+1 counter on it.")
    board = given(bird, hawk, ELK, lame)
    board.when(attack(bird=BOB), block(elk="bird")).then(illegal("509.1b", "flying"))
    board.when(attack(hawk=BOB), block(elk="hawk")).then(legal)
    sly = enchantment("rite", ANN, "Creatures you control can't be blocked as long as they have a +1/+1 counter on them.")
    board = given(OX, creature("rat", ANN, counters={"+1/+1": 1}), ELK, sly)
    board.when(attack(rat=BOB), block(elk="rat")).then(illegal("509.1b", "rat"))
    board.when(attack(ox=BOB), block(elk="ox")).then(legal)
    # Where a creature may block as though it had a keyword, each pair is asked for itself.
    permitted = given(*(OX, creature("rat", ANN, counters={"+1/+1": 1}), ELK, sly), effects=(effect(BOB, SEES),))
    permitted.when(attack(rat=BOB), block(elk="rat")).then(illegal("509.1b", "rat"))


SEES = "[elk] can block creatures with shadow as though it had shadow."


@pytest.mark.parametrize(
    ("text", "checked"),
    [
        ("Enchanted creature has first strike as long as its controller controls a Forest.", left("elk")),
        ("Enchanted creature gets +0/+2 as long as defending player controls a Swamp.", sizes(ox="2/4")),
        ("Enchanted creature has first strike as long as its controller controls an Elf.", left("ox", "elk", "aura")),
    ],
)
def test_its_controller_and_its_defending_player(text: str, checked: Check) -> None:
    board = given(
        creature("ox", ANN), land("grove", ANN, "Forest"), land("bog", BOB, "Swamp"), creature("elk", BOB, types=["Elf"])
    )
    aura = enchantment("aura", BOB, text, subtypes=["Aura"], attached_to="ox")
    board.when({"enters": aura}, attack(ox=BOB), block(elk="ox"), damage()).then(checked)


def test_what_is_said_before_of_the_one_that_cant_be_blocked() -> None:
    aura = enchantment(
        "aura", BOB, "As long as its power is 3 or greater, enchanted creature can't be blocked.", attached_to="ox"
    )
    for power, ruling in ((3, illegal("509.1b", "ox")), (2, legal)):
        board = given(creature("ox", ANN, power=power), creature("elk", BOB, power=5 - power), aura)
        board.when(attack(ox=BOB), block(elk="ox")).then(ruling)


def test_a_number_is_counted_for_each() -> None:
    horde = enchantment("rite", BOB, "Each creature gets +1/+0 for each other creature its controller controls.")
    board = given(OX, creature("rat", ANN), creature("imp", ANN), ELK)
    board.when({"enters": horde}, attack(ox=BOB)).then(sizes(ox="4/2", rat="4/2", elk="2/2"))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Creatures you control can't be blocked by Goblins as long as they're tapped.", "can't be blocked"),
        ("Prevent all damage that would be dealt to creatures you control as long as they're attacking.", "Prevent all"),
    ],
)
def test_a_condition_that_isnt_asked_of_each_is_declined(text: str, found: str) -> None:
    board = given(OX, ELK, enchantment("rite", ANN, text))
    board.when(attack(ox=BOB), block(elk="ox"), damage()).then(refused("wording-not-understood", found))


def test_what_you_dont_control() -> None:
    text = "Enchanted creature can't attack as long as you don't control it."
    for you, ruling in ((BOB, illegal("508.1c")), (ANN, legal)):
        given(OX, enchantment("aura", you, text, subtypes=["Aura"], attached_to="ox")).when(attack(ox=BOB)).then(ruling)
