"""Every kind of instruction is in the one registry of them: what carries it out, and what else is known of it."""

import re
from typing import Any, get_args

import pytest
from declarant.events import abilities as a
from declarant.events.model import Model, parts_of
from declarant.handlers.resolution import carrying_out, default_choices, registry
from declarant.handlers.resolution.registry import INSTRUCTIONS


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
