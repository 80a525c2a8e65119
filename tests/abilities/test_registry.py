"""Every kind of instruction is in the one registry of them: what carries it out, and what else is known of it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from declarant import Game, permanent
from declarant.events import abilities as a
from declarant.events.model import Model, parts_of
from declarant.handlers.resolution import carrying_out, default_choices, registry
from declarant.handlers.resolution.registry import INSTRUCTIONS
from declarant.tools.oracle.instructions import choosing


def kinds(union: Any) -> list[type[Model]]:
    """The models of a union."""
    if isinstance(union, type) and issubclass(union, Model):
        return [union]
    return [kind for each in get_args(getattr(union, "__value__", union)) for kind in kinds(each)]


@pytest.mark.parametrize("kind", kinds(a.Instruction), ids=lambda kind: kind.__name__)
def test_each_instruction_is_carried_out(kind: type[Model]) -> None:
    assert kind in INSTRUCTIONS, f"nothing carries out {kind.__name__}: @carries_out is missing in handlers/resolution"


def test_nothing_else_is_carried_out() -> None:
    assert INSTRUCTIONS.keys() <= set(kinds(a.Instruction))
    assert carrying_out.__name__ in {each.carry_out.__module__ for each in INSTRUCTIONS.values()}


def test_an_instruction_is_carried_out_in_one_place() -> None:
    with pytest.raises(AssertionError, match="Taps is carried out already"):
        registry.carries_out(a.Taps)(lambda doing, instruction: None)


TAP, DRAW = a.Taps(permanents=a.IsTarget(permanents=a.ANYTHING)), a.MovesCards(players=a.Players(who="you"), what="draw")
DONE = (TAP,)
HOLDING: dict[type[Model], Any] = {
    a.If: a.If(condition=a.FirstCombat(), do=(), otherwise=DONE),
    a.May: a.May(do=(DRAW,), then=DONE),
    a.IfDone: a.IfDone(do=(DRAW,), otherwise=DONE),
    a.ForEach: a.ForEach(times=2, do=DONE),
    a.Modes: a.Modes(modes=((DRAW,), DONE)),
    a.Delayed: a.Delayed(when="end step", do=DONE),
    a.Reflexive: a.Reflexive(does=a.Instructions(instructions=DONE)),
}


@pytest.mark.parametrize("kind", HOLDING, ids=lambda kind: kind.__name__)
def test_what_an_instruction_holds_is_found(kind: type[Model]) -> None:
    instruction = HOLDING[kind]
    assert TAP in INSTRUCTIONS[kind].holds(instruction)
    assert default_choices.is_harmful((instruction,), a.IsTarget(permanents=a.ANYTHING))
    assert not default_choices.is_harmful((instruction,), a.IsTarget(permanents=a.THIS))


OF_CHANCE = {a.FlipsCoins, a.Clashes}
"""What they hold is done by chance: nobody wants it or not."""


def test_whatever_holds_instructions_says_so() -> None:
    holding = {
        kind
        for kind in INSTRUCTIONS
        if re.search(r"\b(Instruction|Instructions)\b", " ".join(map(str, kind.__annotations__.values())))
    }
    assert holding - OF_CHANCE == HOLDING.keys()
    assert all(TAP in parts_of(each) for each in HOLDING.values())
    assert set(choosing.HOLDING) == holding | {a.Instructions, a.ModalChoice}


KEPT_IN: dict[str, type[Model]] = {
    "affected": a.IsAffected,
    "amount": a.AmountDone,
    "created": a.IsCreated,
    "dealt": a.DamageDone,
    "excess": a.ExcessDone,
    "moved": a.CountDone,
    "turned_up": a.IsTurnedUp,
    "type": a.IsOfChosenType,
    "votes": a.VotesFor,
}
"""Where a resolution keeps what later words mean (`Binding.memory`), and the words."""
SAID_BY = {"affected": "affected", "counted": "amount"}
"""The methods of `Resolving` that keep it."""
FUNCTIONS = {
    each.name: each
    for path in sorted(Path(registry.__file__).parent.glob("*.py"))
    for each in ast.parse(path.read_text("utf-8")).body
    if isinstance(each, ast.FunctionDef)
}


def kept_by(function: ast.FunctionDef, seen: set[str]) -> Iterator[str]:
    """What a function of `handlers/resolution` keeps for later words, itself or by another one that it calls."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            yield from (where for to in node.targets for where in re.findall(r"\bmemory\.(\w+)", ast.unparse(to)))
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called.startswith("doing.") and called[6:] in SAID_BY:
                yield SAID_BY[called[6:]]
            elif called in FUNCTIONS and called not in seen:
                yield from kept_by(FUNCTIONS[called], {*seen, called})


@pytest.mark.parametrize("kind", [kind for kind in INSTRUCTIONS if kind is not a.ForEach], ids=lambda kind: kind.__name__)
def test_what_later_words_mean_by_an_instruction_is_said_of_it(kind: type[Model]) -> None:
    """`ForEach` gathers what those that it holds make."""
    known = INSTRUCTIONS[kind]
    kept = {KEPT_IN[where] for where in kept_by(FUNCTIONS[known.carry_out.__name__], set()) if where in KEPT_IN}
    assert kept == set(known.makes) - {a.HasMostVotes}, "@carries_out(…, makes=…)"


def test_what_a_later_ability_makes_itself_is_known_when_it_resolves() -> None:
    """ "At end of combat, move … Tap those creatures.": they aren't asked for as the delayed ability is created."""
    moved = a.MovesCounters(of=a.THIS, on=a.Is(role="other"), counter="+1/+1")
    later = a.Delayed(when="end of combat", do=(moved, a.Taps(permanents=a.IsAffected())))
    does = a.Instructions(instructions=(later,))
    ability = a.Triggered(text="It does.", events=(a.BecomesBlockedBy(creatures=a.THIS, blockers=a.ANYTHING),), does=does)
    game = Game.start(["Ann", "Bob"])
    ox = permanent("ox", "Ann", types=["Creature"], power=1, toughness=5, counters={"+1/+1": 1})
    game.enter(ox.model_copy(update={"abilities": (ability,)}))
    game.enter(permanent("elk", "Bob", types=["Creature"], power=1, toughness=5))
    game.declare_attackers({"ox": "Bob"})
    game.declare_blockers({"elk": ["ox"]})
    game.resolve_all()
    game.deal_combat_damage()
    game.begin_end_of_combat()
    game.resolve_all()
    assert game.stack.marks == ()
    assert game.board.permanents["elk"].counters == {"+1/+1": 1} and game.board.permanents["elk"].tapped
