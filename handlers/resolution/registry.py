"""What is known of each kind of instruction (608.2c), in one place: what carries it out, whether it can be done, what it holds,
whether it harms or costs something, what later words mean by it, and whether best play can go through it.

The modules beside this one say it with `@carries_out(…)` where they carry the instruction out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeVar

from ...events import abilities as a
from ...events.model import Model

InstructionT = TypeVar("InstructionT", bound=Model)
DoingT = TypeVar("DoingT")
DoneT = TypeVar("DoneT", bound=bool | None)
Nested = tuple[a.Instruction, ...]


class Carried(NamedTuple):
    """An instruction in the program."""

    carry_out: Callable[[Any, Any], bool | None]
    """Does it. False: what follows in the same list of instructions isn't done."""
    possible: Callable[[Any, Any], bool]
    """Whether it can be done, where "if you do" asks: the cost paid, the permanents and cards there."""
    holds: Callable[[Any], Nested]
    """The instructions that it holds."""
    harms: Callable[[Any], bool]
    """Whether nobody likes it done to their own: the default policy picks whom."""
    costs: Callable[[Any], bool]
    """Whether a player gives something up by it: the default policy doesn't do it, where it needn't."""
    hidden: Callable[[Any], bool]
    """Whether cards of a hand or a library are chosen by it: by default none are."""
    supported: Callable[[Any], bool]
    """Whether best play can go through it: nobody chooses anything by it, or nothing but what is gone through. What it holds is
    asked by itself."""
    makes: tuple[type[Model], ...]
    """What later words of the same ability mean by it, as `IsCreated` and `AmountDone` do."""


INSTRUCTIONS: dict[type[Model], Carried] = {}
"""Every kind of instruction."""


def _always(*asked: object) -> bool:
    return True


def never(instruction: object) -> bool:
    """No such instruction is, whatever it says."""
    return False


def _nothing(instruction: object) -> Nested:
    return ()


def carries_out(
    kind: type[InstructionT],
    *,
    possible: Callable[[DoingT, InstructionT], bool] = _always,
    holds: Callable[[InstructionT], Nested] = _nothing,
    harms: Literal[True] | Callable[[InstructionT], bool] = never,
    costs: Literal[True] | Callable[[InstructionT], bool] = never,
    hidden: Callable[[InstructionT], bool] = never,
    supported: Literal[True] | Callable[[InstructionT], bool] = never,
    makes: tuple[type[Model], ...] = (),
) -> Callable[[Callable[[DoingT, InstructionT], DoneT]], Callable[[DoingT, InstructionT], DoneT]]:
    """The decorated function carries out this kind of instruction; what else is known of it (`Carried`). True: all of them."""

    def register(carry_out: Callable[[DoingT, InstructionT], DoneT]) -> Callable[[DoingT, InstructionT], DoneT]:
        assert kind not in INSTRUCTIONS, f"{kind.__name__} is carried out already"
        harmful, given_up, gone_through = (_always if fact is True else fact for fact in (harms, costs, supported))
        INSTRUCTIONS[kind] = Carried(carry_out, possible, holds, harmful, given_up, hidden, gone_through, makes)
        return carry_out

    return register


def made_by(part: Model) -> tuple[type[Model], ...]:
    """What later words mean by a part of an ability: nothing, unless it is an instruction that makes it."""
    return INSTRUCTIONS[type(part)].makes if type(part) in INSTRUCTIONS else ()


def known(instruction: a.Instruction) -> Carried:
    """What is known of that kind of instruction."""
    return INSTRUCTIONS[type(instruction)]
