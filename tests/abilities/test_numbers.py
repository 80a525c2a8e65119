"""Numbers that abilities speak of: counters, colors and parties among permanents, sums, and what has happened this turn."""

from typing import Any

import pytest
from abilities.resolving import BOARD, as_it_attacks
from declarant import Game
from declarant import permanent as entering
from referee import (
    ANN,
    BOB,
    CAT,
    Check,
    attack,
    block,
    creature,
    damage,
    given,
    has,
    illegal,
    land,
    left,
    legal,
    life,
    not_carried_out,
    refused,
    resolve,
    sizes,
)

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


def test_a_party_is_full_as_long_as_the_board_says_so() -> None:
    others = [creature(each, ANN, types=(each.capitalize(),), power=1) for each in ("cleric", "rogue", "warrior")]
    wizard = creature("wizard", ANN, "As long as you have a full party, this creature has flying.", types=("Wizard",))
    board = given(wizard, *others, creature("ox", BOB), creature("elk", BOB))
    board.when(attack(wizard=BOB), block(ox="wizard")).then(illegal("509.1b"))
    killed = attack(rogue=BOB), block(ox="rogue"), damage()
    board.when(*killed, {"combat": "again"}, attack(wizard=BOB), block(elk="wizard")).then(legal)


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
    chosen = {"source": "imp", "targets": ["elf"]}
    board.when(attack(imp=BOB, ape=BOB), resolve("all", chosen), block(ox="ape"), resolve()).then(life(Ann=23))


def test_the_hand_of_the_defending_player_is_counted() -> None:
    text = "it gets +1/+0 until end of turn for each card in defending player's hand."
    as_it_attacks(text, totals={"hand": {BOB: 3}}).then(sizes(imp="5/2"))


def test_the_greatest_of_those_that_attacked_is_counted() -> None:
    text = (
        "Whenever one or more creatures you control attack, this creature gets +X/+0 until end of turn, where X is the greatest "
    )
    nun = creature("nun", ANN, text + "power among those creatures.")
    board = given(nun, creature("ape", ANN, power=3), creature("bat", ANN, power=4), creature("big", ANN, power=9))
    board.when(attack(ape=BOB, bat=BOB), resolve()).then(sizes(nun="6/2"))


def test_x_and_y_are_stated_together() -> None:
    text = "it gets +X/+Y until end of turn, where X is the number of lands you control and Y is its power."
    as_it_attacks(text, land("bog", ANN)).then(sizes(imp="3/4"))


@pytest.mark.parametrize(("number", "cards"), [("four", 4), ("zero", 1)])
def test_cards_are_drawn_until_there_are_so_many(number: str, cards: int) -> None:
    board = as_it_attacks(f"draw cards until you have {number} cards in hand.").outcome().game.board
    assert board.hand[ANN] == cards


@pytest.mark.parametrize(
    ("text", "by", "expected"),
    [
        ("destroy all other creatures with power less than its power.", {"power": 3}, left("ox", "yak")),
        ("destroy target creature. If its power was 2 or greater, you gain 1 life.", {}, life(Ann=21)),
        ("destroy target creature. If that creature's mana value was 4 or greater, you gain 1 life.", {}, life(Ann=20)),
        ("it deals damage to defending player equal to half their life, rounded down.", {}, life(Bob=10)),
        ("switch the power and toughness of each other creature until end of turn.", {}, sizes(ox="3/2", elk="1/4", imp="2/2")),
    ],
)
def test_numbers_of_others(text: str, by: dict[str, Any], expected: Check) -> None:
    ox, elk = creature("ox", BOB, power=2, toughness=3, mana_value=3), creature("elk", ANN, power=4, toughness=1)
    targets = {"targets": ["ox"]} if "target" in text else {}
    as_it_attacks(text, ox, elk, creature("yak", ANN, power=1), by=by, **targets).then(expected)


def test_x_may_be_stated_in_the_middle() -> None:
    text = (
        "search your library for a creature card with mana value X or less, where X is the number of creatures you control, put "
        "it onto the battlefield, then shuffle."
    )
    found = as_it_attacks(text, creature("elk", ANN), cards=[creature("yak", ANN, mana_value=2)])
    assert "yak #2" in found.outcome().game.board.permanents
    too_much = as_it_attacks(text, creature("elk", ANN), cards=[creature("yak", ANN, mana_value=3)])
    too_much.then(refused("invalid-input", "yak"))


@pytest.mark.parametrize(
    ("number", "comes_to"),
    [
        ("the total mana value of artifacts you control", 5),
        ("the total toughness of creatures you control", 6),
        ("the number of different powers among creatures you control", 2),
        ("your life total minus defending player's life total", 0),
    ],
)
def test_numbers_of_what_is_there(number: str, comes_to: int) -> None:
    as_it_attacks(f"it gets +X/+0 until end of turn, where X is {number}.", *BOARD).then(sizes(imp=f"{2 + comes_to}/2"))


def gone(*ids: str) -> Any:
    def check(outcome: Any) -> None:
        assert not set(ids) & set(outcome.game.board.permanents)

    return check


def test_a_target_is_compared_with_what_is_counted() -> None:
    text = "destroy target creature with toughness X or less, where X is the number of artifacts you control."
    as_it_attacks(text, *BOARD, creature("rat", BOB), targets=["rat"]).then(gone("rat"))


WALL = creature("wall", BOB, power=9, toughness=9)


@pytest.mark.parametrize("whose", ["Bob", "Cat"])
def test_the_cards_of_a_target_player_are_counted(whose: str) -> None:
    text = "When this creature dies, you gain life equal to the number of cards in target opponent's hand."
    board = given(creature("imp", ANN, text), WALL, players=("Ann", "Bob", "Cat"), hand={"Bob": 3, "Cat": 5})
    fought = board.when(attack(imp=BOB), block(wall="imp"), damage(), resolve("all", {"source": "imp", "targets": [whose]}))
    fought.then(life(Ann=20 + {"Bob": 3, "Cat": 5}[whose]))


@pytest.mark.parametrize("others", [0, 1])
def test_those_of_a_kind_that_died_this_turn_are_counted(others: int) -> None:
    text = "When this creature dies, you gain 2 life for each Rat that died this turn."
    game = Game.start([ANN, BOB])
    for id, who, kind in (
        ("imp", ANN, "Rat"),
        ("pup", ANN, "Rat" if others else "Dog"),
        ("wall", BOB, "Wall"),
        ("gate", BOB, "Wall"),
    ):
        of = {"subtypes": [kind], "text": text if id == "imp" else ""}
        game.enter(entering(id, who, types=["Creature"], power=2, toughness=2 if who == ANN else 9, **of))
    game.begin_turn(BOB)
    game.begin_turn(ANN)
    game.declare_attackers({"imp": BOB, "pup": BOB})
    game.declare_blockers({"wall": ["imp"], "gate": ["pup"]})
    game.deal_combat_damage()
    game.resolve_all()
    assert game.board.life[ANN] == 22 + 2 * others


def test_what_each_player_controls_and_doesn_t_own_is_counted() -> None:
    text = (
        "Whenever this creature attacks, each player loses life and discards cards equal to the number of permanents they "
        "control but don't own."
    )
    board = given(creature("imp", ANN, text), creature("elk", BOB, owner=ANN), hand={ANN: 3, BOB: 3})
    assert board.when(attack(imp=BOB), resolve()).then(life(Ann=20, Bob=19)).game.board.hand == {ANN: 3, BOB: 2}
