"""603.3b: a player orders the abilities that go on the stack at one time; 603.3d: targets that aren't legal are ruled on."""

from typing import Any

import pytest
from declarant import Game
from declarant import permanent as entering
from declarant.events.errors import IllegalDeclaration, InvalidInput
from declarant.events.stack import TriggersOrdered
from declarant.handlers.game import Game as Games
from declarant.handlers.procedure.commands import OrderTriggers, read_command
from referee import ANN, BOB, attack, creature, given, refused, resolve, resolved, sizes

DOUBLES = "Whenever this creature attacks, other attacking creatures get +1/+1 until end of turn."
LESSER = "Whenever this creature attacks, put a +1/+1 counter on each other attacking creature with power 2 or less."


def board(*others: dict[str, Any]) -> Any:
    return given(creature("drum", ANN, DOUBLES), creature("monk", ANN, LESSER), creature("imp", ANN), *others)


ATTACK = attack(drum=BOB, monk=BOB, imp=BOB)


def test_by_default_the_last_that_triggered_resolves_first() -> None:
    board().when(ATTACK, resolve()).then(resolved("monk", "drum"), sizes(imp="4/4"))


def test_a_player_may_choose_another_order_and_it_matters() -> None:
    board().when(ATTACK, {**resolve(), "in_order": ["drum", "monk"]}).then(resolved("drum", "monk"), sizes(imp="3/3"))


def test_the_same_permanent_is_named_once_for_each_of_its_abilities() -> None:
    twice = creature("drum", ANN, f"{DOUBLES}\n{LESSER}")
    fight = given(twice, creature("monk", ANN, LESSER), creature("imp", ANN))
    fight.when(ATTACK, {**resolve(), "in_order": ["monk", "drum", "drum"]}).then(resolved("monk", "drum", "drum"))


@pytest.mark.parametrize("order", [["monk"], ["drum", "monk", "imp"]])
def test_all_of_one_player_are_named_and_no_other(order: list[str]) -> None:
    board().when(ATTACK, {**resolve(), "in_order": order}).then(refused("invalid-input"))


def attacked(text: str = LESSER) -> Games:
    game = Game.start([ANN, BOB], rules="2025-06-06")
    for id, said in (("drum", DOUBLES), ("monk", text), ("imp", "")):
        game.enter(entering(id, ANN, types=["Creature"], power=2, toughness=2, text=said))
    game.enter(entering("sage", BOB, types=["Creature"], power=2, toughness=2, text="Hexproof"))
    game.declare_attackers(dict.fromkeys(("drum", "monk"), BOB))
    return game


def test_the_order_is_a_command_that_is_recorded_and_replayed() -> None:
    game = attacked()
    game.declare(read_command('{"type": "OrderTriggers", "order": [2, 1]}'))
    assert game.last_events[-1] == TriggersOrdered(player=ANN, order=(2, 1))
    assert [each.number for each in game.stack.abilities] == [2, 1]
    assert Game.open(game.journal, "game").stack == game.stack


def test_it_comes_before_anything_resolves_or_gets_targets() -> None:
    game = attacked()
    game.resolve()
    for order in ((1,), (1, 2), (3,)):
        with pytest.raises(InvalidInput, match="has just put on the stack"):
            game.declare(OrderTriggers(order=order))


@pytest.mark.parametrize(("rules", "number"), [("2025-06-06", "603.3d"), ("2005-06-01", "410.4")])
@pytest.mark.parametrize("target", ["sage", "monk", "nobody"])
def test_a_target_that_isnt_legal_is_ruled_illegal_with_the_rule(rules: str, number: str, target: str) -> None:
    text = "Whenever this creature attacks, another target creature gets +1/+0 until end of turn."
    game = Game.start([ANN, BOB], rules=rules)
    for id, player, said in (("monk", ANN, text), ("imp", ANN, ""), ("sage", BOB, "Hexproof")):
        game.enter(entering(id, player, types=["Creature"], power=2, toughness=2, text=said))
    game.declare_attackers({"monk": BOB})
    game.put_on_stack()
    before = game.stack
    with pytest.raises(IllegalDeclaration) as illegal:
        game.choose_targets(1, [target])
    assert (illegal.value.ruling.verdict, illegal.value.ruling.rule) == ("illegal", number)
    assert f"{target} can't be a target" in illegal.value.ruling.why or "asks for 1" in illegal.value.ruling.why
    assert game.stack == before
    assert game.choose_targets(1, ["imp"]).verdict == "legal"
