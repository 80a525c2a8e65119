"""Amounts that somebody chooses, "plus one", and conditions on what was done, on life and on cards that are looked at."""

from typing import Any

import pytest
from abilities.saying import check_said_as_read
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
    left,
    life,
    not_carried_out,
    permanent,
    resolve,
    sizes,
)

ATTACKS = "Whenever this creature attacks, "


def attacks(text: str, *others: dict[str, Any], by: dict[str, Any] | None = None, **choices: Any) -> Any:
    """Ann's 2/2 imp attacks Bob, and what its text says is done; she has four cards in hand, and Bob and Cat none."""
    imp = creature("imp", ANN, ATTACKS + text, **(by or {}))
    board = given(imp, *others, players=(ANN, BOB, CAT), hand={ANN: 4}, mana={ANN: "{R}{R}{R}"}, life={ANN: 20, BOB: 20, CAT: 15})
    return board.when(attack(imp=BOB), resolve("all", {"source": "imp", **choices}))


@pytest.mark.parametrize(
    ("text", "choices", "expected"),
    [
        (
            "you may pay any amount of life. If you do, it gets +X/+0 until end of turn, where X is the life paid this way.",
            {"accept": [True], "x": 3},
            sizes(imp="5/2"),
        ),
        ("you may pay any amount of mana. If you do, you gain that much life.", {"accept": [True], "x": 2}, life(Ann=22)),
        ("you may pay any amount of mana. If you do, you gain that much life.", {"accept": [False]}, life(Ann=20)),
    ],
)
def test_as_much_as_is_chosen_is_paid(text: str, choices: dict[str, Any], expected: Check) -> None:
    attacks(text, **choices).then(expected)


@pytest.mark.parametrize(("x", "cards"), [(3, 5), (0, 4)])
def test_as_many_cards_as_are_chosen_are_discarded(x: int, cards: int) -> None:
    text = "you may discard any number of cards. If you do, draw that many cards plus one."
    assert attacks(text, accept=[True], x=x).outcome().game.board.hand[ANN] == cards


def test_as_many_counters_as_are_chosen_are_removed() -> None:
    text = "you may remove X +1/+1 counters from this creature. If you do, you gain X life."
    imp = {"counters": {"+1/+1": 3}, "power": 5, "toughness": 5}
    attacks(text, by=imp, accept=[True], x=2).then(sizes(imp="3/3"), life(Ann=22))
    attacks(text, by=imp, accept=[True], x=4).then(sizes(imp="5/5"), life(Ann=20))


@pytest.mark.parametrize(("x", "paid"), [(2, True), (0, False)])
@pytest.mark.parametrize("follows", ["If you do, put X charge counters on it.", "When you do, put X charge counters on it."])
def test_x_that_is_not_zero(follows: str, x: int, paid: bool) -> None:
    imp = creature("imp", ANN, f"{ATTACKS}you may pay {{X}}. {follows} X can't be 0.")
    board = given(imp, mana={ANN: "{R}{R}{R}"}).when(
        attack(imp=BOB), resolve(1, {"source": "imp", "accept": [True], "x": x}), resolve()
    )
    done = board.then(has("imp", counters={"charge": 2} if paid else {}))
    assert done.game.board.mana[ANN] == ("{R}" if paid else "{R}{R}{R}")


def test_that_many_plus_one() -> None:
    text = "Whenever this creature deals combat damage to a player, put that many plus one charge counters on it."
    hit = given(creature("imp", ANN, text)).when(attack(imp=BOB), block(), damage(), resolve())
    hit.then(has("imp", counters={"charge": 3}))


@pytest.mark.parametrize("number", ["Auras and Equipment attached to it", "Auras or Equipment attached to it"])
def test_what_is_attached_is_counted(number: str) -> None:
    text = f"it gets +X/+0 until end of turn, where X is the number of {number}."
    sword = permanent("sword", ANN, types=["Artifact", "Equipment"], attached_to="imp")
    rags = permanent("rags", ANN, types=["Artifact", "Equipment"])
    veil = permanent("veil", ANN, types=["Enchantment", "Aura"], attached_to="imp")
    attacks(text, sword, rags, veil).then(sizes(imp="4/2"))


@pytest.mark.parametrize(
    ("condition", "so"),
    [
        ("an opponent has less life than you", True),
        ("each opponent has less life than you", False),
        ("each opponent has more life than you", False),
        ("you have less life than an opponent", False),
    ],
)
def test_who_has_less_life(condition: str, so: bool) -> None:
    attacks(f"you gain 1 life if {condition}.").then(life(Ann=21 if so else 20))


def test_each_opponent_has_less_life() -> None:
    imp = creature("imp", ANN, f"{ATTACKS}you gain 1 life if each opponent has less life than you.")
    board = given(imp, players=(ANN, BOB, CAT), life={ANN: 20, BOB: 19, CAT: 15})
    board.when(attack(imp=BOB), resolve()).then(life(Ann=21))


@pytest.mark.parametrize(("sacrificed", "gained"), [("orb", 2), ("elk", 0)])
def test_what_was_sacrificed_this_way(sacrificed: str, gained: int) -> None:
    text = "you may sacrifice another permanent. If you sacrificed an artifact this way, you gain 2 life."
    others = permanent("orb", ANN, types=["Artifact"]), creature("elk", ANN)
    done = attacks(text, *others, accept=[True], sacrificed=[sacrificed])
    done.then(left(sacrificed), life(Ann=20 + gained))


@pytest.mark.parametrize(("card", "taken"), [("yak", True), ("orb", False)])
def test_a_card_is_revealed_if_it_is_one(card: str, taken: bool) -> None:
    text = "look at the top card of your library. You may reveal it if it's a creature card. If you do, put it into your hand."
    top = creature("yak", ANN) if card == "yak" else permanent("orb", ANN, types=["Artifact"])
    board = attacks(text, library=[top], accept=[True] * taken).outcome().game.board
    assert board.cards[card].zone == ("hand" if taken else "library")


@pytest.mark.parametrize(
    "text",
    [
        "you may pay any amount of life. If you do, it gets +X/+0 until end of turn, where X is the life paid this way.",
        "put a charge counter on it. Then if there are three or more charge counters on it, remove them and draw another card.",
        "draw cards equal to the number of opponents who have less life than you.",
        "draw a card if it isn't the first combat phase of the turn.",
        "target creature gets +1/+1 until end of turn. It gains flying until end of turn as well.",
    ],
)
def test_it_is_said_as_it_is_read(text: str) -> None:
    check_said_as_read(ATTACKS + text)


GAINS = "you gain 1 life."


def gained(outcome: Any) -> bool:
    return bool(outcome.game.board.life[ANN] == 21)


@pytest.mark.parametrize(
    ("asked", "board", "is_so"),
    [
        ("its power is exactly 2", {}, True),
        ("its power is exactly 3", {}, False),
        ("you have exactly 20 life", {}, True),
        ("its power is greater than its base power", {"counters": {"+1/+1": 1}}, True),
        ("its power is greater than its base power", {}, False),
        ("its toughness is greater than its power", {"toughness": 3}, True),
        ("it has fewer than three oil counters on it", {"counters": {"oil": 2}}, True),
        ("it has fewer than three oil counters on it", {"counters": {"oil": 3}}, False),
        ("it has exactly two oil counters on it", {"counters": {"oil": 2}}, True),
        ("it has exactly two oil counters on it", {"counters": {"oil": 3}}, False),
        ("it has two or fewer counters on it", {"counters": {"oil": 2}}, True),
        ("there are two or more attacking creatures", {}, False),
        ("there is an attacking creature", {}, True),
        ("you control both an artifact and an enchantment", {}, False),
        ("you control creatures with total power 2 or greater", {}, True),
        ("you control creatures with total power 3 or greater", {}, False),
    ],
)
def test_numbers_that_an_if_asks_of(asked: str, board: dict[str, Any], is_so: bool) -> None:
    board = {"power": 2, "toughness": 2} | board
    chalice = permanent("chalice", ANN, types=["Artifact"])
    for text in (
        f"Whenever this creature attacks, if {asked}, {GAINS}",
        f"Whenever this creature attacks, scry 1. If {asked}, {GAINS}",
    ):
        run = given(creature("imp", ANN, text, **board), chalice).when(attack(imp=BOB), resolve())
        assert gained(run.outcome()) == is_so, text


@pytest.mark.parametrize(("power", "gained"), [(3, 0), (4, 2)])
def test_an_if_behind_what_is_done_then_is_asked_then(power: int, gained: int) -> None:
    text = "Whenever this creature attacks, put a +1/+1 counter on it, then you gain 2 life if its power is 5 or greater."
    board = given(creature("imp", ANN, text, power=power)).when(attack(imp=BOB), resolve())
    board.then(has("imp", counters={"+1/+1": 1}), life(Ann=20 + gained))


def test_an_if_behind_what_and_joins_may_be_asked_of_all_of_it() -> None:
    text = "Whenever this creature attacks, put a +1/+1 counter on it and you gain 2 life if its power is 5 or greater."
    given(creature("imp", ANN, text)).when(attack(imp=BOB), resolve()).then(not_carried_out("imp"))


def test_an_additional_poison_counter() -> None:
    text = "Whenever this creature attacks, defending player gets an additional poison counter."
    outcome = given(creature("imp", ANN, text)).when(attack(imp=BOB), resolve()).outcome()
    assert outcome.game.board.poison[BOB] == 1
