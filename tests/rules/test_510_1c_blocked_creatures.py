"""510.1c: a blocked creature assigns its combat damage to the creatures blocking it, divided as its controller chooses."""

import pytest
from referee import ANN, BOB, WITH_ORDERS, attack, block, creature, damage, dealt, dies, given, illegal, legal, life, marked

BEAR, ELK, OWL = creature("bear", ANN, power=4, toughness=9), creature("elk", BOB, toughness=3), creature("owl", BOB, toughness=1)
BOARD = given(BEAR, ELK, OWL)
BOTH = (attack(bear=BOB), block(elk="bear", owl="bear"))


@pytest.mark.parametrize("elk", range(5))
def test_any_division_among_several_is_legal(elk: int) -> None:
    amounts = {id: amount for id, amount in (("elk", elk), ("owl", 4 - elk)) if amount}
    BOARD.when(*BOTH, damage(bear=amounts)).then(legal, dealt(bear=amounts, elk={"bear": 2}, owl={"bear": 2}), life(Bob=20))


def test_nothing_to_the_player_or_to_what_doesnt_block_it() -> None:
    BOARD.when(*BOTH, damage(bear={"elk": 3, BOB: 1})).then(illegal("510.1c", "elk or owl"))
    one = (attack(bear=BOB), block(elk="bear"))
    BOARD.when(*one, damage(bear={"owl": 4})).then(illegal("510.1c"))


def test_all_of_it_to_the_only_one() -> None:
    one = (attack(bear=BOB), block(elk="bear"))
    BOARD.when(*one, damage()).then(legal, dies(None, "elk"))


@pytest.mark.parametrize("gone", [{"leaves": "elk"}, {"removed_from_combat": "elk"}, {"stops_blocking": {"elk": "bear"}}])
def test_to_nobody_if_no_creature_is_blocking_it_any_more(gone: dict[str, str]) -> None:
    one = (attack(bear=BOB), block(elk="bear"), gone)
    BOARD.when(*one, damage(bear={BOB: 4})).then(illegal("510.1c", "no combat damage"))
    BOARD.when(*one, damage()).then(legal, life(Bob=20))


def test_to_those_who_still_block_it() -> None:
    BOARD.when(*BOTH, {"leaves": "owl"}, damage()).then(legal, dealt(bear={"elk": 4}, elk={"bear": 2}))


def test_to_nobody_if_an_effect_made_it_blocked() -> None:
    BOARD.when(attack(bear=BOB), block(), {"becomes_blocked": "bear"}, damage()).then(legal, life(Bob=20), dealt())


def test_as_though_it_werent_blocked_where_an_ability_lets_it() -> None:
    text = "You may have this creature assign its combat damage as though it weren't blocked."
    board = given({**BEAR, "text": text}, ELK, OWL)
    board.when(*BOTH, damage(bear={BOB: 4})).then(legal, life(Bob=16), marked(bear=4))
    board.when(*BOTH, damage(bear={"elk": 4})).then(legal, life(Bob=20))
    board.when(*BOTH, damage(bear={"elk": 2, BOB: 2})).then(illegal(None, "at the same time"))


def test_divided_among_the_player_and_any_creatures_where_an_ability_lets_it() -> None:
    text = (
        "You may assign this creature's combat damage divided as you choose among defending player and/or any number of "
        "creatures they control."
    )
    board = given({**BEAR, "text": text}, ELK, OWL, creature("ox", ANN))
    for blocks in (block(), block(elk="bear")):
        board.when(attack(bear=BOB), blocks, damage(bear={BOB: 1, "elk": 1, "owl": 2})).then(legal, life(Bob=19))
    board.when(attack(bear=BOB), block(), damage(bear={"ox": 4})).then(illegal("510.1b"))


@pytest.mark.parametrize(("elk", "lawful"), [(0, True), (1, False), (2, False), (3, True), (4, True)])
def test_while_orders_were_kept_one_that_wasnt_announced_may_be_any_but_there_is_one(elk: int, lawful: bool) -> None:
    board = given(BEAR, ELK, creature("owl", BOB, toughness=4), rules=WITH_ORDERS)
    amounts = {id: amount for id, amount in (("elk", elk), ("owl", 4 - elk)) if amount}
    board.when(*BOTH, damage(bear=amounts)).then(legal if lawful else illegal("510.1c", "no order of bear", "elk and owl"))


def test_who_has_no_place_in_an_order_yet_may_have_any() -> None:
    fly = {"enters": creature("fly", BOB, toughness=2), "blocking": "bear"}
    board = given(BEAR, ELK, creature("owl", BOB, toughness=2), rules=WITH_ORDERS)
    steps = (*BOTH, {"order": {"bear": ["owl", "elk"]}}, fly)
    for amounts in ({"fly": 4}, {"owl": 2, "fly": 2}, {"fly": 2, "owl": 2}, {"owl": 3, "fly": 1}, {"owl": 1, "fly": 3}):
        board.when(*steps, damage(bear=amounts)).then(legal)
    board.when(*steps, damage(bear={"owl": 1, "elk": 3})).then(illegal("510.1c", "owl"))
    board.when(*steps, damage(bear={"fly": 1, "owl": 1, "elk": 2})).then(illegal("510.1c"))
