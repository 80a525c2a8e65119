""" "Any player may …. If a player does, …": each of them in turn order, from the active player on (101.4, 118.12)."""

import pytest
from referee import ANN, BOB, CAT, attack, creature, given, left, life, resolve, sizes, tapped

PAYS = "Whenever this creature attacks, any opponent may pay 3 life. "


@pytest.mark.parametrize(
    ("accept", "lives", "gone"),
    [
        ([True, False], {"Bob": 17, "Cat": 20}, ["imp"]),
        ([False, True], {"Bob": 20, "Cat": 17}, ["imp"]),
        ([True, True], {"Bob": 17, "Cat": 17}, ["imp"]),
        ([False, False], {"Bob": 20, "Cat": 20}, []),
    ],
)
def test_one_of_several_is_enough(accept: list[bool], lives: dict[str, int], gone: list[str]) -> None:
    imp = creature("imp", ANN, PAYS + "If a player does, sacrifice this creature.")
    asked = resolve("all", {"source": "imp", "accept": accept})
    given(imp, players=(ANN, BOB, CAT)).when(attack(imp=BOB), asked).then(life(**lives), left(*gone))


@pytest.mark.parametrize(("accept", "size"), [([True], "2/2"), ([False], "4/4")])
def test_if_no_one_does(accept: list[bool], size: str) -> None:
    imp = creature("imp", ANN, PAYS + "If no one does, put two +1/+1 counters on this creature.")
    given(imp).when(attack(imp=BOB), resolve("all", {"source": "imp", "accept": accept})).then(sizes(imp=size))


def test_nobody_does_it_who_cant() -> None:
    text = "Whenever this creature attacks, any player may sacrifice a land. If a player does, tap each creature."
    asked = resolve("all", {"source": "imp", "accept": [True, True]})
    given(creature("imp", ANN, text + ""), creature("ox", BOB)).when(attack(imp=BOB), asked).then(tapped("imp"))


def test_each_exiles_a_card_of_their_own() -> None:
    text = "any player may exile a card from their graveyard. If a player does, this creature assigns no combat damage this turn."
    choices = {"source": "rat", "accept": [False, True], "cards": [creature("elk", BOB)]}
    board = given(creature("rat", ANN, f"Whenever this creature attacks or blocks, {text}"), graveyard={ANN: 1, BOB: 1})
    outcome = board.when(attack(rat=BOB), resolve("all", choices)).outcome()
    assert (outcome.game.board.graveyard, outcome.game.stack.marks) == ({ANN: 1, BOB: 0}, ())
