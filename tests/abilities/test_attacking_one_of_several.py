"""What asks whether an attacking player leaves another opponent alone, and what prevents damage to whoever is attacked."""

import pytest
from referee import ANN, BOB, CAT, attack, block, creature, damage, given, life, not_carried_out, resolve, triggers

TEXT = (
    "Flying\nWhenever a player attacks you, if that player has another opponent who isn't being attacked, prevent all combat "
    "damage that would be dealt to you this combat."
)
GUARD, OXEN = creature("guard", BOB, TEXT), (creature("ant", ANN), creature("bee", ANN))


def test_damage_is_prevented_where_another_opponent_is_left_alone() -> None:
    board = given(*OXEN, GUARD, players=(ANN, BOB, CAT))
    board.when(attack(ant=BOB), resolve(), block(), damage()).then(life(Bob=20, Cat=20))


def test_nothing_is_prevented_where_all_are_attacked() -> None:
    board = given(*OXEN, GUARD, players=(ANN, BOB, CAT))
    board.when(attack(ant=BOB, bee=CAT), block(by=BOB), block(by=CAT), damage()).then(life(Bob=18, Cat=18))


def test_nothing_triggers_where_there_is_no_other_opponent() -> None:
    given(*OXEN, GUARD).when(attack(ant=BOB)).then(triggers())


TO_CATS = (
    "tap target creature {}",
    "untap target creature {}",
    "put a +1/+1 counter on target creature {}",
    "goad target creature {}",
)
DONE_TO_CAT = (
    "That player loses 2 life.",
    "It deals 2 damage to that player.",
    "That player gains 3 life. That player loses 5 life.",
)


@pytest.mark.parametrize("whose", ["an opponent controls", "you don't control", "another player controls"])
@pytest.mark.parametrize(("first", "then"), list(zip(TO_CATS, (*DONE_TO_CAT, DONE_TO_CAT[0]), strict=True)))
def test_that_player_is_who_controls_what_was_named_last_and_not_who_is_attacked(first: str, then: str, whose: str) -> None:
    imp = creature("imp", ANN, f"Whenever this creature attacks, {first.format(whose)}. {then}")
    board = given(imp, creature("cat", CAT), players=(ANN, BOB, CAT))
    board.when(attack(imp=BOB), resolve()).then(life(Ann=20, Bob=20, Cat=18))


def test_that_player_is_nobody_where_none_was_named() -> None:
    imp = creature("imp", ANN, "Whenever this creature attacks, tap target creature. That player loses 2 life.")
    given(imp, creature("cat", CAT), players=(ANN, BOB, CAT)).when(attack(imp=BOB), resolve()).then(not_carried_out("imp"))


@pytest.mark.parametrize("one", ["an opponent", "a player"])
@pytest.mark.parametrize("done", ["{} loses 2 life", "it deals 2 damage to {}", "{} loses 1 life. That player loses 1 life"])
def test_an_opponent_is_one_of_them_and_not_each(one: str, done: str) -> None:
    imp = creature("imp", ANN, f"Whenever this creature attacks, {done.format(one)}.")
    chosen = {"source": "imp", "chosen": [CAT]}
    given(imp, players=(ANN, BOB, CAT)).when(attack(imp=BOB), resolve("all", chosen)).then(life(Ann=20, Bob=20, Cat=18))


def test_each_opponent_is_each_of_them() -> None:
    imp = creature("imp", ANN, "Whenever this creature attacks, each opponent loses 2 life.")
    given(imp, players=(ANN, BOB, CAT)).when(attack(imp=BOB), resolve()).then(life(Ann=20, Bob=18, Cat=18))
