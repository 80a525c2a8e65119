"""Modes that are chosen as an ability resolves, players who are attacked, copies of cards, and other ways to say how much."""

from typing import Any

import pytest
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, CAT, Check, attack, block, creature, damage, given, has, left, life, marked, resolve, sizes, tapped

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
    attacks(text, accept=[accept], modes=[mode] if accept else None).then(expected)


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


# --- what follows what others did, or didn't do, and numbers that are told later or before ----------------------------------


@pytest.mark.parametrize(
    "told", ["You gain 1 life for each opponent who doesn't.", "For each opponent who doesn't, you gain 1 life."]
)
@pytest.mark.parametrize(("accept", "gained"), [((True, True), 0), ((True, False), 1), ((False, False), 2)])
def test_for_each_opponent_who_does_not(told: str, accept: tuple[bool, bool], gained: int) -> None:
    done = attacks(f"each opponent may pay 2 life. {told}", accept=list(accept))
    done.then(life(Ann=20 + gained, Bob=20 - 2 * accept[0], Cat=20 - 2 * accept[1]))


@pytest.mark.parametrize(("card", "tokens"), [(creature("yak", ANN), 0), (creature("elk", ANN), 1)])
def test_if_no_card_was_put_after_what_became_of_the_rest(card: dict[str, Any], tokens: int) -> None:
    text = (
        "look at the top card of your library. You may put a creature card from among them onto the battlefield. Put the rest "
        "into your graveyard. If you don't put a card onto the battlefield this way, create a 1/1 green Elf creature token."
    )
    told = {"library": [card], "accept": [not tokens]}
    board = attacks(text, **told).outcome().game.board
    assert sum(each.token for each in board.permanents.values()) == tokens
    assert board.graveyard[ANN] == 1 + tokens


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
    attacks(text, ox, elk, creature("yak", ANN, power=1), by=by, **targets).then(expected)


def test_the_mana_value_of_the_card_that_was_discarded() -> None:
    text = "you may discard a creature card. If you do, it deals damage equal to that card's mana value to any target."
    yak = creature("yak", ANN, mana_value=5)
    attacks(text, accept=[True], cards=[yak], targets=["Bob"]).then(life(Bob=15))


def test_a_number_that_is_told_in_the_middle() -> None:
    text = (
        "search your library for a creature card with mana value X or less, where X is the number of creatures you control, put "
        "it onto the battlefield, then shuffle."
    )
    for value, found in ((2, True), (3, False)):
        yak = creature("yak", ANN, mana_value=value)
        done = attacks(text, creature("elk", ANN), cards=[yak])
        assert ("yak #2" in done.outcome().game.board.permanents) == found


# --- as something dies, and in a block ---------------------------------------------------------------------------------------


def dying(text: str, *others: dict[str, Any], **choices: Any) -> Any:
    """Ann's 3/2 imp is blocked by Bob's ox and dies; what its text says is done."""
    imp, ox = creature("imp", ANN, text, power=3), creature("ox", BOB, power=9, toughness=9)
    board = given(imp, ox, *others, graveyard={ANN: 1, BOB: 1})
    fought = attack(imp=BOB), block(ox="imp"), damage(), resolve("all", {"source": "imp", **choices})
    return board.when(*fought)


@pytest.mark.parametrize(
    ("text", "choices", "expected"),
    [
        ("each opponent loses life equal to its power and you gain that much life.", {}, life(Ann=23, Bob=17)),
        (
            "distribute a number of +1/+1 counters equal to its power among any number of target creatures you control.",
            {"targets": ["elk", "cow"], "division": {"elk": 1, "cow": 2}},
            sizes(elk="3/3", cow="4/4"),
        ),
        ("create a token that's a copy of it. It gains haste.", {}, has("imp token 1", power=3)),
    ],
)
def test_what_is_done_as_it_dies(text: str, choices: dict[str, Any], expected: Check) -> None:
    dying(f"When this creature dies, {text}", creature("elk", ANN), creature("cow", ANN), **choices).then(expected)


def test_each_player_returns_a_card_of_their_own() -> None:
    text = "When this creature dies, each player returns a creature card from their graveyard to the battlefield."
    cards = creature("yak", ANN), creature("rat", BOB)
    board = dying(text, cards=list(cards)).outcome().game.board
    assert {"yak #2", "rat #2"} <= set(board.permanents) and board.cards["imp"].zone == "graveyard"


def test_a_token_is_exiled_that_is_a_copy_of_what_died() -> None:
    text = "When this creature dies, create a token that's a copy of it. Exile that token at the beginning of the next end step."
    (ability,) = read_permanent(text, types=["Creature"])
    assert isinstance(ability, a.Triggered) and ability.does is not None
    dying(text).then(has("imp token 1", power=3))


def test_the_attacking_creature_and_the_blocked_one() -> None:
    for which in ("the attacking creature", "the blocked creature", "the creature it's blocking"):
        guard = creature("ox", BOB, f"Whenever this creature blocks, it deals 1 damage to {which}.")
        given(creature("imp", ANN, toughness=5), guard).when(attack(imp=BOB), block(ox="imp"), resolve()).then(marked(imp=1))
