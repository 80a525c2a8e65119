"""What a game hands out can't be changed: only events change a game."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from declarant import Game
from declarant.events.errors import CannotBeChanged, InvalidInput
from declarant.events.facts import PermanentEntered, TurnBegan
from declarant.projections.state import State, fold
from pydantic import BaseModel


@pytest.fixture
def game() -> Game:
    """An attack that was blocked, with counters on a creature."""
    game = Game.start(["Ann", "Bob"], mana={"Ann": "{G}"})
    game.enter(
        PermanentEntered(
            id="elf", controller="Ann", owner="Ann", types=("Creature",), power=1, toughness=1, counters={"+1/+1": 1}
        )
    )
    game.enter(PermanentEntered(id="ox", controller="Bob", owner="Bob", types=("Creature",), power=1, toughness=4))
    game.declare_attackers({"elf": "Bob"})
    game.declare_blockers({"ox": ["elf"]})
    return game


CHANGES: dict[str, Callable[[Game], object]] = {
    "a permanent is taken away": lambda game: game.board.permanents.pop("elf"),
    "all permanents": lambda game: game.board.permanents.clear(),
    "a permanent is put there": lambda game: game.board.permanents.update(game.board.permanents),
    "counters": lambda game: game.board.permanents["elf"].counters.__setitem__("+1/+1", 7),
    "when counters came": lambda game: game.board.permanents["elf"].counters_since.setdefault("+1/+1", 7),
    "a creature becomes blocked": lambda game: game.combat.blocked.add("ox"),
    "attackers": lambda game: game.combat.attackers.popitem(),
    "blockers": lambda game: game.combat.blockers.__delitem__("ox"),
    "life": lambda game: game.board.life.__ior__({"Ann": 99}),
    "mana": lambda game: game.board.mana_at_start.__setitem__("Ann", "{G}{G}"),
    "the active player": lambda game: setattr(game.board, "active", "Bob"),
    "the turn": lambda game: delattr(game.board, "turn"),
    "a method that folds": lambda game: game.board.change("elf", power=9),
    "the clock": lambda game: game.board.tick(),
    "the whole state": lambda game: setattr(game.state, "board", None),
    "what is pending": lambda game: game.state.declarations.note(player="Bob") or setattr(game.state.declarations, "pending", 1),
    "an event is folded": lambda game: game.state.apply(TurnBegan(player="Bob", number=2), 99),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_a_game_hands_out_cannot_be_changed(game: Game, change: str) -> None:
    with pytest.raises((CannotBeChanged, AttributeError)):
        CHANGES[change](game)
    assert game.state == fold(game.log.events())


def test_what_was_handed_out_stays_as_it_was_then(game: Game) -> None:
    before = game.board
    game.leave("ox")
    assert "ox" in before.permanents
    assert "ox" not in game.board.permanents


def test_the_event_that_was_given_is_no_way_in() -> None:
    game = Game.start(["Ann", "Bob"])
    elf = PermanentEntered(id="elf", controller="Ann", owner="Ann", counters={"+1/+1": 1})
    game.enter(elf)
    elf.counters["+1/+1"] = 7
    for event in game.last_events:
        if isinstance(event, PermanentEntered):
            event.counters["+1/+1"] = 8
    assert game.board.permanents["elf"].counters == {"+1/+1": 1}


def test_a_copy_can_be_changed_and_changes_no_game(game: Game) -> None:
    state = game.state.copy()
    state.board.permanents.pop("elf")
    state.combat.blocked |= {"ox"}
    state.board.active = "Bob"
    state.declarations.version = 7
    assert game.state == fold(game.log.events())
    assert not Game.on(state).board.permanents.keys() & {"elf"}


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_it_can_be_copied_and_sent_to_other_processes(game: Game, again: Callable[[Any], Any]) -> None:
    for value in (game.state, game.board, game.combat, game.board.permanents):
        assert again(value) == value
        assert type(again(value)) is type(value)


def test_it_equals_what_is_folded_both_ways_round(game: Game) -> None:
    folded = fold(game.log.events())
    assert game.state == folded
    assert folded == game.state
    assert game.board != State().board


def test_nothing_in_it_can_be_changed_however_deep(game: Game) -> None:
    game.assign_combat_damage({"elf": {"ox": 1}})
    changeable = list(_changeable(game.state, "state"))
    assert changeable == []


def _changeable(value: object, place: str) -> list[str]:
    if type(value) in (dict, list, set):
        return [place]
    found: list[str] = []
    if isinstance(value, dict):
        for key, each in value.items():
            found += _changeable(each, f"{place}[{key!r}]")
    elif isinstance(value, tuple):
        for each in value:
            found += _changeable(each, f"{place}[…]")
    elif is_dataclass(value):
        for field in fields(value):
            found += _changeable(getattr(value, field.name), f"{place}.{field.name}")
    elif isinstance(value, BaseModel):
        for name, each in value:
            found += _changeable(each, f"{place}.{name}")
    return found


INVALID: dict[str, Callable[[Game], object]] = {
    "a copy with a value of another type": lambda game: game.log.append(
        [TurnBegan(player="Ann", number=1).model_copy(update={"number": "one"})]
    ),
    "a number in quotes": lambda game: game.log.append([TurnBegan(player="Ann", number=1).model_copy(update={"number": "1"})]),
    "made without a look at it": lambda game: game.log.append([TurnBegan.model_construct(player="Ann")]),
    "a copy that enters": lambda game: game.enter(
        PermanentEntered(id="x", controller="Ann", owner="Ann").model_copy(update={"power": "big"})
    ),
    "deep inside": lambda game: game.enter(
        PermanentEntered(id="x", controller="Ann", owner="Ann").model_copy(update={"counters": {"+1/+1": None}})
    ),
}


@pytest.mark.parametrize("invalid", INVALID)
def test_an_invalid_copy_of_an_event_is_refused_and_nothing_is_appended(game: Game, invalid: str) -> None:
    before, entries = game.state, list(game.journal.feed())
    with pytest.raises(InvalidInput):
        INVALID[invalid](game)
    assert list(game.journal.feed()) == entries
    assert game.state == before == fold(game.log.events())
    game.journal.verify()
