"""510.1d: a blocking creature assigns its combat damage to the creatures it's blocking, divided as its controller chooses."""

import pytest
from referee import ANN, BOB, attack, block, creature, damage, dealt, given, illegal, legal, marked

TWO = "This creature can block an additional creature each combat."
BEAR, OX = creature("bear", ANN, power=0, toughness=5), creature("ox", ANN, power=0, toughness=5)
WALL = creature("wall", BOB, TWO, power=3, toughness=9)
BOARD = given(BEAR, OX, WALL)
BOTH = (attack(bear=BOB, ox=BOB), block(wall=["bear", "ox"]))


@pytest.mark.parametrize("bear", range(4))
def test_any_division_among_several_is_legal(bear: int) -> None:
    amounts = {id: amount for id, amount in (("bear", bear), ("ox", 3 - bear)) if amount}
    BOARD.when(*BOTH, damage(wall=amounts)).then(legal, marked(bear=bear, ox=3 - bear))


def test_nothing_to_a_player_or_to_what_it_doesnt_block() -> None:
    BOARD.when(*BOTH, damage(wall={ANN: 3})).then(illegal("510.1d"))
    one = (attack(bear=BOB, ox=BOB), block(wall="bear"))
    BOARD.when(*one, damage(wall={"ox": 3})).then(illegal("510.1d", "bear"))
    BOARD.when(*one, damage()).then(legal, marked(bear=3, ox=0))


@pytest.mark.parametrize("gone", [{"leaves": "bear"}, {"removed_from_combat": "bear"}, {"stops_blocking": {"wall": "bear"}}])
def test_to_nobody_if_it_blocks_nothing_any_more(gone: dict[str, str]) -> None:
    one = (attack(bear=BOB, ox=BOB), block(wall="bear"), gone)
    BOARD.when(*one, damage(wall={"ox": 3})).then(illegal("510.1d"))
    BOARD.when(*one, damage()).then(legal, dealt())


def test_trample_does_nothing_for_a_blocker() -> None:
    board = given(BEAR, creature("wall", BOB, "Trample", power=9))
    board.when(attack(bear=BOB), block(wall="bear"), damage(wall={"bear": 5, ANN: 4})).then(illegal("510.1d"))
