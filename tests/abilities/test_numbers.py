"""Numbers that abilities speak of: counters, colors and parties among permanents, sums, and what has happened this turn."""

import pytest
from referee import ANN, BOB, CAT, attack, block, creature, damage, given, has, life, not_carried_out, resolve, sizes

X = "Whenever this creature attacks, it gets +X/+0 until end of turn, where X is "


def imp_with(number: str, **more: object) -> dict[str, object]:
    return creature("imp", ANN, X + number + ".", **more)


def test_counters_and_kinds_of_counters_among_permanents() -> None:
    others = creature("elf", ANN, counters={"time": 2, "charge": 1}), creature("ox", ANN, counters={"time": 1})
    given(imp_with("the number of time counters among permanents you control"), *others).when(attack(imp=BOB), resolve()).then(
        sizes(imp="5/2")
    )
    given(imp_with("the number of different kinds of counters among permanents you control"), *others).when(
        attack(imp=BOB), resolve()
    ).then(sizes(imp="4/2"))


def test_colors_among_permanents() -> None:
    others = creature("elf", ANN, colors=["G", "W"]), creature("ox", ANN, colors=["G"])
    given(imp_with("the number of colors among permanents you control"), *others).when(attack(imp=BOB), resolve()).then(
        sizes(imp="4/2")
    )


def test_each_creature_has_one_place_in_a_party() -> None:
    others = creature("elf", ANN, types=("Cleric", "Rogue")), creature("ox", ANN, types=("Cleric",)), creature("fox", ANN)
    given(imp_with("the number of creatures in your party"), *others).when(attack(imp=BOB), resolve()).then(sizes(imp="4/2"))


def test_differences_sums_and_the_greatest() -> None:
    given(imp_with("the difference between its power and toughness", power=1, toughness=4)).when(attack(imp=BOB), resolve()).then(
        sizes(imp="4/4")
    )
    elf = creature("elf", ANN, power=1, toughness=5)
    given(imp_with("the greatest power and/or toughness among other creatures you control"), elf).when(
        attack(imp=BOB), resolve()
    ).then(sizes(imp="7/2"))
    given(imp_with("its toughness plus the number of creatures you control"), elf).when(attack(imp=BOB), resolve()).then(
        sizes(imp="6/2")
    )


def test_players_that_are_attacked() -> None:
    board = given(imp_with("the number of players being attacked"), creature("elf", ANN), players=(ANN, BOB, CAT))
    board.when(attack(imp=BOB, elf=CAT), resolve()).then(sizes(imp="4/2"))


GAINED = "the amount of life you gained this turn"


def test_what_happened_this_turn_is_stated_and_counted_from_then_on() -> None:
    board = imp_with(GAINED), creature("elf", ANN, "Whenever this creature attacks, you gain 3 life.")
    given(*board).when(attack(imp=BOB), resolve()).then(not_carried_out("imp", GAINED))
    stated = given(*board, facts={ANN: {GAINED: 1}})
    stated.when(attack(imp=BOB), resolve()).then(sizes(imp="3/2"))
    stated.when(attack(imp=BOB, elf=BOB), resolve()).then(sizes(imp="6/2"))


def test_cards_that_the_ability_discards_count() -> None:
    text = (
        "Whenever this creature attacks, you may discard your hand and draw two cards. If you do, this creature deals X damage "
        "to each opponent, where X is the number of cards you've discarded this turn."
    )
    fact = "the number of cards you've discarded this turn"
    board = given(creature("imp", ANN, text), hand={ANN: 3}, facts={ANN: {fact: 1}})
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "accept": [True]})).then(life(Bob=16))


def test_creatures_that_died_this_turn_count() -> None:
    text = "Whenever this creature deals combat damage to a player, you gain 1 life for each creature that died this turn."
    fact = "the number of creatures that died this turn"
    board = given(creature("imp", ANN, text), creature("elf", ANN), creature("ox", BOB), facts={ANN: {fact: 2}})
    board.when(attack(imp=BOB, elf=BOB), block(ox="elf"), damage(), resolve()).then(life(Ann=24))


@pytest.mark.parametrize(("counter", "size"), [("+2/+2", "4/4"), ("+0/+1", "2/3"), ("-1/-0", "1/2"), ("+1/+1", "3/3")])
def test_counters_of_every_size_change_power_and_toughness(counter: str, size: str) -> None:
    text = f"Whenever this creature attacks, put a {counter} counter on it."
    given(creature("imp", ANN, text)).when(attack(imp=BOB), resolve()).then(sizes(imp=size), has("imp", counters={counter: 1}))


def test_loyalty_is_what_loyalty_counters_come_to() -> None:
    text = "Whenever this creature attacks, put a loyalty counter on each planeswalker you control."
    walker = {"id": "jace", "controller": ANN, "name": "Jace", "types": ["Planeswalker"], "loyalty": 3}
    given(creature("imp", ANN, text), walker).when(attack(imp=BOB), resolve()).then(has("jace", loyalty=4, counters={}))


def test_what_dies_is_counted_in_the_graveyard() -> None:
    kill = creature("imp", ANN, "Whenever this creature attacks, destroy up to one other target creature.")
    grows = creature("ape", ANN, "Whenever this creature becomes blocked, you gain 1 life for each card in your graveyard.")
    board = given(kill, grows, creature("elf", ANN), creature("ox", BOB), graveyard={ANN: 2})
    told = {"source": "imp", "targets": ["elf"]}
    board.when(attack(imp=BOB, ape=BOB), resolve("all", told), block(ox="ape"), resolve()).then(life(Ann=23))
