"""What happened in a turn: of one that is on record whole the game knows it, of another it is stated."""

from typing import Any

import pytest
from declarant import Game
from declarant import permanent as entering
from declarant.events.facts import ControllerChanged
from referee import ANN, BOB, attack, creature, given, has, permanent, refused, resolve, triggers


def imp(text: str, **more: Any) -> dict[str, Any]:
    return creature("imp", ANN, f"Whenever this creature attacks{text}, put a +1/+1 counter on it.", **more)


ASKED = (
    ", if you gained 3 or more life this turn",
    ", if an opponent lost 2 or more life this turn",
    ", if a creature died this turn",
    ", if you've sacrificed two or more permanents this turn",
    ", if you discarded a card this turn",
    ", if an artifact entered the battlefield under your control this turn",
    " while saddled",
)


@pytest.mark.parametrize("text", ASKED)
def test_what_a_turn_on_record_doesnt_show_didnt_happen(text: str) -> None:
    given(imp(text)).when(attack(imp=BOB)).then(refused("wording-not-understood"))
    game = Game.start([ANN, BOB])
    game.enter(entering("imp", ANN, types=["Creature"], power=2, toughness=2, text=imp(text)["text"]))
    game.begin_turn(BOB)
    game.begin_turn(ANN)
    game.declare_attackers({"imp": BOB})
    game.resolve_all()
    assert not game.board.permanents["imp"].counters


def test_what_entered_did_so_under_the_control_it_had_then() -> None:
    """110.2: whoever controls it now."""
    text = imp(", if an artifact entered the battlefield under your control this turn")["text"]
    for entered, now, counters in ((ANN, BOB, {"+1/+1": 1}), (BOB, ANN, {})):
        game = Game.start([ANN, BOB])
        game.enter(entering("imp", ANN, types=["Creature"], power=2, toughness=2, text=text))
        game.begin_turn(BOB)
        game.begin_turn(ANN)
        game.enter(entering("relic", entered, types=["Artifact"], summoning_sick=True))
        changed = ControllerChanged(id="relic", controller=now)
        game.happen(lambda draft, changed=changed: draft.append(changed))  # type: ignore[misc]
        game.declare_attackers({"imp": BOB})
        game.resolve_all()
        assert game.board.permanents["imp"].counters == counters


def test_what_happened_is_known_in_any_turn() -> None:
    text = "Whenever this creature attacks, you gain 3 life. Then if you gained 3 or more life this turn, tap all lands."
    gains = creature("imp", ANN, text)
    given(gains, permanent("isle", BOB, types=["Land"])).when(attack(imp=BOB), resolve()).then(has("isle", tapped=True))


def test_card_types_among_cards_in_a_graveyard() -> None:
    fact = "there are four or more card types among cards in your graveyard"
    given(imp(f", if {fact}")).when(attack(imp=BOB)).then(triggers())
    board = {"graveyard": {ANN: 4}}
    given(imp(f", if {fact}"), **board).when(attack(imp=BOB)).then(refused("wording-not-understood"))
    given(imp(f", if {fact}"), **board, facts={ANN: [fact]}).when(attack(imp=BOB)).then(triggers(imp=1))


GAINS = "you gain 1 life."


def gained(outcome: Any) -> bool:
    return bool(outcome.game.board.life[ANN] == 21)


def test_what_was_so_in_the_turn_is_stated_as_well_where_it_is_asked_late() -> None:
    text = f"Whenever this creature attacks, scry 1. If you descended this turn, {GAINS}"
    for so in (True, False):
        board = given(creature("imp", ANN, text), facts={ANN: {"you descended this turn": so}})
        assert gained(board.when(attack(imp=BOB), resolve()).outcome()) == so
    unknown = given(creature("imp", ANN, text)).when(attack(imp=BOB), resolve()).outcome()
    assert "you descended this turn" in str(unknown.step)
