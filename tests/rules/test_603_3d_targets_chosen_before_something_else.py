"""603.3d, 608.2b: targets are chosen as an ability is put on the stack, among what is there then, whatever happens since."""

from typing import Any

import pytest
from declarant.events.stack import TargetsChosen
from declarant.handlers.game import Game
from declarant.tools.cases.permanents import permanent
from referee import ANN, BOB, attack, creature, given, illegal, land, resolve

BOARD = (
    creature("imp", ANN),
    creature("elk", ANN, power=4),
    creature("ox", BOB, power=5),
    creature("cow", BOB),
    land("bog", BOB),
)
ASKING = (
    "destroy target creature.",
    "tap target creature defending player controls.",
    "put a +1/+1 counter on another target creature you control.",
    "untap up to one target permanent with power 4 or greater.",
    "this creature deals 1 damage to any target.",
    "choose one —\n• Tap target land.\n• Destroy target tapped creature.",
)
LARGE = {"types": ["Creature"], "power": 9, "toughness": 9}
MEANWHILE: tuple[dict[str, Any], ...] = (
    {"enters": {"id": "new", "controller": BOB, **LARGE}},
    {"leaves": "ox", "to": "graveyard"},
    {"phases_out": "imp"},
    {"changes": {"id": "ox", "controller": ANN}},
    {"changes": {"id": "cow", "power": 9, "tapped": True}},
    {"effect": {"controller": BOB, "text": "[ox] gains shroud until end of turn."}},
)


def _chosen(text: str, *steps: dict[str, Any]) -> object:
    """Which targets are chosen, or why they can't be."""
    imp = BOARD[0] | {"text": f"Whenever this creature attacks, {text}"}
    outcome = given(imp, *BOARD[1:]).when(attack(imp=BOB), *steps).outcome()
    if outcome.report.error is not None:
        return outcome.report.error.allowed
    chosen = [event.targets for _, event in outcome.game.log.events() if isinstance(event, TargetsChosen)]
    assert not outcome.game.stack.marks
    return chosen or (outcome.step.rule, outcome.step.why)


@pytest.mark.parametrize("text", ASKING)
def test_the_same_may_be_chosen_whatever_happens_before_it_resolves(text: str) -> None:
    at_once = {target: _chosen(text, resolve("all", {"source": "imp", "targets": [target]})) for target in ("elk", "ox")}
    none_stated = _chosen(text, resolve())
    assert len({str(each) for each in at_once.values()}) > 1
    for step in MEANWHILE:
        assert _chosen(text, step, resolve()) == none_stated, step
        for target, chosen in at_once.items():
            assert _chosen(text, step, resolve("all", {"source": "imp", "targets": [target]})) == chosen, (step, target)


def test_what_entered_since_cant_be_chosen_and_for_what_left_nothing_is_done() -> None:
    board = given(creature("imp", ANN, "Whenever this creature attacks, destroy target creature."), *BOARD[1:])
    of_new = resolve("all", {"source": "imp", "targets": ["new"]})
    board.when(attack(imp=BOB), MEANWHILE[0], of_new).then(illegal("603.3d", "new"))
    of_ox = resolve("all", {"source": "imp", "targets": ["ox"]})
    outcome = board.when(attack(imp=BOB), MEANWHILE[1], MEANWHILE[0], of_ox).outcome()
    assert list(outcome.game.board.permanents) == ["imp", "elk", "cow", "bog", "new"]


def test_an_ability_without_a_target_is_gone_though_one_enters_before_it_resolves() -> None:
    board = given(creature("imp", ANN, "Whenever this creature attacks, destroy target creature an opponent controls."))
    assert "new" in board.when(attack(imp=BOB), MEANWHILE[0], resolve()).outcome().game.board.permanents


def test_abilities_are_ordered_before_their_targets_are_chosen() -> None:
    text = "Whenever this creature attacks, tap target creature an opponent controls."
    board = given(creature("imp", ANN, text), creature("bat", ANN, text), *BOARD[2:])
    choices = ({"source": "imp", "targets": ["ox"]}, {"source": "bat", "targets": ["cow"]})
    for order in (["imp", "bat"], ["bat", "imp"]):
        step = resolve("all", *choices) | {"in_order": order}
        outcome = board.when(attack(imp=BOB, bat=BOB), MEANWHILE[0], step).outcome()
        assert [each.source for each in outcome.step.resolved] == order  # type: ignore[attr-defined]


def test_modes_without_targets_are_chosen_before_too() -> None:
    imp = BOARD[0] | {"text": "Whenever this creature attacks, choose one —\n• You gain 1 life.\n• Each opponent loses 1 life."}
    of_imp = resolve("all", {"source": "imp", "modes": [1]})
    outcome = given(imp, *BOARD[1:]).when(attack(imp=BOB), MEANWHILE[0], of_imp).outcome()
    happened = [event.type for _, event in outcome.game.log.events() if event.type in ("ModesChosen", "PermanentEntered")]
    assert happened[-2:] == ["ModesChosen", "PermanentEntered"] and outcome.game.board.life[BOB] == 19


def _game() -> Game:
    game = Game.start([ANN, BOB])
    game.enter(
        permanent("imp", ANN, text="Whenever this creature attacks, destroy target creature an opponent controls.", **LARGE)
    )
    game.enter(permanent("ox", BOB, **LARGE))
    game.declare_attackers({"imp": BOB})
    return game


def test_in_a_game_they_are_chosen_before_or_it_is_marked() -> None:
    game = _game()
    game.choose_targets(1, ["ox"])
    game.enter(permanent("new", BOB, **LARGE))
    game.resolve_all()
    assert "ox" not in game.board.permanents and not game.stack.marks
    late = _game()
    late.enter(permanent("new", BOB, **LARGE))
    late.resolve_all()
    assert [mark.why for mark in late.stack.marks] == ["something else happened before its targets were chosen"]
    assert {"ox", "new"} <= set(late.board.permanents)
