"""603.2h: "Do this only once each turn": it triggers until that was done, and that is done once."""

import pytest
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, attack, block, creature, damage, given, life, resolve, triggers

GAINS = "Whenever this creature deals combat damage to a player, you may gain 1 life. Do this only once each turn."
OFTEN = "Whenever a creature you control attacks, you may gain 1 life. Do this only once each turn."


def test_it_triggers_no_more_once_it_was_done() -> None:
    steps = attack(imp=BOB), resolve(), block(), damage(), resolve(), damage()
    given(creature("imp", ANN, f"Double strike\n{GAINS}")).when(*steps).then(triggers(), life(Ann=21))


def test_it_triggers_again_where_it_wasnt_done() -> None:
    declined = resolve("all", {"source": "imp", "accept": [False]})
    steps = attack(imp=BOB), resolve(), block(), damage(), declined, damage()
    board = given(creature("imp", ANN, f"Double strike\n{GAINS}"))
    board.when(*steps).then(triggers(imp=1))
    board.when(*steps, resolve()).then(life(Ann=21))


def test_of_several_that_triggered_at_once_one_does_it() -> None:
    imp, elk = creature("imp", ANN, OFTEN), creature("elk", ANN)
    given(imp, elk).when(attack(imp=BOB, elk=BOB), resolve()).then(life(Ann=21))


def test_each_turn_it_is_done_anew() -> None:
    imp = creature("imp", ANN, f"Vigilance\n{OFTEN}")
    given(imp).when(attack(imp=BOB), resolve(), {"turn": BOB}, {"turn": ANN}, attack(imp=BOB), resolve()).then(life(Ann=22))


@pytest.mark.parametrize(
    "text",
    [
        "Whenever this creature attacks, untap it. Do this only once each turn.",
        "Whenever this creature attacks, draw a card. You may untap it. Do this only once each turn.",
    ],
)
def test_of_what_isnt_a_players_choice_it_isnt_known_what_was_done(text: str) -> None:
    assert [each.does for each in read_permanent(text) if isinstance(each, a.Triggered)] == [None]
