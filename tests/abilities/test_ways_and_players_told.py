"""Modes that are chosen as an ability resolves, players who are attacked, copies of cards, and other ways to say how much."""

from typing import Any

import pytest
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, CAT, Check, attack, creature, given, has, life, resolve, sizes, tapped

ATTACKS = "Whenever this creature attacks, "


def attacks(text: str, *others: dict[str, Any], by: dict[str, Any] | None = None, **choices: Any) -> Any:
    """Ann's 2/2 imp attacks Bob, and Cat isn't attacked; what its text says is done."""
    imp = creature("imp", ANN, ATTACKS + text, **(by or {}))
    board = given(imp, *others, players=(ANN, BOB, CAT), hand={ANN: 1}, graveyard={ANN: 1}, mana={ANN: "{R}{R}"})
    return board.when(attack(imp=BOB), resolve("all", {"source": "imp", **choices}))


@pytest.mark.parametrize(
    ("accept", "mode", "expected"), [(True, 0, life(Ann=22)), (True, 1, sizes(imp="3/2")), (False, 0, life(Ann=20))]
)
def test_a_mode_is_chosen_once_it_is_paid(accept: bool, mode: int, expected: Check) -> None:
    text = "you may pay {R}. If you do, choose one —\n• You gain 2 life.\n• This creature gets +1/+0 until end of turn."
    attacks(text, accept=[accept], modes=[mode]).then(expected)


def test_a_mode_that_is_chosen_late_has_no_targets() -> None:
    text = "you may pay {R}. If you do, choose one —\n• You gain 2 life.\n• Tap target creature."
    (ability,) = read_permanent(ATTACKS + text, types=["Creature"])
    assert isinstance(ability, a.Triggered) and ability.does is None


@pytest.mark.parametrize(
    "who", ["each opponent being attacked", "each opponent you attacked this combat", "each player you attacked this turn"]
)
def test_those_who_are_attacked(who: str) -> None:
    attacks(f"{who} loses 1 life.").then(life(Ann=20, Bob=19, Cat=20))


@pytest.mark.parametrize(("won", "total"), [(True, 23), (False, 19)])
def test_a_coin_that_is_lost_otherwise(won: bool, total: int) -> None:
    text = "flip a coin. If you win the flip, you gain 3 life. Otherwise, it deals 1 damage to you."
    attacks(text, flips=[won]).then(life(Ann=total))


def test_a_copy_of_a_card_that_was_exiled() -> None:
    text = (
        "exile target creature card from your graveyard. Create a token that's a copy of it, except it's a 4/4 black Zombie and "
        "isn't legendary."
    )
    yak = creature("yak", ANN, types=["Legendary", "Yak"], power=1)
    done = attacks(text, targets=["yak"], cards=[yak])
    done.then(has("imp token 1", power=4, toughness=4, types=frozenset(("Creature", "Zombie"))))


@pytest.mark.parametrize(
    ("text", "by", "expected"),
    [
        ("triple its power until end of turn.", {"power": 3}, sizes(imp="9/2")),
        ("triple its power until end of turn.", {"power": -1}, sizes(imp="-3/2")),
        ("triple its power and toughness until end of turn.", {}, sizes(imp="6/6")),
    ],
)
def test_what_is_tripled(text: str, by: dict[str, Any], expected: Check) -> None:
    attacks(text, by=by).then(expected)


@pytest.mark.parametrize(("number", "cards"), [("four", 4), ("zero", 1)])
def test_cards_are_drawn_until_there_are_so_many(number: str, cards: int) -> None:
    board = attacks(f"draw cards until you have {number} cards in hand.").outcome().game.board
    assert board.hand[ANN] == cards


@pytest.mark.parametrize("which", ["one", "one of them"])
def test_one_of_those_looked_at(which: str) -> None:
    text = f"look at the top two cards of your library. Put {which} into your hand and the other into your graveyard."
    board = attacks(text).then(tapped("imp")).game.board
    assert (board.hand[ANN], board.graveyard[ANN]) == (2, 2)
