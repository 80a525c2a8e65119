"""Who does what comes after "then" or "and": "creates" is done by who was named before, "create" by you."""

from itertools import product

import pytest
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, attack, creature, given, life, resolve

SUBJECTS = {
    "each opponent": a.Players(who="opponents"),
    "defending player": a.Players(who="defending"),
    "that player": a.Players(who="defending"),
    "target player": a.Players(who="chosen"),
    "the attacking player": a.Players(who="active"),
    "each player": a.Players(who="any"),
}
YOU = a.Players(who="you")
FIRST = (
    "loses 1 life, then",
    "draws a card and",
    "creates a Treasure token, and",
    "loses 1 life for each creature you control, then",
)
DEEDS = (
    "create| a Treasure token",
    "draw| a card",
    "gain| 1 life",
    "lose| 1 life",
    "mill| two cards",
    "discard| a card",
    "sacrifice| a creature",
    "get| a poison counter",
    "investigate|",
)


def doer(text: str) -> a.Players | None:
    """Who does the last thing that the ability says; None where it isn't read."""
    (ability,) = read_permanent(text)
    assert isinstance(ability, a.Triggered)
    last = ability.does.instructions[-1] if ability.does is not None else None
    return None if last is None else getattr(last, "players", None)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_the_third_person_carries_the_subject_on_and_the_base_form_means_you(subject: str) -> None:
    for first, deed in product(FIRST, DEEDS):
        said = f"Whenever this creature attacks, {subject} {first} "
        assert doer(said + deed.replace("|", "") + ".") == YOU, said + deed
        assert doer(said + deed.replace("|", "s") + ".") == SUBJECTS[subject], said + deed


@pytest.mark.parametrize("deed", DEEDS)
def test_a_verb_does_not_agree_with_you_in_the_third_person(deed: str) -> None:
    for subject in ("", "you ", "you gain 1 life, then ", "you may "):
        assert doer(f"Whenever this creature attacks, {subject}{deed.replace('|', 's')}.") is None


def test_what_you_do_after_what_another_does() -> None:
    text = "Whenever this creature attacks, each opponent loses 1 life for each creature you control, then create a 1/1 white "
    outcome = given(creature("imp", ANN, text + "Soldier creature token.")).when(attack(imp=BOB), resolve()).then(life(Bob=19))
    assert [each.controller for each in outcome.game.board.permanents.values() if each.token] == [ANN]


def test_another_player_chooses_what_they_tap() -> None:
    assert doer("Whenever this creature attacks, target player loses 1 life and taps a creature they control.") is None
    assert doer("Whenever this creature attacks, target player loses 1 life and puts a +1/+1 counter on a creature.") is None


@pytest.mark.parametrize(
    ("said", "whose"),
    [
        ("attacks, each opponent loses 1 life, then exile", "opponents"),
        ("attacks, target player loses 1 life, then exile", "chosen"),
        ("deals combat damage to a player, exile", "chosen"),
        ("attacks, exile", None),
    ],
)
def test_their_library_is_that_of_who_was_named_before(said: str, whose: str | None) -> None:
    players = doer(f"Whenever this creature {said} the top card of their library.")
    assert whose == (players and players.who)
