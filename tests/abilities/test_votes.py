"""Votes (701.38): what each player votes for is stated, and counted wherever something is counted or compared."""

from typing import Any

import pytest
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.rendering.lines import render, worded
from referee import ANN, BOB, CAT, attack, creature, enchantment, given, has, left, life, not_carried_out, resolve, sizes

FIRST = "Whenever this creature attacks, "
CALM = "starting with you, each player votes for calm or storm. "
ALL = (ANN, BOB, CAT)


def attacks(text: str, *others: dict[str, Any], players: tuple[str, ...] = ALL, **choices: Any) -> Any:
    """Ann's imp, which says that as it attacks, attacks Bob, and its ability resolves."""
    resolution = resolve("all", {"source": "imp", **choices}) if choices else resolve()
    return given(creature("imp", ANN, FIRST + text), *others, players=players).when(attack(imp=BOB), resolution)


@pytest.mark.parametrize(
    ("text", "lives"),
    [
        ("For each storm vote, this creature deals 1 damage to each opponent.", {BOB: 18, CAT: 18}),
        ("This creature deals damage to each opponent equal to the number of storm votes.", {BOB: 18, CAT: 18}),
        ("You gain 2 life for each calm vote and defending player loses 3 life for each storm vote.", {ANN: 22, BOB: 14}),
        ("You gain X life, where X is the number of storm votes plus 1.", {ANN: 23}),
        ("Each opponent loses 1 life for each storm vote and you gain 1 life for each calm vote.", {ANN: 21, BOB: 18, CAT: 18}),
    ],
)
def test_votes_are_counted(text: str, lives: dict[str, int]) -> None:
    attacks(CALM + text, votes=["storm", "calm", "storm"]).then(life(**lives))


@pytest.mark.parametrize(
    ("asked", "votes", "holds"),
    [
        ("storm gets more votes", ["storm", "calm", "storm"], True),
        ("calm gets more votes", ["storm", "calm", "storm"], False),
        ("storm gets more votes", ["storm", "calm"], False),
        ("storm gets more votes or the vote is tied", ["storm", "calm"], True),
        ("storm gets more votes or the vote is tied", ["calm", "calm"], False),
        ("the vote is tied", ["calm", "storm"], True),
        ("the vote is tied", ["storm", "storm"], False),
        ("storm receives more votes or there is a tie", ["calm", "storm"], True),
    ],
)
def test_votes_are_compared(asked: str, votes: list[str], holds: bool) -> None:
    players = ALL[: len(votes)]
    attacks(f"{CALM}If {asked}, you gain 4 life.", players=players, votes=votes).then(life(Ann=24 if holds else 20))
    attacks(f"{CALM}You gain 4 life if {asked}. Otherwise, draw a card.", players=players, votes=votes).then(
        life(Ann=24 if holds else 20)
    )


def test_each_of_two_outcomes() -> None:
    text = (
        CALM
        + "If calm gets more votes, untap this creature. If storm gets more votes or the vote is tied, it gets +2/+0 until end "
        "of turn."
    )
    attacks(text, votes=["calm", "calm", "storm"]).then(sizes(imp="2/2"), has("imp", tapped=False))
    attacks(text, votes=["storm", "calm", "storm"]).then(sizes(imp="4/2"), has("imp", tapped=True))


def test_only_opponents_vote_in_turn_order_from_the_controller_on() -> None:
    text = "each opponent votes for calm or storm. For each storm vote, draw a card."
    outcome = attacks(text, votes=["calm", "storm"]).then()
    assert outcome.game.board.hand[ANN] - outcome.game.board.hand[CAT] == 1
    assert "a vote of each player who votes" in str(attacks(text, votes=["calm", "storm", "storm"]).outcome().report.error)


VOTED_OUT = "starting with you, each player votes for a nonland permanent you don't control. "


def test_permanents_that_tie_are_all_meant() -> None:
    text = VOTED_OUT + "Destroy each permanent with the most votes or tied for most votes."
    board = creature("ox", BOB), creature("elk", CAT), creature("eel", CAT)
    attacks(text, *board, votes=["ox", "elk", "ox"]).then(left("ox"))
    attacks(text, *board, votes=["ox", "elk", "eel"]).then(left("ox", "elk", "eel"))
    outcome = attacks(text, *board, votes=["imp", "elk", "eel"]).outcome()
    assert "votes for ox, elk, eel" in str(outcome.report.error)


def test_nothing_to_vote_for() -> None:
    attacks(VOTED_OUT + "Destroy each permanent with the most votes or tied for most votes. You gain 1 life.").then(life(Ann=21))


def test_nobody_votes_who_isnt_asked() -> None:
    attacks(CALM + "Draw a card for each storm vote. You gain 1 life.").then(
        not_carried_out("imp", "what Ann, Bob, Cat vote for")
    )
    attacks(CALM + "Draw a card for each storm vote. You gain 1 life.", votes=["calm"]).then(not_carried_out("imp", "vote for"))


def test_a_later_ability_keeps_what_was_voted() -> None:
    text = CALM + "At the beginning of the next end step, you gain 1 life for each storm vote."
    (ability,) = read_permanent(FIRST + text)
    assert isinstance(ability, a.Triggered) and ability.does is not None
    kept = attacks(text, votes=["storm", "calm", "storm"]).outcome().game.stack.delayed
    assert "VotesFor" not in repr(kept) and "gains=2" in repr(kept)


def test_what_gives_more_votes_marks_the_game() -> None:
    speaker = enchantment("speaker", ANN, "While voting, you may vote an additional time.")
    outcome = attacks(CALM + "You gain 1 life for each storm vote.", speaker, votes=["calm", "storm", "calm"]).outcome()
    assert [mark.source for mark in outcome.game.stack.marks] == ["speaker"]
    scribe = enchantment("scribe", ANN, "Whenever players finish voting, you draw a card.")
    outcome = attacks(CALM + "You gain 1 life for each storm vote.", scribe, votes=["calm", "storm", "calm"]).outcome()
    assert [mark.source for mark in outcome.game.stack.marks] == ["scribe"]


@pytest.mark.parametrize(
    "text",
    [
        "each player votes for a creature card in your graveyard. Return each card with the most votes to your hand.",
        "each player votes for sun, moon, or stars. If sun gets more votes, draw a card.",
        "each player votes for calm or storm. If war gets more votes, you gain 1 life.",
        "you gain 1 life for each storm vote.",
        "destroy each creature with the most votes or tied for most votes.",
    ],
)
def test_what_is_not_read(text: str) -> None:
    read = read_permanent(FIRST + text)
    assert [each.does for each in read if isinstance(each, a.Triggered)] == [None]


@pytest.mark.parametrize(
    "text",
    [
        CALM + "If storm gets more votes or the vote is tied, draw a card.",
        CALM + "For each calm vote, draw a card. Put X +1/+1 counters on this creature, where X is the number of storm votes.",
        "starting with you, each player votes for a creature. Each creature with the most votes or tied for most votes gains "
        "flying until end of turn.",
    ],
)
def test_it_is_said_as_it_is_read(text: str) -> None:
    (ability,) = read_permanent(FIRST + text)
    assert worded(ability, "it") == render(ability) == FIRST + text
