"""Calls that make no sense are refused by an error of the package, and change nothing."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from declarant.events import abilities as a
from declarant.events.declarations import ManaAbilityActivated
from declarant.events.errors import IllegalDeclaration, InvalidInput
from declarant.events.facts import PermanentEntered
from declarant.handlers.game import Game
from declarant.handlers.procedure.commands import Enlist, Offer
from hypothesis import given, settings
from hypothesis import strategies as st
from legality.boards import creature

Call = Callable[[Game], object]
NAMES = ["ox", "bear", "wall", "shrine", "Ann", "Bob", "nobody", "", " ", "\0", "…", "x" * 300]
names = st.sampled_from(NAMES)


def game_before_attacks() -> Game:
    game = Game.start(["Ann", "Bob"])
    for permanent in (creature("ox", "Ann"), creature("bear", "Ann"), creature("wall", "Bob")):
        game.enter(permanent)
    game.enter(PermanentEntered(id="shrine", controller="Bob", owner="Bob", types=("Enchantment",)))
    return game


def game_before_blocks() -> Game:
    game = game_before_attacks()
    game.declare_attackers({"ox": "Bob"})
    return game


def game_that_waits_for_payment() -> Game:
    game = game_before_attacks()
    game.enter(creature("taxing", "Bob", a.AttackCost(creatures=a.ANYTHING, cost=a.Cost(mana="{1}", life=1))))
    game.declare_attackers({"ox": "Bob"}, pay=None)
    return game


def mana_ability(player: str, source: str) -> ManaAbilityActivated:
    return ManaAbilityActivated(player=player, source=source, adds="{G}")


def calls(name: str, other: str) -> Iterable[tuple[str, Call]]:
    """Every command, with these two names where it takes names."""
    yield "declare_attackers", lambda game: game.declare_attackers({name: other})
    yield "attack in a band", lambda game: game.declare_attackers({"ox": "Bob"}, bands=[[name, other]])
    yield "attack with a cost", lambda game: game.declare_attackers({"ox": "Bob"}, optional_costs={name: other})
    yield "attack and enlist", lambda game: game.declare_attackers({"ox": "Bob"}, optional_costs={name: Enlist(other)})
    yield "attack with mana", lambda game: game.declare_attackers({"ox": "Bob"}, mana_abilities=[mana_ability(name, other)])
    yield "judge_attackers", lambda game: game.judge_attackers({name: other})
    yield "declare_blockers", lambda game: game.declare_blockers({name: [other]})
    yield "declare_blockers twice", lambda game: game.declare_blockers({name: [other, other]})
    yield "declare_blockers by", lambda game: game.declare_blockers({}, by=name)
    yield "judge_blockers", lambda game: game.judge_blockers({name: [other]}, by=other)
    yield "announce_orders", lambda game: game.announce_orders({name: [other, name]})
    yield "reselect", lambda game: game.reselect({name: other})
    yield "activate_mana_ability", lambda game: game.activate_mana_ability(mana_ability(name, other))
    yield "pay", lambda game: game.pay(Offer(tap=(name,), sacrifice=(other,)))
    yield "begin_turn", lambda game: game.begin_turn(name)
    yield "enter", lambda game: game.enter(creature(name, other))
    yield "enter attacking", lambda game: game.enter(creature(name, "Ann"), attacking=other)
    yield "enter blocking", lambda game: game.enter(creature("new", name), blocking=other)
    yield "state_attacking", lambda game: game.state_attacking(name, other)
    yield "cause_block", lambda game: game.cause_block(name, other)
    yield "stop_blocking", lambda game: game.stop_blocking(name, other)
    yield "become_blocked", lambda game: game.become_blocked(name)
    yield "become_unblocked", lambda game: game.become_unblocked(name)
    yield "leave", lambda game: game.leave(name)
    yield "phase_out", lambda game: game.phase_out(name)
    yield "remove_from_combat", lambda game: game.remove_from_combat(name)
    yield "change controller", lambda game: game.change(name, controller=other)
    yield "change protector", lambda game: game.change(name, protector=other)
    yield "change attachment", lambda game: game.change(name, attached_to=other)
    yield "begin_effect", lambda game: game.begin_effect(a.Effect(id=name, controller=other, abilities=()))


@pytest.mark.parametrize("call", [call for call, _ in calls("", "")])
@pytest.mark.parametrize("begin", [game_before_attacks, game_before_blocks, game_that_waits_for_payment])
@settings(max_examples=12)
@given(name=names, other=names)
def test_names_of_all_kinds_are_taken_or_refused_and_the_game_goes_on(
    begin: Callable[[], Game], call: str, name: str, other: str
) -> None:
    game = begin()
    before = list(game.log.events())
    try:
        dict(calls(name, other))[call](game)
    except IllegalDeclaration:
        assert game.log.rewound()
    except InvalidInput:
        assert list(game.log.events()) == before
    assert Game.open(game.journal, "game").state == game.state
    if game.state.declarations.pending is None:
        game.begin_turn("Ann")
        game.declare_attackers({})


@pytest.mark.parametrize(
    "call",
    [
        lambda game: game.change("ox", controler="Bob"),
        lambda game: game.change("ox", power="strong"),
        lambda game: game.change("ox", colors=("X",)),
        lambda game: game.declare_attackers({"ox": "Bob"}, pay=Offer(mana="two")),
        lambda game: game.declare_attackers({"ox": "Bob"}, pay=Offer(mana="{Q}")),
        lambda game: game.declare_attackers({"ox": "Bob"}, optional_costs={"ox": "nonsense"}),
        lambda game: game.enter(creature("ox", "Ann")),
        lambda game: game.enter(creature("Bob", "Ann")),
        lambda game: game.enter(creature("new", "nobody")),
        lambda game: game.begin_effect(a.Effect(id="e", controller="nobody", abilities=())),
        lambda game: game.begin_turn("nobody"),
        lambda game: game.declare_blockers({}, by="nobody"),
        lambda game: game.pay(),
    ],
)
def test_what_makes_no_sense_is_refused(call: Call) -> None:
    game = game_before_attacks()
    game.enter(creature("taxing", "Bob", a.AttackCost(creatures=a.ANYTHING, cost=a.Cost(mana="{1}"))))
    before = list(game.log.events())
    with pytest.raises((InvalidInput, IllegalDeclaration)):
        call(game)
    assert list(game.log.events()) == before


@pytest.mark.parametrize(
    "start",
    [
        {"players": []},
        {"players": ["Ann"]},
        {"players": ["Ann", "Ann"]},
        {"players": ["Ann", ""]},
        {"players": ["Ann", "Bob"], "active": "nobody"},
        {"players": ["Ann", "Bob"], "rules": "yesterday"},
        {"players": ["Ann", "Bob"], "rules": "1990-01-01"},
        {"players": ["Ann", "Bob"], "life": {"nobody": 3}},
        {"players": ["Ann", "Bob"], "life": {"Ann": "much"}},
        {"players": ["Ann", "Bob"], "mana": {"Ann": "two"}},
        {"players": ["Ann", "Bob"], "stream": ""},
    ],
    ids=str,
)
def test_a_game_that_makes_no_sense_does_not_start(start: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        Game.start(start.pop("players"), **start)
